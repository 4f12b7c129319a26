import { CROSS } from '../../layouts/icons';
import { h, iconButton } from '../dom/dom';
import type { View } from '../view';

/** Opens a modal dialog. When Escape closes it, the browser returns the focus to the control that opened it. */
export function openDialog(
  { data, root }: View,
  label: string,
  kind: string,
  ...content: (Node | string)[]
): HTMLElement {
  const close = (): void => dialog.close();
  const dialog: HTMLDialogElement = h(
    `dialog.dialog.${kind}`,
    {
      'aria-label': label,
      onclose: () => dialog.remove(),
      onclick: ({ target }) => target === dialog && close(),
    },
    iconButton(data.strings.close, CROSS, 'close', close),
    ...content,
  );
  root.append(dialog);
  dialog.showModal();
  return dialog;
}
