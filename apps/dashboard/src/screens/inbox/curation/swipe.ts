export type SwipeSide = 'approve' | 'ignore';

/** A finger that moved less than this may still scroll or tap, in px. */
const START = 12;
/** From here on, lifting the finger acts, in px. */
const ACTS_AT = 96;

/** Returns whether a movement is a swipe: sideways rather than up or down. Null while that is open. */
export function isSwipe(dx: number, dy: number): boolean | null {
  if (Math.hypot(dx, dy) < START) return null;
  return Math.abs(dx) > Math.abs(dy) * 1.5;
}

/** Returns which action a swipe shows: approve towards the end of the line, ignore towards its start. */
export function sideOf(dx: number, rightToLeft: boolean): SwipeSide {
  return dx > 0 !== rightToLeft ? 'approve' : 'ignore';
}

/** Returns true if lifting the finger now acts. */
export function isFarEnough(dx: number): boolean {
  return Math.abs(dx) >= ACTS_AT;
}
