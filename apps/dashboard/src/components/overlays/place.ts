const GAP = 4;
const MARGIN = 8;

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Returns the top left corner of a box of this size below `anchor`, or above it if there is no room below, inside the window. */
export function placeOf(
  anchor: Box,
  size: { width: number; height: number },
  window: { width: number; height: number },
  rightToLeft = false,
): { top: number; left: number } {
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - size.height;
  const fitsBelow = below + size.height + MARGIN <= window.height;
  const top = fitsBelow || above < MARGIN ? below : above;
  const wished = rightToLeft ? anchor.right - size.width : anchor.left;
  const left = Math.min(Math.max(wished, MARGIN), Math.max(MARGIN, window.width - size.width - MARGIN));
  return { top: Math.max(MARGIN, Math.min(top, window.height - size.height - MARGIN)), left };
}

/** Places an open popover beside the button that opened it. */
export function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  const { width, height } = popover.getBoundingClientRect();
  const window = {
    width: document.documentElement.clientWidth,
    height: document.documentElement.clientHeight,
  };
  const { top, left } = placeOf(
    button.getBoundingClientRect(),
    { width, height },
    window,
    document.documentElement.dir === 'rtl',
  );
  popover.style.top = `${top}px`;
  popover.style.left = `${left}px`;
}
