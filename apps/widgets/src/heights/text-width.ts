/**
 * The widths of letters in em. They are those of Arial and 3 % more, because some web fonts are wider. A little too much height is
 * better than too little, which moves the page.
 */
const NARROW = 0.27;
const USUAL = 0.55;
const CYRILLIC = 0.59;
const BROAD = 0.7;
const VERY_BROAD = 0.88;
const SQUARE = 1;

/** Letters that fill a square. A line can break before each of them. */
const SQUARES =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60]|\p{Extended_Pictographic}/u;
/** Where a line can break within a word. */
const BREAKS = new RegExp(`(?<=\\p{L}-)(?=\\p{L})|(?=${SQUARES.source})`, 'u');
/** Marks that stand above or below a letter, and signs without a width. */
const MARKS = /\p{Mn}|\p{Cf}/u;
const KINDS: readonly [RegExp, number][] = [
  [/[\sijlftrI.,:;!|'’()[\]/-]/, NARROW],
  [/[mwMW@%—…]/, VERY_BROAD],
  [/\p{Lu}/u, BROAD],
  [/\p{sc=Cyrillic}/u, CYRILLIC],
  [MARKS, 0],
  [SQUARES, SQUARE],
];

const widths = new Map<string, number>();

function letterWidth(letter: string): number {
  const known = widths.get(letter);
  if (known !== undefined) return known;
  const width = KINDS.find(([kind]) => kind.test(letter))?.[1] ?? USUAL;
  // Of the million letters that a review can contain, only the 65,536 of the basic plane are kept.
  if (letter.length === 1) widths.set(letter, width);
  return width;
}

/** Returns the width of a text in one line, in em. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width;
}

/** A text whose words are measured, so that it can be broken into lines of several widths. */
export class MeasuredText {
  /** The widths of what a line never breaks, each with the space behind it. */
  private readonly pieces: { width: number; space: number }[];

  constructor(text: string) {
    const words = text.split(/\s+/).filter(Boolean);
    this.pieces = words.flatMap((word) => {
      const parts = piecesOf(word).map(textWidth);
      return parts.map((width, at) => ({ width, space: at === parts.length - 1 ? NARROW : 0 }));
    });
  }

  /** Returns the number of lines of this width in em, or of 1 em in a narrower place. Counts no further than `most` and one more. */
  lines(place: number, most = Infinity): number {
    const width = Math.max(place, 1);
    let lines = 1;
    let filled = 0;
    for (const piece of this.pieces) {
      if (filled > 0 && filled + piece.width > width) {
        lines += 1;
        filled = 0;
      }
      // A word that is longer than a line continues in the next one.
      const rest = Math.max(0, Math.ceil(piece.width / width) - 1);
      lines += rest;
      filled += piece.width - rest * width + piece.space;
      if (lines > most) return most + 1;
    }
    return lines;
  }
}

/** Splits a word before each letter that fills a square and after each hyphen. */
function piecesOf(word: string): string[] {
  return BREAKS.test(word) ? word.split(BREAKS) : [word];
}
