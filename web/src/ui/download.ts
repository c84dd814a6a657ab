// Downloads of files that the page creates.

export function download(content: string | Blob, name: string): void {
  const blob = typeof content === "string" ? new Blob([content]) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
