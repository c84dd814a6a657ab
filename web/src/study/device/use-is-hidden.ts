// Whether the page is in the background: it then leaves the processor alone.
import { useEffect, useState } from "preact/hooks";

export function useIsHidden(): boolean {
  const [isHidden, setIsHidden] = useState(document.hidden);
  useEffect(() => {
    const look = () => setIsHidden(document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isHidden;
}
