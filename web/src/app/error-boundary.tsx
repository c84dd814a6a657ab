// Error boundary: a page that crashes shows an error; navigating elsewhere recovers.
import type { ComponentChildren } from "preact";
import { useEffect, useErrorBoundary, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { texts } from "../texts";
import { focusContent } from "../ui/focus";
import { FailedPage } from "./failed-page";

export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const { url } = useLocation();
  const [error, retry] = useErrorBoundary((it) => console.error(it));
  useEffect(() => {
    if (error) retry();
  }, [url]);
  const failed = useRef(false);
  useLayoutEffect(() => {
    if (error || failed.current) focusContent();
    failed.current = Boolean(error);
  }, [error]);
  return error ? <FailedPage why={texts.value.errors.error} onRetry={retry} /> : children;
}
