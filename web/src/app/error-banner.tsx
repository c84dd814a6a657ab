// The error banner: the last error, until it is dismissed.
import { signedOut } from "../net/account";
import { texts } from "../texts";
import { errorMessage } from "../ui/announce";

export function ErrorBanner() {
  const words = errorMessage.value || (signedOut.value && texts.value.errors.not_signed_in);
  if (!words) return null;
  return (
    <div class="error-message" role="alert">
      <p>{words}</p>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          errorMessage.value = "";
          signedOut.value = false;
        }}
      >
        {texts.value.errors.dismiss}
      </button>
    </div>
  );
}
