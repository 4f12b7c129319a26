import { card } from '../card/card';
import { openDialog } from '../card/dialog';
import { face } from '../card/face';
import { build, find, h } from '../dom/dom';
import type { View } from '../view';
import { feed } from './feed';

/** Lets `button.open` open the reviews in a dialog: the badge, and the pill in a corner of the screen. */
export function opener(view: View): void {
  const { data, root } = view;
  const { layout } = data.settings;
  const button = find(root, '.open');
  const side = String(layout.position).endsWith('left') ? '.left' : '';
  const kind = layout.open === 'drawer' ? `drawer${side}` : 'sheet';
  const open = (): void => {
    const [head, ...content] = (data.drawer ?? []).map(build);
    const dialog = openDialog(view, data.label, kind, head as Node, ...content);
    feed(view, dialog, find(dialog, '.list') as HTMLElement, (review) => [h('li', {}, card(view, review))]);
  };
  button?.addEventListener('click', open);
  if (layout.start_open && button) open();
}

/** Fills `ul.faces` with the reviewers' faces. */
export function avatars(view: View): void {
  const { face_size: size, max_faces: most } = view.data.settings.layout;
  const people = view.data.reviews.slice(0, Number(most));
  const faces = people.map(({ author }) => h('li', {}, face(author, Number(size), 1)));
  find(view.root, '.faces')?.append(...faces);
  opener(view);
}
