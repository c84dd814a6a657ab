// The invite link: to copy, share or scan.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { texts } from "../texts";
import { copy } from "../ui/clipboard";
import { Icon } from "../ui/drawn/icon";

export default function Invitation({ url }: { url: string }) {
  const t = texts.value.game;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);

  async function copyLink() {
    if (await copy(url, t.copied)) setCopied(true);
    else field.current?.select(); // if copying is blocked, the visitor can copy it
  }

  return (
    <section class="invitation">
      <label for={id}>{t.share}</label>
      <div class="row invite-link">
        <input
          id={id}
          class="grow"
          ref={field}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="primary big" onClick={copyLink}>
          {copied ? t.copied : t.copy}
        </button>
      </div>
      <div class="same-room">
        <QrCode text={url} />
        <div>
          <p class="name">{t.sameRoom}</p>
          <p class="hint">{t.scan}</p>
          {typeof navigator.share === "function" && (
            <button type="button" onClick={() => navigator.share({ url }).catch(() => {})}>
              <Icon name="share" />
              {t.shareNative}
            </button>
          )}
        </div>
      </div>
    </section>
  );
}

const QUIET_ZONE = 4; // modules of white border, which cameras need

/** Dark on white in both themes: not every camera reads the inverse. */
function QrCode({ text }: { text: string }) {
  const [code, setCode] = useState<{ path: string; size: number } | null>(null);
  useEffect(() => {
    let wanted = true;
    Promise.all([import("lean-qr"), import("lean-qr/extras/svg")]).then(
      ([{ generate }, { toSvgPath }]) => {
        const bits = generate(text);
        if (wanted) setCode({ path: toSvgPath(bits), size: bits.size });
      },
      () => {}, // the link itself is shown
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  if (!code) return null;
  const width = code.size + 2 * QUIET_ZONE;
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={texts.value.game.qr}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${width} ${width}`}
      shape-rendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={width} height={width} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  );
}
