import { ownValue } from '@plaudit/contracts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const DIGIT = /[0-9\u0660-\u0669]/;
const LETTER = /\p{L}/u;
/** Signs that belong to the number around them, as in `1,284`. */
const SEPARATOR = /[.,:/\u00a0\u202f\u066b\u066c]/;
/** Signs without an outline: marks above letters, which are optional, and characters that only order others. */
const INVISIBLE = /\p{M}|\p{Cf}/gu;

type Direction = 'ltr' | 'rtl';

interface Run {
  direction: Direction;
  text: string;
}

/**
 * Returns the characters of a short label from left to right as they are drawn, with the joined forms of Arabic letters. Runs
 * of the other direction, such as a number in an Arabic sentence, stay readable. It does not handle nested quotations.
 */
export function visualOrder(label: string, direction: Direction): string[] {
  const runs = runsOf(joinArabic([...label.replace(INVISIBLE, '')]), direction);
  const ordered = direction === 'rtl' ? runs.reverse() : runs;
  return ordered.flatMap(({ direction: own, text }) => (own === 'rtl' ? [...text].reverse() : [...text]));
}

function runsOf(characters: readonly string[], base: Direction): Run[] {
  const runs: Run[] = [];
  characters.forEach((character, at) => {
    const direction = directionOf(character, characters, at) ?? base;
    const last = runs.at(-1);
    if (last?.direction === direction) last.text += character;
    else runs.push({ direction, text: character });
  });
  return runs;
}

/** Returns null for a blank or a sign that takes the direction of the sentence. */
function directionOf(character: string, all: readonly string[], at: number): Direction | null {
  if (DIGIT.test(character)) return 'ltr';
  if (RIGHT_TO_LEFT.test(character)) return 'rtl';
  if (LETTER.test(character)) return 'ltr';
  const within = DIGIT.test(all[at - 1] ?? '') && DIGIT.test(all[at + 1] ?? '');
  return within && SEPARATOR.test(character) ? 'ltr' : null;
}

/** The isolated form of each letter. Letters with a second true join the next one, so their final, initial and medial form follow. */
const FORMS = new Map<string, { isolated: number; joins: boolean }>(
  Object.entries({
    '\u0621': [0xfe80, false],
    '\u0622': [0xfe81, false],
    '\u0623': [0xfe83, false],
    '\u0624': [0xfe85, false],
    '\u0625': [0xfe87, false],
    '\u0626': [0xfe89, true],
    '\u0627': [0xfe8d, false],
    '\u0628': [0xfe8f, true],
    '\u0629': [0xfe93, false],
    '\u062a': [0xfe95, true],
    '\u062b': [0xfe99, true],
    '\u062c': [0xfe9d, true],
    '\u062d': [0xfea1, true],
    '\u062e': [0xfea5, true],
    '\u062f': [0xfea9, false],
    '\u0630': [0xfeab, false],
    '\u0631': [0xfead, false],
    '\u0632': [0xfeaf, false],
    '\u0633': [0xfeb1, true],
    '\u0634': [0xfeb5, true],
    '\u0635': [0xfeb9, true],
    '\u0636': [0xfebd, true],
    '\u0637': [0xfec1, true],
    '\u0638': [0xfec5, true],
    '\u0639': [0xfec9, true],
    '\u063a': [0xfecd, true],
    '\u0641': [0xfed1, true],
    '\u0642': [0xfed5, true],
    '\u0643': [0xfed9, true],
    '\u0644': [0xfedd, true],
    '\u0645': [0xfee1, true],
    '\u0646': [0xfee5, true],
    '\u0647': [0xfee9, true],
    '\u0648': [0xfeed, false],
    '\u0649': [0xfeef, false],
    '\u064a': [0xfef1, true],
  } satisfies Record<string, [number, boolean]>).map(([letter, [isolated, joins]]) => [
    letter,
    { isolated, joins },
  ]),
);

const LAM = '\u0644';
/** Lam and alef are one sign. The isolated form by alef; the final form follows. */
const LAM_ALEF: Readonly<Record<string, number>> = {
  '\u0622': 0xfef5,
  '\u0623': 0xfef7,
  '\u0625': 0xfef9,
  '\u0627': 0xfefb,
};
const HAMZA = '\u0621';

/** Replaces Arabic letters by the form that they have beside their neighbours. Other characters stay. */
function joinArabic(characters: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const letter = characters[at] as string;
    const form = FORMS.get(letter);
    const next = characters[at + 1] ?? '';
    const isAfterJoin = joins(characters[at - 1]) && letter !== HAMZA;
    const ligature = letter === LAM ? ownValue(LAM_ALEF, next) : undefined;
    if (ligature !== undefined) {
      joined.push(String.fromCodePoint(ligature + (isAfterJoin ? 1 : 0)));
      at += 1;
    } else joined.push(form ? formOf(form, isAfterJoin, next) : letter);
  }
  return joined;
}

function joins(letter: string | undefined): boolean {
  return letter !== undefined && (FORMS.get(letter)?.joins ?? false);
}

/** The forms follow each other: isolated, final, initial, medial. */
function formOf(
  { isolated, joins: canJoin }: { isolated: number; joins: boolean },
  isAfterJoin: boolean,
  next: string,
): string {
  const isBeforeJoin = canJoin && FORMS.has(next) && next !== HAMZA;
  return String.fromCodePoint(isolated + (isAfterJoin ? 1 : 0) + (isBeforeJoin ? 2 : 0));
}
