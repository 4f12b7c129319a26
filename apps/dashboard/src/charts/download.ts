/** A moment for the browser to read the file before its address goes, in ms. */
const KEPT_MS = 10_000;

/** Saves a file on the person's computer. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
