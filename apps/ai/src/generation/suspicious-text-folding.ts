import { ownValue } from '@plaudit/contracts';

/**
 * The text behind this is never read by a provider: MAX_READ_TEXT is shorter, even if every fourth character
 * is visible.
 */
const MAX_SCANNED_TEXT = 20_000;

/**
 * Characters that are not seen: format characters (zero-width, bidirectional, tags, soft hyphens), Hangul
 * fillers, variation selectors except the one that makes emoji colourful, private and unassigned ones, and
 * halves of pairs.
 */
const HIDDEN =
  /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

/** Cyrillic, Greek, Armenian and phonetic letters that look like Latin ones, as pairs. */
const LOOK_ALIKES = new Map(
  (
    'аa АA вb ВB сc СC ԁd еe ЕE ёe һh НH нh іi ІI їi јj ЈJ кk КK ӏl мm МM оo ОO рp РP ԛq ѕs ЅS тt ТT уy УY хx ХX ѡw зz ' +
    'αa ΑA βb ΒB εe ΕE ηn ΗH ιi ΙI κk ΚK ΜM νv ΝN οo ΟO ρp ΡP τt ΤT υu ΥY χx ΧX ωw γy ΖZ ' +
    'աw սu օo ոn հh ցg ' +
    'ɪi ɢg ɴn ʀr ᴇe ᴀa ʟl ᴘp ᴠv ᴜu ꜱs ᴛt ᴄc ᴏo ᴅd ᴍm ʏy ʜh ʙb ᴋk ᴊj ᴢz ᴡw ɑa ɡg ǝe ıi'
  )
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
const LATIN_TO_CYRILLIC = new Map(
  [...'aаeеoоpрcсyуxхkкmмtтhнbв']
    .join('')
    .match(/../g)
    ?.map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
const LOOK_ALIKE = /[\u0250-\u02af\u0370-\u052f\u0561-\u0587\u1d00-\u1d2b\ua730-\ua731ǝ]/;

/** Latin letters in boxes and circles that no normalization resolves, by the code of their A. */
const BOXED_ALPHABETS = [0x1f1e6, 0x1f150, 0x1f170];
const BOXED = /[\u{1f1e6}-\u{1f1ff}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '€': 'e',
  '!': 'i',
  '|': 'i',
};

const WORD = /[\p{L}\p{N}@$€!|]+/gu;
const LEET_SIGNS = /[\d@$€!|]/g;
/** A digit or sign in a word with letters. Between it and the nearest letter stand at most digits of other scripts. */
const LEET_WORD = /[\d@$€!|](?:[^\P{N}\d]*\p{L}|(?<=\p{L}[^\P{N}\d]*.))/u;

/** Returns what a reader sees of a text: in NFKC, without hidden characters. Line breaks stay. */
export function visibleText(text: string): string {
  return text
    .slice(0, MAX_SCANNED_TEXT)
    .normalize('NFKC')
    .slice(0, MAX_SCANNED_TEXT)
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(CONTROLS, '')
    .replace(HIDDEN, '')
    .replace(/\u2800/g, ' ');
}

/**
 * Replaces letters of other alphabets inside Latin words, and Latin ones inside Cyrillic words. Keeps the
 * case.
 */
export function withoutLookAlikes(text: string): string {
  const unboxed = text.replace(BOXED, (letter) => latinOf(letter.codePointAt(0) ?? 0));
  return LOOK_ALIKE.test(unboxed) ? unboxed.replace(/[\p{L}\p{N}\p{M}]+/gu, withOneAlphabet) : unboxed;
}

/** Returns the text with one space in place of spaces and tabs in a row. Line breaks stay. */
export function withSingleSpaces(text: string): string {
  return text.replace(/[^\S\n ][^\S\n]*| [^\S\n]+/g, ' ');
}

/**
 * Returns the text in lower case, without accents, with the digits and signs of words replaced: `1gn0r3` is
 * `ignore`.
 */
export function withoutLeet(folded: string): string {
  if (!LEET_WORD.test(folded)) {
    return folded;
  }
  return folded.replace(WORD, (word) =>
    LEET_WORD.test(word)
      ? word.replace(/!+$/, '').replace(LEET_SIGNS, (sign) => ownValue(LEET, sign) ?? sign)
      : word,
  );
}

/** Returns the text in ROT13. ROT13 of that is the text again. */
export function rotatedText(folded: string): string {
  return folded.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97));
}

export function reversedText(folded: string): string {
  return [...folded].reverse().join('');
}

function latinOf(code: number): string {
  const start = BOXED_ALPHABETS.find((first) => code >= first && code < first + 26) ?? 0;
  return String.fromCharCode('a'.charCodeAt(0) + code - start);
}

function withOneAlphabet(word: string): string {
  if (!LOOK_ALIKE.test(word)) {
    return word;
  }
  const letters = [...word];
  const isForeign = letters.some((letter) => LOOK_ALIKE.test(letter) && !LOOK_ALIKES.has(letter));
  if (isForeign) {
    return letters.map((letter) => LATIN_TO_CYRILLIC.get(letter) ?? letter).join('');
  }
  const hasLatin =
    letters.some((letter) => /[a-z]/i.test(letter)) || /[\u0250-\u02af\u1d00-\u1d2b]/.test(word);
  return hasLatin ? letters.map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('') : word;
}
