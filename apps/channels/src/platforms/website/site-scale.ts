import { numberAt } from '../builders/json-paths';

const USUAL_SCALE = 5;
const MAX_SCALE = 100;

/** Returns the highest rating that the owner of a site chose, or five stars for anything else. */
export function siteScale(chosen: unknown): number {
  // WordPress stores options as text.
  const scale = numberAt(chosen, '') ?? USUAL_SCALE;
  return Number.isInteger(scale) && scale >= 2 && scale <= MAX_SCALE ? scale : USUAL_SCALE;
}
