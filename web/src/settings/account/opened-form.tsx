// A button that opens a form in its place.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { texts } from "../../texts";
import { useBorrowedFocus } from "../../ui/confirm";

interface OpenedFormProps {
  label: string; // of the button that opens it
  submit?: string; // of the one that submits, if that is another
  onSubmit: () => Promise<boolean>; // whether the form is done
  error?: string; // about the whole form
  children: ComponentChildren;
}

export function OpenedForm(props: OpenedFormProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {open && <Form {...props} onDone={() => setOpen(false)} />}
      <div hidden={open}>
        <button type="button" onClick={() => setOpen(true)}>
          {props.label}
        </button>
      </div>
    </>
  );
}

function Form({
  label,
  submit = label,
  onSubmit,
  onDone,
  error,
  children,
}: OpenedFormProps & { onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  useBorrowedFocus(() => form.current?.querySelector("input"));

  async function onEntered(event: Event) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const done = await onSubmit();
    setBusy(false);
    if (done) onDone();
  }

  return (
    <form class="stack" ref={form} noValidate onSubmit={onEntered}>
      {children}
      {error && (
        <p class="form-error" role="alert">
          {error}
        </p>
      )}
      <div class="row">
        <button type="submit" class="primary" disabled={busy}>
          {submit}
        </button>
        <button type="button" onClick={onDone}>
          {texts.value.account.cancel}
        </button>
      </div>
    </form>
  );
}
