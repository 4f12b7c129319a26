/** The rows that are in the document. `last` is not among them. */
export interface RowWindow {
  first: number;
  last: number;
}

/** The measured heights of rows by their id, in px. */
export interface RowHeights {
  known: ReadonlyMap<number, number>;
  /** Stands for the height of a row that was never in the document. 0 until a row was measured. */
  usual: number;
}

export const UNMEASURED: RowHeights = { known: new Map(), usual: 0 };

/** Where each row begins, in px, and behind them where the last one ends. */
export type RowTops = Float64Array;

/** The window moves in steps of this many rows, so that not every scroll event renders. */
const STEP = 4;
/** Rows beyond the visible ones, so that scrolling shows no gap. */
const BEYOND = 6;
/** Fractions of a pixel that a browser rounds. */
const MIN_CHANGE_PX = 0.5;

/** Returns the heights with what was measured, or the same object if nothing changed. */
export function withMeasured(heights: RowHeights, measured: ReadonlyMap<number, number>): RowHeights {
  const changed = [...measured].filter(
    ([id, height]) => Math.abs((heights.known.get(id) ?? -1) - height) > MIN_CHANGE_PX,
  );
  if (changed.length === 0) return heights;
  const all = [...measured.values()];
  // It stays the same, because all rows above would move with it.
  const usual = heights.usual || all.reduce((sum, height) => sum + height, 0) / all.length;
  return { known: new Map([...heights.known, ...changed]), usual };
}

export function topsOf(ids: readonly number[], { known, usual }: RowHeights): RowTops {
  const tops = new Float64Array(ids.length + 1);
  for (const [at, id] of ids.entries()) tops[at + 1] = (tops[at] ?? 0) + (known.get(id) ?? usual);
  return tops;
}

/** Returns the rows to render for a scroll position. Until a height is known, few rows are rendered to measure them. */
export function windowOf(scrolled: number, visibleHeight: number, tops: RowTops): RowWindow {
  const count = tops.length - 1;
  const end = tops[count] ?? 0;
  if (end <= 0) return { first: 0, last: Math.min(count, STEP * 3) };
  const top = Math.max(0, Math.min(scrolled, end - visibleHeight));
  const first = Math.max(0, rowAt(tops, top) - BEYOND);
  const last = rowAt(tops, top + visibleHeight) + 1 + BEYOND;
  return { first: first - (first % STEP), last: Math.min(count, Math.ceil(last / STEP) * STEP) };
}

/** Returns the row at a place below the top of the list, or the last row. */
export function rowAt(tops: RowTops, place: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the scroll position that shows a whole row, or the present one if it shows it already. */
export function scrollToShow(index: number, scrolled: number, visibleHeight: number, tops: RowTops): number {
  const [top = 0, end = 0] = tops.subarray(index, index + 2);
  if (top < scrolled) return top;
  return Math.max(scrolled, end - visibleHeight);
}

/** Returns true if the end of the loaded rows is so near that the next page should load. */
export function isNearEnd({ last }: RowWindow, count: number): boolean {
  return count - last < 2 * BEYOND;
}
