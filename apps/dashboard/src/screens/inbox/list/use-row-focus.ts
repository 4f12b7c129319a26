import { type RefObject, useEffect, useRef } from 'react';

/** The focus is in one of these places when it should follow the current row: nowhere, in the list, or on an action. */
const FOLLOWS = '.review-scroller, [data-acts-on-current], .toasts';
/** Frames in which the row or the empty state may still appear. */
const MAX_FRAMES = 30;

/** Moves the focus to the current row when that changes, and to the heading of the empty list when the last row leaves. */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  current: number | null,
  isEmpty: boolean,
): void {
  const last = useRef<number | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (last.current === current) return undefined;
    last.current = current;
    // The page chose the first row by itself. Nobody asked for the focus there.
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !activeElement.closest(FOLLOWS)) return undefined;
    if (current === null && !isEmpty) return undefined;
    return focusSoon(list.current, current === null ? '.empty h2' : `li[data-id="${current}"] a`);
  }, [list, current, isEmpty]);
}

function focusSoon(list: HTMLElement | null, selector: string): () => void {
  let frame = 0;
  let frames = 0;
  const attempt = (): void => {
    const target = list?.querySelector<HTMLElement>(selector);
    frames += 1;
    if (target) target.focus({ preventScroll: true });
    else if (frames < MAX_FRAMES) frame = requestAnimationFrame(attempt);
  };
  frame = requestAnimationFrame(attempt);
  return () => cancelAnimationFrame(frame);
}
