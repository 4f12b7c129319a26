import { compareList } from './compare-list';
import { nextFocus, stepFrom } from './next-focus';
import { type LoadPage, type Review, ReviewRows, type RowsState } from './review-rows';
import { NOTHING, type Selection, without } from './selection';

/** What the screen shows at a moment. */
export interface InboxState extends RowsState {
  /** The review with the focus, which the detail shows. It may be in no row of this list, after a deep link. */
  current: number | null;
  selection: Selection;
  /** True while other filters load. The rows before stay until then. */
  isRefreshing: boolean;
  /** Reviews that arrived since the list was loaded. */
  arrived: number;
  /** True while all reviews that match change. No further rows are loaded, because they are about to change as well. */
  isHeld: boolean;
}

type Listener = () => void;
/** Loads a page of the list with these filters. */
export type LoadList = (query: Readonly<Record<string, string>>) => LoadPage;

/** The list of reviews on the screen, the current row and the selection. */
export class InboxModel {
  private readonly listeners = new Set<Listener>();
  private rows: ReviewRows;
  private pending: ReviewRows | null = null;
  private query: Readonly<Record<string, string>> = {};
  private own: Pick<InboxState, 'current' | 'selection' | 'isRefreshing' | 'arrived' | 'isHeld'>;
  private snapshot: InboxState;

  constructor(
    private readonly loadList: LoadList,
    current: number | null,
  ) {
    this.own = { current, selection: NOTHING, isRefreshing: false, arrived: 0, isHeld: false };
    this.rows = this.rowsOf({});
    this.snapshot = { ...this.rows.state, ...this.own };
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly state = (): InboxState => this.snapshot;

  find(id: number | null): Review | undefined {
    return id === null ? undefined : this.rows.find(id);
  }

  /** Shows the list with these filters, once its first page is there. */
  async show(query: Readonly<Record<string, string>> = this.query): Promise<void> {
    this.query = query;
    const rows = this.rowsOf(query);
    if (this.rows.state.phase === 'loading') this.rows = rows;
    this.pending = rows;
    this.set({ isRefreshing: true });
    await rows.loadMore();
    if (this.pending !== rows) return;
    this.pending = null;
    const wasShown = this.rows.state.ids;
    this.rows = rows;
    const { current } = this.own;
    const isKept = current !== null && (rows.find(current) !== undefined || !wasShown.includes(current));
    this.set({
      isRefreshing: false,
      selection: NOTHING,
      arrived: 0,
      isHeld: false,
      current: isKept ? current : (rows.state.ids[0] ?? null),
    });
  }

  loadMore(): Promise<void> {
    return this.rows.loadMore();
  }

  /** Loads what failed: the list, or its next page. */
  retry(): Promise<void> {
    return this.rows.state.phase === 'failed' ? this.show() : this.loadMore();
  }

  focus(id: number | null): void {
    if (id !== this.own.current) this.set({ current: id });
  }

  /** Makes the row `step` rows further the current one. */
  step(step: number): void {
    const next = stepFrom(this.snapshot.ids, this.own.current, step);
    if (next !== null) this.focus(next);
  }

  select(change: (selection: Selection, order: readonly number[]) => Selection): void {
    this.set({ selection: change(this.own.selection, this.snapshot.ids) });
  }

  put(reviews: readonly Review[]): void {
    this.rows.put(reviews);
  }

  /**
   * Shows reviews with a new status. Rows that the tab does not list any more leave, and rows that it lists again return. If
   * the current row stays, the next one becomes the current one, so that one key per review is enough.
   */
  place(reviews: readonly Review[]): void {
    this.rows.put(reviews);
    const { status } = this.query;
    const isListed = (review: Review): boolean => status === undefined || status === review.status;
    const { current, ids } = this.snapshot;
    const isStaying = reviews.some((review) => review.id === current && isListed(review));
    this.remove(reviews.filter((review) => !isListed(review)).map(({ id }) => id));
    this.restore(
      reviews
        .filter(isListed)
        .map(({ id }) => id)
        .filter((id) => !ids.includes(id)),
    );
    if (isStaying) this.step(1);
  }

  /** Takes rows out and moves the focus to the next row that stays. */
  remove(ids: readonly number[]): void {
    const gone = new Set(ids);
    const { current, selection } = this.own;
    this.own = {
      ...this.own,
      current: nextFocus(this.snapshot.ids, gone, current),
      selection: without(selection, gone),
    };
    this.rows.remove(ids);
    this.set({});
  }

  /** Puts rows back and makes the first of them the current one. */
  restore(ids: readonly number[]): void {
    const unknown = new Set(this.rows.restore(ids));
    const first = ids.find((id) => !unknown.has(id));
    if (first !== undefined) this.focus(first);
  }

  /** Loads the rows again and shows what changed in them. None moves. Returns those that the list does not have any more. */
  async compare(): Promise<readonly number[]> {
    const { rows } = this;
    const before = new Map(rows.state.ids.map((id) => [id, rows.find(id)]));
    const { found, missing, arrived } = await compareList(
      this.loadList(this.query),
      rows.state,
      (id) => rows.find(id) !== undefined,
    );
    if (rows !== this.rows) return [];
    // What a person changed meanwhile is newer.
    rows.put(found.filter(({ id }) => before.has(id) && before.get(id) === rows.find(id)));
    this.setArrived(arrived);
    return missing;
  }

  hold(): void {
    this.set({ isHeld: true });
  }

  setArrived(arrived: number): void {
    if (arrived !== this.own.arrived) this.set({ arrived });
  }

  private rowsOf(query: Readonly<Record<string, string>>): ReviewRows {
    const rows = new ReviewRows(this.loadList(query), () => {
      if (rows === this.rows) this.set({});
    });
    return rows;
  }

  private set(change: Partial<InboxState>): void {
    this.own = { ...this.own, ...change };
    const { current, selection, isRefreshing, arrived, isHeld } = this.own;
    this.snapshot = { ...this.rows.state, current, selection, isRefreshing, arrived, isHeld };
    for (const listener of this.listeners) listener();
  }
}
