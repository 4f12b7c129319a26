import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { RowTops } from './page-window';

const MOTION = { duration: 160, easing: 'cubic-bezier(0, 0, 0.2, 1)' };
/** A longer way would be a flight across the screen, in px. */
const MAX_WAY = 700;

/** Lets rows close the gap of a row that left, and make room for one that returned. */
export function useRowMotion(
  scroller: RefObject<HTMLDivElement | null>,
  ids: readonly number[],
  first: number,
  tops: RowTops,
): void {
  const places = useRef(new Map<number, number>());
  const listed = useRef(ids);
  useLayoutEffect(() => {
    const before = places.current;
    const now = new Map<number, number>();
    // Rows that only were measured stay where a person sees them.
    const isStill = listed.current === ids || matchMedia('(prefers-reduced-motion: reduce)').matches;
    scroller.current?.querySelectorAll<HTMLElement>('li[data-id]').forEach((row, at) => {
      const id = Number(row.dataset.id);
      const place = tops[first + at] ?? 0;
      now.set(id, place);
      const moved = (before.get(id) ?? place) - place;
      if (moved === 0 || Math.abs(moved) > MAX_WAY || isStill) return;
      row.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], MOTION);
    });
    places.current = now;
    listed.current = ids;
  }, [scroller, ids, first, tops]);
}
