interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Bars this close to each other, or to the edge of the window, stand on top of each other, in px. */
const GAP = 24;
/** What is higher than this part of the window is no bar. */
const MAX_SHARE = 0.4;
const BARS = 'footer, .bottom-bar, .bulk-bar';

/** Returns how high the bars reach that stand at the bottom of the window below `place`. */
export function heightOfBars(
  bars: readonly Box[],
  place: Pick<Box, 'left' | 'right'>,
  windowHeight: number,
): number {
  let top = windowHeight;
  for (const bar of [...bars].sort((one, other) => other.bottom - one.bottom)) {
    const isBelow = bar.left < place.right && bar.right > place.left;
    const isBar = bar.bottom > bar.top && bar.bottom - bar.top <= windowHeight * MAX_SHARE;
    if (isBelow && isBar && bar.bottom <= windowHeight + 1 && bar.bottom >= top - GAP)
      top = Math.min(top, bar.top);
  }
  return windowHeight - top;
}

/** Keeps an element above the bars at the bottom of the window until the returned function is called. */
export function keepAboveBars(element: HTMLElement): () => void {
  let frame = 0;
  const measure = (): void => {
    frame = 0;
    const bars = [...document.querySelectorAll(BARS)]
      .filter((bar) => !bar.closest('dialog, [popover]') && !element.contains(bar))
      .map((bar) => bar.getBoundingClientRect());
    const height = heightOfBars(bars, element.getBoundingClientRect(), innerHeight);
    element.style.setProperty('--bars', `${height}px`);
  };
  const later = (): void => {
    frame ||= requestAnimationFrame(measure);
  };
  measure();
  const observer = new MutationObserver(later);
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener('resize', later);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    removeEventListener('resize', later);
  };
}
