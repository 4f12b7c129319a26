import { CROSS } from '../../layouts/icons';
import { h, iconButton, keepEvent, sheetOf } from '../dom/dom';
import type { View } from '../view';

/**
 * Opens a modal dialog, whose head stays in sight while the rest scrolls. When Escape closes it, the browser returns the focus to
 * the control that opened it.
 */
export function openDialog(
  view: View,
  label: string,
  kind: string,
  head: Node | null,
  ...content: (Node | string)[]
): HTMLDialogElement {
  const { data, root } = view;
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
      // Pages with a smooth scroll would scroll themselves instead of the dialog.
      onwheel: keepEvent,
    },
    h('div.head', {}, head, iconButton(data.strings.close, CROSS, 'close', close)),
    ...content,
  );
  // A dialog that leaves the page with its widget gets no close event.
  view.onStop(release);
  root.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Keeps the page behind from scrolling. Returns a function that ends this. */
function holdPage(): () => void {
  const html = document.documentElement;
  const { overflow, scrollbarGutter } = getComputedStyle(html);
  // A browser takes the overflow of the window from the body, unless the root has its own.
  const owner = overflow === 'visible' ? 'body' : 'html';
  // Without its scroll bar the page would become wider.
  const gutter = innerWidth > html.clientWidth && scrollbarGutter === 'auto' ? 'stable' : scrollbarGutter;
  const sheet = sheetOf(`${owner}{overflow:hidden!important}html{scrollbar-gutter:${gutter}!important}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
