// The name of the page: its Q is a ring and a stroke, the marks of two players.
import { texts } from "../../texts";

export function Logo() {
  return (
    <>
      <svg aria-hidden="true" width={29} height={29} viewBox="0 0 32 32">
        <path
          class="logo-ring"
          stroke-width="4.2"
          d="M14.5 3.8C8 3.7 3.4 8.6 3.6 14.6C3.8 20.6 8.6 25.2 14.7 25C20.7 24.8 25.3 20 25.1 14.1C24.9 8.4 20.3 3.9 13.8 3.9"
        />
        <path class="logo-tail" stroke-width="4.4" d="M16.5 17.2C20.5 20.6 24.6 24.6 28.6 28.9" />
      </svg>
      <span aria-hidden="true">uire</span>
      <span class="visually-hidden">{texts.value.title}</span>
    </>
  );
}
