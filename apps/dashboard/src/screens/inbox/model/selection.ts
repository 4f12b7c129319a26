/** The chosen rows of a list. */
export interface Selection {
  ids: ReadonlySet<number>;
  /** Where a range begins: the row that was chosen last. */
  anchor: number | null;
  /** True if all reviews that match the filters are meant, not only those of the loaded rows. */
  allMatching: boolean;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null, allMatching: false };

export function toggle(selection: Selection, id: number): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, allMatching: false };
}

/** Adds the rows between the anchor and `id`, both included. Without an anchor in the list only `id` is added. */
export function extendTo(selection: Selection, order: readonly number[], id: number): Selection {
  const to = order.indexOf(id);
  if (to < 0) return selection;
  const anchor = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const from = anchor < 0 ? to : anchor;
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: id, allMatching: false };
}

/** Chooses all loaded rows. If they all are chosen already, chooses none. */
export function togglePage(selection: Selection, order: readonly number[]): Selection {
  const isWhole = order.length > 0 && order.every((id) => selection.ids.has(id));
  return isWhole ? NOTHING : { ids: new Set(order), anchor: order.at(-1) ?? null, allMatching: false };
}

/** Takes out the rows that left the list. */
export function without(selection: Selection, gone: ReadonlySet<number>): Selection {
  if (![...gone].some((id) => selection.ids.has(id))) return selection;
  const ids = new Set([...selection.ids].filter((id) => !gone.has(id)));
  return ids.size === 0 ? NOTHING : { ...selection, ids };
}
