// Error boundary: a page that crashes shows an error; navigating elsewhere recovers.
import type { ComponentChildren } from "preact";
import { useEffect, useErrorBoundary, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { texts } from "../texts";
import { toContent } from "../ui/focus";
import { Failed } from "./failed-page";

export function Guard({ children }: { children: ComponentChildren }) {
  const { url } = useLocation();
  const [error, again] = useErrorBoundary((it) => console.error(it));
  useEffect(() => {
    if (error) again();
  }, [url]);
  const failed = useRef(false);
  useLayoutEffect(() => {
    if (error || failed.current) toContent();
    failed.current = Boolean(error);
  }, [error]);
  return error ? <Failed why={texts.value.errors.error} onAgain={again} /> : children;
}
