// What went wrong last, until it is read.
import { problem } from "../speech";
import { texts } from "../texts";

export function Problem() {
  if (!problem.value) return null;
  return (
    <div class="problem" role="alert">
      <p>{problem}</p>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          problem.value = "";
        }}
      >
        {texts.value.errors.dismiss}
      </button>
    </div>
  );
}
