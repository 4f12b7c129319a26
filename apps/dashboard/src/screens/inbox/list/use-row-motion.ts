import { type RefObject, useLayoutEffect, useRef } from 'react';

const MOTION = { duration: 160, easing: 'cubic-bezier(0, 0, 0.2, 1)' };
/** A longer way would be a flight across the screen. */
const MAX_ROWS = 6;

/** Lets rows close the gap of a row that left, and make room for one that returned. */
export function useRowMotion(
  scroller: RefObject<HTMLDivElement | null>,
  ids: readonly number[],
  first: number,
  rowHeight: number,
): void {
  const places = useRef(new Map<number, number>());
  useLayoutEffect(() => {
    const before = places.current;
    const now = new Map<number, number>();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scroller.current?.querySelectorAll<HTMLElement>('li[data-id]').forEach((row, at) => {
      const id = Number(row.dataset.id);
      const place = first + at;
      now.set(id, place);
      const moved = (before.get(id) ?? place) - place;
      if (moved === 0 || Math.abs(moved) > MAX_ROWS || isStill) return;
      row.animate([{ transform: `translateY(${moved * rowHeight}px)` }, { transform: 'none' }], MOTION);
    });
    places.current = now;
  }, [scroller, ids, first, rowHeight]);
}
