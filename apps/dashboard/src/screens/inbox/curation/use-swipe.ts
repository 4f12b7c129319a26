import { useEffect } from 'react';
import { isFarEnough, isSwipe, sideOf, type SwipeSide } from './swipe';

interface Swipe {
  row: HTMLElement;
  x: number;
  y: number;
  dx: number;
  started: boolean;
}

/** Lets a finger push a row aside to approve or ignore it. The detail has buttons for the same. */
export function useSwipe(
  labelOf: (side: SwipeSide) => string,
  act: (id: number, side: SwipeSide) => void,
): void {
  useEffect(() => {
    const list = document.querySelector<HTMLElement>('.inbox-list');
    return list ? new SwipedRows(labelOf, act).listenTo(list) : undefined;
  }, [labelOf, act]);
}

class SwipedRows {
  private swipe: Swipe | null = null;
  private readonly rightToLeft = document.documentElement.dir === 'rtl';

  constructor(
    private readonly labelOf: (side: SwipeSide) => string,
    private readonly act: (id: number, side: SwipeSide) => void,
  ) {}

  /** Returns the function that stops listening. */
  listenTo(list: HTMLElement): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    list.addEventListener('pointerdown', (event) => this.begin(event), { signal });
    list.addEventListener('pointermove', (event) => this.move(event), { signal });
    for (const name of ['pointerup', 'pointercancel'] as const)
      list.addEventListener(name, (event) => this.end(event), { signal });
    return () => stop.abort();
  }

  private begin({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('li[data-id]') : null;
    if (row && isPrimary && pointerType === 'touch') this.swipe = { row, x, y, dx: 0, started: false };
  }

  private move({ clientX, clientY, pointerId }: PointerEvent): void {
    const { swipe } = this;
    if (!swipe) return;
    const { row } = swipe;
    swipe.dx = clientX - swipe.x;
    const isSideways = swipe.started || isSwipe(swipe.dx, clientY - swipe.y);
    if (isSideways === false) this.swipe = null;
    if (!isSideways) return;
    // Captures the pointer, so that no click on the row follows.
    if (!swipe.started) row.setPointerCapture(pointerId);
    swipe.started = true;
    const side = sideOf(swipe.dx, this.rightToLeft);
    row.dataset.swipe = side;
    row.dataset.swipeLabel = this.labelOf(side);
    row.classList.toggle('acts', isFarEnough(swipe.dx));
    row.style.setProperty('--swipe', `${swipe.dx}px`);
  }

  private end({ type }: PointerEvent): void {
    const { swipe } = this;
    this.swipe = null;
    if (!swipe?.started) return;
    const { row, dx } = swipe;
    delete row.dataset.swipe;
    row.classList.remove('acts');
    row.style.removeProperty('--swipe');
    if (type === 'pointerup' && isFarEnough(dx))
      this.act(Number(row.dataset.id), sideOf(dx, this.rightToLeft));
  }
}
