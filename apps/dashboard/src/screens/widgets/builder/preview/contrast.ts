/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const HEX = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const RGB = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+%?))?\s*\)$/i;
const CHANNELS: readonly (0 | 1 | 2)[] = [0, 1, 2];

/** Reads `#rgb`, `#rrggbb` and what getComputedStyle returns. Returns null for other notations and for transparent colours. */
export function parseColour(text: string): Rgb | null {
  const [, digits] = HEX.exec(text.trim()) ?? [];
  if (digits) {
    const pairs =
      digits.length <= 4 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
    return alpha < 255 ? null : [red, green, blue];
  }
  const [, red, green, blue, alpha = '1'] = RGB.exec(text.trim()) ?? [];
  if (red === undefined) return null;
  const opacity = alpha.endsWith('%') ? Number.parseFloat(alpha) / 100 : Number(alpha);
  return opacity < 1 ? null : [Number(red), Number(green), Number(blue)];
}

export function toHex(colour: Rgb): string {
  return `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = CHANNELS.map((at) => {
    const value = colour[at] / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of WCAG 2, from 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const STEPS = 100;

/** Returns the colour nearest to `colour` that reaches the ratio on `ground`, darker or lighter, or null if none does. */
export function nearestPassing(colour: Rgb, ground: Rgb, needed: number): Rgb | null {
  const darker = luminance(ground) > 0.18;
  const ends: readonly number[] = darker ? [0, 255] : [255, 0];
  for (const end of ends) {
    for (let step = 0; step <= STEPS; step += 1) {
      const share = step / STEPS;
      const mixed = CHANNELS.map((at) => Math.round(colour[at] + (end - colour[at]) * share));
      const candidate = mixed as unknown as Rgb;
      if (contrastRatio(candidate, ground) >= needed) return candidate;
    }
  }
  return null;
}

/** The colours that the widget really has, by the setting that changes them. */
export type UsedColours = Readonly<Record<ColourRole, string>>;
export type ColourRole = 'text_color' | 'muted_color' | 'star_color' | 'accent_color' | 'card_background';

export interface ContrastWarning {
  setting: Exclude<ColourRole, 'card_background'>;
  ratio: number;
  needed: number;
  /** The nearest colour that passes. */
  better: string | null;
}

/** Text needs 4.5 and stars need 3, by WCAG 2.2 AA. */
const NEEDED: Readonly<Record<ContrastWarning['setting'], number>> = {
  text_color: 4.5,
  muted_color: 4.5,
  star_color: 3,
  accent_color: 4.5,
};

/** Returns the settings whose colours are too near to that of the card. A colour that cannot be read has no warning. */
export function contrastWarnings(used: UsedColours): ContrastWarning[] {
  const ground = parseColour(used.card_background);
  if (!ground) return [];
  const roles = Object.entries(NEEDED) as [ContrastWarning['setting'], number][];
  return roles.flatMap(([setting, needed]) => {
    const colour = parseColour(used[setting]);
    const ratio = colour ? contrastRatio(colour, ground) : Infinity;
    if (!colour || ratio >= needed) return [];
    const better = nearestPassing(colour, ground, needed);
    return [
      {
        setting: setting as ContrastWarning['setting'],
        ratio,
        needed,
        better: better && toHex(better),
      },
    ];
  });
}
