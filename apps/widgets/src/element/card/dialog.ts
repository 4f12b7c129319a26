import { CROSS } from '../../layouts/icons';
import { h, iconButton } from '../dom/dom';
import type { View } from '../view';

/**
 * Opens a modal dialog, whose head stays in sight while the rest scrolls. When Escape closes it, the browser returns the focus to
 * the control that opened it.
 */
export function openDialog(
  { data, root, onStop }: View,
  label: string,
  kind: string,
  head: Node | null,
  ...content: (Node | string)[]
): HTMLElement {
  const close = (): void => dialog.close();
  const release = holdPage();
  const dialog: HTMLDialogElement = h(
    `dialog.dialog.${kind}`,
    {
      'aria-label': label,
      onclose: () => {
        release();
        dialog.remove();
      },
      onclick: ({ target }) => target === dialog && close(),
    },
    h('div.head', {}, head, iconButton(data.strings.close, CROSS, 'close', close)),
    ...content,
  );
  // A dialog that leaves the page with its widget gets no close event.
  onStop(release);
  root.append(dialog);
  dialog.showModal();
  return dialog;
}

/** How many dialogs keep the page from scrolling. A lightbox can open from a drawer. */
let holders = 0;
let restore = (): void => undefined;

/** Keeps the page behind from scrolling. Returns a function that ends this, and does nothing when it is called again. */
function holdPage(): () => void {
  if (holders++ === 0) restore = stopScrolling();
  let isHeld = true;
  return () => {
    if (isHeld && --holders === 0) restore();
    isHeld = false;
  };
}

/** Returns a function that restores the page's own inline styles. */
function stopScrolling(): () => void {
  const { documentElement: html, body } = document;
  const { overflow, scrollbarGutter } = getComputedStyle(html);
  // A browser takes the overflow of the window from the body, unless the root has its own.
  const { style } = overflow === 'visible' ? body : html;
  const undo = [hold(style, 'overflow-x', 'hidden'), hold(style, 'overflow-y', 'hidden')];
  // Without its scroll bar the page would become wider.
  if (innerWidth > html.clientWidth && scrollbarGutter === 'auto') {
    undo.push(hold(html.style, 'scrollbar-gutter', 'stable'));
  }
  return () => undo.forEach((one) => one());
}

function hold(style: CSSStyleDeclaration, name: string, value: string): () => void {
  const own = [style.getPropertyValue(name), style.getPropertyPriority(name)] as const;
  style.setProperty(name, value, 'important');
  return () => style.setProperty(name, ...own);
}
