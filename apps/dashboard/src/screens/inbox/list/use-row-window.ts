import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  rowAt,
  type RowTops,
  type RowWindow,
  scrollToShow,
  topsOf,
  UNMEASURED,
  windowOf,
  withMeasured,
} from './page-window';

interface WindowedList extends RowWindow {
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  tops: RowTops;
  isMeasured: boolean;
  onScroll: () => void;
  /** Scrolls until the row is visible as a whole. */
  reveal: (index: number) => void;
}

/**
 * Keeps only the rows near the visible part in the document, and all of them while the page is printed. Rows are measured as
 * they appear. What is visible stays in its place when rows above it are not as high as expected.
 */
export function useRowWindow(ids: readonly number[]): WindowedList {
  const scroller = useRef<HTMLDivElement>(null);
  const [heights, setHeights] = useState(UNMEASURED);
  const tops = useMemo(() => topsOf(ids, heights), [ids, heights]);
  const [range, setRange] = useState(() => windowOf(0, 0, tops));
  /** The row that is about to appear and to be shown as a whole. */
  const wanted = useRef(-1);
  const update = useCallback((known: RowTops): void => {
    const { current } = scroller;
    if (!current) return;
    const next = windowOf(current.scrollTop, current.clientHeight, known);
    setRange((before) => (before.first === next.first && before.last === next.last ? before : next));
  }, []);
  const reveal = useCallback(
    (index: number, known = tops): void => {
      const { current } = scroller;
      if (!current || index < 0) return;
      current.scrollTop = scrollToShow(index, current.scrollTop, current.clientHeight, known);
      update(known);
    },
    [tops, update],
  );
  const measure = useCallback(() => {
    const { current } = scroller;
    // The list of a phone is hidden behind the detail, and paper has another width.
    if (!current || current.clientHeight === 0 || matchMedia('print').matches) return;
    const next = withMeasured(heights, heightsIn(current));
    const known = next === heights ? tops : topsOf(ids, next);
    const top = rowAt(tops, current.scrollTop);
    const moved = (known[top] ?? 0) - (tops[top] ?? 0);
    if (moved !== 0 && current.scrollTop > 0) current.scrollTop += moved;
    if (next !== heights && wanted.current >= 0) reveal(wanted.current, known);
    if (next === heights) wanted.current = -1;
    setHeights(next);
    update(known);
  }, [ids, heights, tops, reveal, update]);
  useLayoutEffect(measure, [measure, range]);
  useResizes(scroller, measure);
  const shown = usePrinting() ? { first: 0, last: ids.length } : range;
  return {
    first: Math.min(shown.first, ids.length),
    last: Math.min(shown.last, ids.length),
    scroller,
    tops,
    isMeasured: heights.usual > 0,
    onScroll: () => update(tops),
    reveal: (index) => {
      if (index < range.first || index >= range.last) wanted.current = index;
      reveal(index);
    },
  };
}

/** Calls a function when the visible part or the list in it gets another size. */
function useResizes(scroller: RefObject<HTMLDivElement | null>, run: () => void): void {
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return undefined;
    const observer = new ResizeObserver(run);
    observer.observe(current);
    const list = current.querySelector('ul');
    if (list) observer.observe(list);
    return () => observer.disconnect();
  }, [scroller, run]);
}

/** Returns the heights of the rows in the document by their id. */
function heightsIn(scroller: HTMLElement): Map<number, number> {
  const rows = [...scroller.querySelectorAll<HTMLElement>('li[data-id]')];
  return new Map(rows.map((row) => [Number(row.dataset.id), row.getBoundingClientRect().height]));
}

/** Returns true while the page is printed, which shows no part that is not in the document. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
