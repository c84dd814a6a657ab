// A text field with its label, a hint, and what is wrong with it.
import { useId, useState } from "preact/hooks";
import { texts } from "../../texts";

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  autocomplete: "username" | "new-password" | "current-password" | "nickname" | "off";
  hint?: string;
  wrong?: string;
}

export function Field({ label, value, onInput, autocomplete, hint, wrong }: FieldProps) {
  const id = useId();
  const secret = autocomplete.endsWith("password");
  const [shown, setShown] = useState(false);
  const description = wrong || hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        {...(secret && !shown ? { type: "password" } : { type: "text" })}
        value={value}
        autocomplete={autocomplete}
        autocapitalize="off"
        spellcheck={false}
        aria-invalid={Boolean(wrong)}
        aria-describedby={description ? `${id}-hint` : undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {description && (
        <p id={`${id}-hint`} class={wrong ? "wrong" : "hint"}>
          {description}
        </p>
      )}
      {secret && (
        <label class="check">
          <input
            type="checkbox"
            checked={shown}
            onChange={(event) => setShown(event.currentTarget.checked)}
          />
          {texts.value.account.show}
        </label>
      )}
    </div>
  );
}
