import { type RefObject, useEffect, useRef } from 'react';

/** The focus is in one of these places when it should follow the current row: nowhere, in the list, or on an action. */
const FOLLOWS = '.review-scroller, [data-acts-on-current], .toasts';

/** Moves the focus to the current row when that changes, and to the heading of the empty list when the last row leaves. */
export function useRowFocus(
  scroller: RefObject<HTMLDivElement | null>,
  current: number | null,
  index: number,
  reveal: (index: number) => void,
): void {
  const last = useRef(current);
  useEffect(() => {
    const before = last.current;
    if (before === current) return undefined;
    last.current = current;
    reveal(index);
    // The page chose the first row by itself. Nobody asked for the focus there.
    if (before === null) return undefined;
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !activeElement.closest(FOLLOWS)) return undefined;
    // The row may be rendered only now, after scrolling.
    const frame = requestAnimationFrame(() => {
      const target = current === null ? '.empty h2' : `li[data-id="${current}"] a`;
      scroller.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [scroller, current, index, reveal]);
}
