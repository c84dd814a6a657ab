// Fields that forms share: a labelled select, and a checkbox.
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface SelectProps {
  label: string;
  value: string;
  options?: [string, string][];
  hint?: string;
  children?: ComponentChildren; // instead of options: groups of them
  onChange: (value: string) => void;
}

export function Select({ label, value, options, hint, children, onChange }: SelectProps) {
  const id = useId();
  return (
    <div>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options?.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        )) ?? children}
      </select>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** A checkbox for a setting. */
export function Switch({ label, setting }: { label: string; setting: Signal<boolean> }) {
  return (
    <Check
      label={label}
      checked={setting.value}
      onChange={(it) => {
        setting.value = it;
      }}
    />
  );
}
