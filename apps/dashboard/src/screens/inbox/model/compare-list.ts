import type { LoadPage, Review, RowsState } from './review-rows';

/** What a list has now, compared with its rows that were loaded before. */
export interface ListChange {
  found: Review[];
  /** Rows that should be among those that were found and are not. */
  missing: number[];
  /** Reviews that were not known. */
  arrived: number;
}

/** At most so many reviews are loaded to compare. */
const MAX_COMPARED = 200;

/** Loads the beginning of a list again and compares it with the loaded rows. */
export async function compareList(
  load: LoadPage,
  { ids, hasMore }: Pick<RowsState, 'ids' | 'hasMore'>,
  isKnown: (id: number) => boolean,
): Promise<ListChange> {
  const found: Review[] = [];
  let count = 0;
  let cursor: string | undefined;
  const mayHaveMore = (): boolean => !hasMore || found.filter(({ id }) => isKnown(id)).length < ids.length;
  do {
    const page = await load(cursor);
    found.push(...page.items);
    count = page.count;
    cursor = page.items.length < page.limit ? undefined : page.next_cursor;
  } while (cursor !== undefined && mayHaveMore() && found.length < MAX_COMPARED);
  const isWhole = cursor === undefined;
  const foundIds = new Set(found.map(({ id }) => id));
  const compared = isWhole ? ids.length : ids.findLastIndex((id) => foundIds.has(id));
  // What follows the last loaded row did not arrive, it is not loaded yet.
  const shown = new Set(ids);
  const end = hasMore ? found.findLastIndex(({ id }) => shown.has(id)) : found.length;
  const unknown = found.slice(0, Math.max(0, end)).filter(({ id }) => !isKnown(id)).length;
  return {
    found,
    missing: ids.slice(0, Math.max(0, compared)).filter((id) => !foundIds.has(id)),
    arrived: isWhole || hasMore ? unknown : Math.max(unknown, count - ids.length),
  };
}
