type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const TEXTS = ['#ffffff', '#111827', '#000000'] as const;
/** The contrast that WCAG 2 asks of text at level AA. */
const MIN_CONTRAST = 4.5;

/** Returns the contrast of two `#rrggbb` colours as WCAG 2 defines it, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return ratio(rgbOf(one), rgbOf(other));
}

/**
 * Returns the colour of text on `background`. White is preferred where it can be read, because people expect it on a coloured button.
 * Black is needed only for a few colours of medium brightness.
 */
export function textOn(background: string): string {
  return TEXTS.find((text) => contrastOf(text, background) >= MIN_CONTRAST) ?? TEXTS[2];
}

/** Returns the colour itself, or the nearest darker or lighter shade that can be read as text on `background`. */
export function readableOn(background: string, color: string): string {
  const under = rgbOf(background);
  const towards = ratio(under, WHITE) > ratio(under, BLACK) ? WHITE : BLACK;
  const wanted = rgbOf(color);
  const shades = Array.from({ length: 21 }, (_, step) => mixed(wanted, towards, step / 20));
  return hexOf(shades.find((shade) => ratio(shade, under) >= MIN_CONTRAST) ?? towards);
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (place: 0 | 1 | 2): number => Math.round(from[place] + (to[place] - from[place]) * share);
  return [channel(0), channel(1), channel(2)];
}

function ratio(one: Rgb, other: Rgb): number {
  const [bright, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
