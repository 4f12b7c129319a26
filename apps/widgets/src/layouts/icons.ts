/** Paths on a grid of 24 by 24. STAR, QUOTE and PLAY are filled, the others are lines. */
export const CROSS = 'M6 6l12 12M18 6L6 18';
export const BACK = 'M15 5l-7 7 7 7';
export const FORTH = 'M9 5l7 7-7 7';
export const TICK = 'M5 12.5l4.5 4.5L19 7.5';
export const GLOBE = 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18';
export const PERSON = 'M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20a7.5 7.5 0 0115 0';
export const PAUSE = 'M9 6v12M15 6v12';
export const PLAY = 'M8 5v14l11-7z';
export const QUOTE = 'M21 6c-5 1-6 5-5 8h5v6h-8v-7c0-6 3-9 8-10zM10 6c-5 1-6 5-5 8h5v6H2v-7c0-6 3-9 8-10z';

/** The path of a star after its first coordinate, so that several stand in one row. */
const STAR_SHAPE = ' 2.5l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5-4.7-4.6 6.5-.9z';
export const STAR = `M12${STAR_SHAPE}`;
export const FIVE_STARS = [12, 36, 60, 84, 108].map((x) => `M${x}${STAR_SHAPE}`).join('');

/** The width of FIVE_STARS, which are 24 high. */
export const STARS_WIDTH = 120;

/**
 * Returns the width of the filled part of FIVE_STARS, up to STARS_WIDTH. A star is drawn 20 units wide in a box of 24, so a part
 * of it begins 2 units after the edge of its box.
 */
export function filledWidth(rating: number): number {
  const part = rating % 1;
  return 24 * Math.floor(rating) + (part && 2 + 20 * part);
}
