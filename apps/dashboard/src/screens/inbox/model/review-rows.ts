import type { Schema } from '@plaudit/client';

export type Review = Schema<'Review'>;
export interface ReviewPage {
  /** Of all reviews that match. */
  count: number;
  limit: number;
  items: readonly Review[];
  next_cursor?: string;
}
export type LoadPage = (cursor: string | undefined) => Promise<ReviewPage>;

export interface RowsState {
  /** The ids of the rows in their order. */
  ids: readonly number[];
  /** How many reviews match, as far as the page knows. */
  count: number;
  phase: 'loading' | 'ready' | 'failed';
  /** Why the last page did not load. The rows before it stay. */
  error: unknown;
  hasMore: boolean;
  /** True if the list had rows, and all of them left. */
  isEmptied: boolean;
}

const EMPTY: RowsState = {
  ids: [],
  count: 0,
  phase: 'loading',
  error: null,
  hasMore: true,
  isEmptied: false,
};

/**
 * The reviews of one list, loaded page by page. Rows leave and return at their place. Nothing is ever inserted by itself, so
 * that no row moves under the cursor.
 */
export class ReviewRows {
  private current = EMPTY;
  private order: readonly number[] = [];
  private readonly gone = new Set<number>();
  private readonly reviews = new Map<number, Review>();
  private cursor: string | undefined;
  private loading: Promise<void> | null = null;

  constructor(
    private readonly load: LoadPage,
    private readonly onChange: () => void,
  ) {}

  get state(): RowsState {
    return this.current;
  }

  find(id: number): Review | undefined {
    return this.reviews.get(id);
  }

  /** Loads the first or the next page. Does nothing while a page loads, and after the last one. */
  loadMore(): Promise<void> {
    if (!this.current.hasMore) return Promise.resolve();
    this.loading ??= this.loadPage().finally(() => {
      this.loading = null;
    });
    return this.loading;
  }

  /** Replaces the data of reviews that this list knows. */
  put(reviews: readonly Review[]): void {
    const known = reviews.filter(({ id }) => this.reviews.has(id));
    for (const review of known) this.reviews.set(review.id, review);
    if (known.length > 0) this.set({});
  }

  /** Takes rows out. */
  remove(ids: readonly number[]): void {
    this.move(ids, (id) => !this.gone.has(id), -1);
  }

  /** Puts rows back at their place. Returns those that this list does not know. */
  restore(ids: readonly number[]): number[] {
    this.move(ids, (id) => this.gone.has(id), 1);
    return ids.filter((id) => !this.reviews.has(id));
  }

  private move(ids: readonly number[], mayMove: (id: number) => boolean, by: 1 | -1): void {
    const moved = new Set(ids.filter((id) => this.reviews.has(id) && mayMove(id)));
    if (moved.size === 0) return;
    for (const id of moved) {
      if (by === 1) this.gone.delete(id);
      else this.gone.add(id);
    }
    this.set({ ids: this.shown(), count: Math.max(0, this.current.count + by * moved.size) });
  }

  private async loadPage(): Promise<void> {
    this.set({ error: null });
    try {
      const { items, count, limit, next_cursor } = await this.load(this.cursor);
      const added = items.filter(({ id }) => !this.reviews.has(id));
      for (const review of added) this.reviews.set(review.id, review);
      this.order = [...this.order, ...added.map(({ id }) => id)];
      this.cursor = next_cursor;
      const hasMore = next_cursor !== undefined && items.length >= limit;
      // Rows that left are on their way to the server, which may still count them.
      const isFirst = this.current.phase !== 'ready';
      this.set({
        ids: this.shown(),
        phase: 'ready',
        hasMore,
        count: isFirst ? count : Math.max(this.current.count, this.shown().length),
      });
    } catch (error) {
      this.set({ error, phase: this.order.length > 0 ? 'ready' : 'failed' });
    }
  }

  private shown(): readonly number[] {
    return this.gone.size === 0 ? this.order : this.order.filter((id) => !this.gone.has(id));
  }

  private set(change: Partial<RowsState>): void {
    const { ids } = { ...this.current, ...change };
    this.current = { ...this.current, ...change, isEmptied: ids.length === 0 && this.order.length > 0 };
    this.onChange();
  }
}
