import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

export interface Page<Row> {
  rows: Row[];
  /** The cursor of the next page, or null on the last one. */
  next: number | null;
}

export const PAGE_SIZE = 50;

/** A list that is read page by page with a cursor. */
export interface Pages<Row> {
  /** Undefined until the first page is there. */
  rows: Row[] | undefined;
  error: unknown;
  hasMore: boolean;
  loadingMore: boolean;
  more(): void;
  retry(): void;
}

export function usePages<Row>(
  queryKey: QueryKey,
  load: (cursor: number | null, signal: AbortSignal) => Promise<Page<Row>>,
): Pages<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

/** Returns a page of a list whose response is only its rows. A full page may have another one after it. */
export function pageOfRows<Row extends { id: number }>(rows: Row[], limit = PAGE_SIZE): Page<Row> {
  return { rows, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

/** Returns the parameters of a page. */
export function pageQuery(cursor: number | null): { limit: number; cursor?: number } {
  return { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
}
