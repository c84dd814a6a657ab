// A file made by the page, for the visitor to keep.

export function download(content: string | Blob, name: string): void {
  const blob = typeof content === "string" ? new Blob([content]) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
