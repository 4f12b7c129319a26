/** The rows that are in the document. `last` is not among them. */
export interface RowWindow {
  first: number;
  last: number;
}

/** The window moves in steps of this many rows, so that not every scroll event renders. */
const STEP = 4;
/** Rows beyond the visible ones, so that scrolling shows no gap. */
const BEYOND = 6;

/**
 * Returns the rows to render for a scroll position. All rows have the same height, in px. Until that height is known, few rows
 * are rendered to measure one.
 */
export function windowOf(
  scrolled: number,
  visibleHeight: number,
  rowHeight: number,
  count: number,
): RowWindow {
  if (rowHeight <= 0) return { first: 0, last: Math.min(count, STEP * 3) };
  const top = Math.floor(Math.max(0, scrolled) / rowHeight);
  const shown = Math.ceil(visibleHeight / rowHeight);
  const latestFirst = Math.max(0, count - shown - BEYOND);
  const first = Math.min(floorToStep(Math.max(0, top - BEYOND)), floorToStep(latestFirst));
  return { first, last: Math.min(count, first + floorToStep(shown + 2 * BEYOND + 2 * STEP)) };
}

/** Returns the scroll position that shows a whole row, or the present one if it shows it already. */
export function scrollToShow(
  index: number,
  scrolled: number,
  visibleHeight: number,
  rowHeight: number,
): number {
  const top = index * rowHeight;
  if (top < scrolled) return top;
  return Math.max(scrolled, top + rowHeight - visibleHeight);
}

/** Returns true if the end of the loaded rows is so near that the next page should load. */
export function isNearEnd({ last }: RowWindow, count: number): boolean {
  return count - last < 2 * BEYOND;
}

function floorToStep(rows: number): number {
  return rows - (rows % STEP);
}
