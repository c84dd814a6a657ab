// Parts of a page that load on demand, after the rest.
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A component that shows nothing until it is loaded; without a connection the page does without. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return function LazyPart(props: Props & JSX.IntrinsicAttributes) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      load().then(
        (it) => setPart(() => it),
        () => {},
      );
    }, []);
    return Part && <Part {...props} />;
  };
}
