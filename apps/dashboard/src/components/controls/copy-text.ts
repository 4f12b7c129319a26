/** Copies a text. Returns false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers have no clipboard on pages of plain http.
    return copySelected(text);
  }
}

/** Copies with the command of the browser, which copies what is selected. */
function copySelected(text: string): boolean {
  const selection = getSelection();
  const before = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const copied = document.createElement('pre');
  copied.textContent = text;
  const write = (event: ClipboardEvent): void => {
    // What is selected would be copied with its style.
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  // Outside an open dialog nothing can be selected.
  const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  parent.append(copied);
  selection?.selectAllChildren(copied);
  document.addEventListener('copy', write);
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', write);
  copied.remove();
  selection?.removeAllRanges();
  if (before) selection?.addRange(before);
  return isDone;
}
