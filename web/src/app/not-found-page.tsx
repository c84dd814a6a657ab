import { texts } from "../texts";
import { useTitle } from "../ui/page-title";

export function NotFoundPage() {
  const t = texts.value.notFound;
  useTitle(t.title);
  return (
    <section class="card narrow stack">
      <h1>{t.title}</h1>
      <div class="row">
        <a class="button" href="/">
          {t.back}
        </a>
      </div>
    </section>
  );
}
