// Shown instead of a game or puzzle that can't be loaded.
import { texts } from "../texts";

interface MissingProps {
  title: string;
  why: string;
  onRetry: () => void;
  elsewhere: [address: string, words: string];
}

export function Missing({ title, why, onRetry, elsewhere: [address, words] }: MissingProps) {
  return (
    <section class="card narrow stack">
      <h1>{title}</h1>
      <p role="alert">{why}</p>
      <div class="row">
        <button type="button" onClick={onRetry}>
          {texts.value.study.tryAgain}
        </button>
        <a class="button" href={address}>
          {words}
        </a>
      </div>
    </section>
  );
}
