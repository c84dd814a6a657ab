// Icons for the step buttons, as paths: not every font has these characters.

const PATHS = {
  first: "M6 5v14M19 5L9 12l10 7z",
  back: "M16 5L6 12l10 7z",
  forward: "M8 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  play: "M7 4l12 8-12 8z",
  pause: "M8 5v14M16 5v14",
};

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" aria-hidden="true" width={22} height={22} viewBox="0 0 24 24">
      <path d={PATHS[name]} />
    </svg>
  );
}
