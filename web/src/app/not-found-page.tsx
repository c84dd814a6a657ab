// Shown at an address that leads nowhere.
import { texts } from "../texts";
import { useTitle } from "../ui/page-title";
import { EmptyPlace } from "../ui/places/empty-place";

export function NotFoundPage() {
  const t = texts.value.notFound;
  useTitle(t.title);
  return (
    <EmptyPlace scene="board" title={t.title} text={t.text} isPage>
      <a class="button primary" href="/">
        {t.back}
      </a>
    </EmptyPlace>
  );
}
