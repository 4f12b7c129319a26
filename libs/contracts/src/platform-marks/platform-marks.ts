import paths from '../generated/platform-marks.json';
import { ownValue } from '../own-value';

export { reasonForLetters } from './mark-choices';

/** Returns the path of a platform's mark on a grid of 24 by 24, in one colour, or null if letters stand for it. */
export function platformMarkPath(platform: string): string | null {
  return ownValue<string>(paths, platform) ?? null;
}
