import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type RowWindow, scrollToShow, windowOf } from './page-window';

interface WindowedList extends RowWindow {
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  onScroll: () => void;
  /** Scrolls until the row is visible as a whole. */
  reveal: (index: number) => void;
}

/** Keeps only the rows near the visible part in the document. All rows have the height of the first. */
export function useRowWindow(count: number): WindowedList {
  const scroller = useRef<HTMLDivElement>(null);
  const [rowHeight, setRowHeight] = useState(0);
  const [range, setRange] = useState(() => windowOf(0, 0, 0, count));
  const update = useCallback(() => {
    const { current } = scroller;
    if (!current) return;
    const next = windowOf(current.scrollTop, current.clientHeight, rowHeight, count);
    setRange((before) => (before.first === next.first && before.last === next.last ? before : next));
  }, [rowHeight, count]);
  useLayoutEffect(update, [update]);
  const isEmpty = count === 0;
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => {
      const row = current.querySelector('li');
      if (row) setRowHeight(row.getBoundingClientRect().height);
      update();
    });
    observer.observe(current);
    const row = current.querySelector('li');
    if (row) observer.observe(row);
    return () => observer.disconnect();
  }, [update, isEmpty]);
  const reveal = (index: number): void => {
    const { current } = scroller;
    if (!current || rowHeight === 0 || index < 0) return;
    current.scrollTop = scrollToShow(index, current.scrollTop, current.clientHeight, rowHeight);
    update();
  };
  return { ...range, scroller, rowHeight, onScroll: update, reveal };
}
