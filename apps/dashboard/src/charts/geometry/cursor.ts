/** Returns where a key moves the cursor of a chart, null to hide it, or undefined for a key that does not move it. */
export function movedCursor(at: number | null, key: string, count: number): number | null | undefined {
  const last = count - 1;
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return at === null ? last : Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return at === null ? 0 : Math.min(last, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return at === null ? undefined : null;
    default:
      return undefined;
  }
}

/** Returns the slot below the pointer, or the nearest one. `x` and `left` are in the units of `width`. */
export function slotAt(x: number, left: number, width: number, count: number): number | null {
  if (count === 0 || width <= 0) return null;
  return Math.min(count - 1, Math.max(0, Math.floor(((x - left) / width) * count)));
}
