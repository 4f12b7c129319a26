import arabic from './glyphs/arabic.json';
import hebrew from './glyphs/hebrew.json';
import japanese from './glyphs/japanese.json';
import latin from './glyphs/latin.json';
import number from './glyphs/number.json';
import { visualOrder } from './visual-order';

/** The width and the path of each character. */
type Outlines = ReadonlyMap<string, { width: number; path: string }>;

interface Face {
  outlines: Outlines;
  unitsPerEm: number;
}

/** The outlines of bold digits. */
const NUMBER: Face = { outlines: outlinesOf(number), unitsPerEm: 1000 };
/** The outlines of the characters of all languages of widgets. */
const LABEL: Face = {
  outlines: outlinesOf({ ...japanese, ...arabic, ...hebrew, ...latin }),
  unitsPerEm: 500,
};

/** A text drawn as paths, so that no machine needs a font to show it. */
export interface DrawnText {
  /** In units of the image, at the font size 1. */
  width: number;
  /** Returns SVG with the text's left end at `x` on the base line `y`. */
  svg(x: number, y: number, size: number): string;
}

export function drawNumber(text: string): DrawnText | null {
  return draw(NUMBER, [...text]);
}

/** Returns null if a character has no outline. */
export function drawLabel(text: string, direction: 'ltr' | 'rtl'): DrawnText | null {
  return draw(LABEL, visualOrder(text, direction));
}

function draw({ outlines, unitsPerEm }: Face, characters: readonly string[]): DrawnText | null {
  const glyphs = characters.map((character) => outlines.get(character === '\u202f' ? '\u00a0' : character));
  let end = 0;
  const paths: string[] = [];
  for (const glyph of glyphs) {
    if (!glyph) return null;
    if (glyph.path) paths.push(`<path transform="translate(${end})" d="${glyph.path}"/>`);
    end += glyph.width;
  }
  return {
    width: end / unitsPerEm,
    svg: (x, y, size) =>
      `<g transform="translate(${decimal(x)} ${decimal(y)}) scale(${decimal(size / unitsPerEm)})">${paths.join('')}</g>`,
  };
}

/** Returns a number with at most four decimals. */
export function decimal(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}

/** Each entry is the width, a space and the path. */
function outlinesOf(entries: Readonly<Record<string, string>>): Outlines {
  return new Map(
    Object.entries(entries).map(([character, entry]) => {
      const [width = ''] = entry.split(' ', 1);
      return [character, { width: Number(width), path: entry.slice(width.length + 1) }];
    }),
  );
}
