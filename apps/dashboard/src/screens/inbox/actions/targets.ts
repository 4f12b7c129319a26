import { listQuery } from '../filters/filters';
import type { InboxSearch } from '../inbox-search';
import type { InboxModel } from '../model/inbox-model';
import type { Review } from '../model/review-rows';

/** The reviews that a change of many is about: those of the selection, or all that match the filters. */
export interface Targets {
  /** Those of them that are loaded. */
  loaded: readonly Review[];
  /** The query of all of them. Null if `loaded` is everything. */
  query: Readonly<Record<string, string>> | null;
  count: number;
}

/** Returns the reviews that a key or a button of the bar is about: the selection, or null if nothing is selected. */
export function selectedTargets(model: InboxModel, search: InboxSearch): Targets | null {
  const { selection, ids, count } = model.state();
  if (selection.ids.size === 0) return null;
  const chosen = selection.allMatching ? ids : ids.filter((id) => selection.ids.has(id));
  const loaded = chosen.flatMap((id) => model.find(id) ?? []);
  return selection.allMatching
    ? { loaded, query: listQuery(search), count }
    : { loaded, query: null, count: loaded.length };
}

export function onlyTarget(review: Review): Targets {
  return { loaded: [review], query: null, count: 1 };
}
