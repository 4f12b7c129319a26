import { isParticle, isSuffix } from './name-words';

/** Georgian has capital letters for headings only. */
const CASED = /^(?!.*\p{Script=Georgian})/u;
const VOWEL = /[aeiouy]/i;
/** The article of Dutch last names: van 't Riet. */
const ARTICLE = /^['’][ts]$/i;

/**
 * Returns the words of a name with capital letters where names have them. Words in mixed case stay as they are. `isCapitals` says
 * that the name has no small letter, so that its particles are capitals too.
 */
export function withCase(words: readonly string[], isCapitals: boolean): string[] {
  const isMixed = !isCapitals && words.some((word) => /\p{Lu}/u.test(word));
  return words.map((word, at) => {
    if (!CASED.test(word)) return word;
    const isSmall = !/\p{Lu}/u.test(word);
    const mayBeSmall = isMixed ? isSmall : at < words.length - 1 && (isSmall || isCapitals);
    if (ARTICLE.test(word) || (at > 0 && mayBeSmall && isParticle(word))) return word.toLowerCase();
    if (isSmall) return capitalised(word);
    return isShouted(word, isCapitals) ? capitalised(lowered(word)) : word;
  });
}

/** Returns true for a name in capital letters. Initials such as `JR` or `J.R.` and titles such as `MBA` are none. */
function isShouted(word: string, isCapitals: boolean): boolean {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  if (/\p{Ll}/u.test(word) || letters < 2 || word.includes('.') || isSuffix(word)) return false;
  return letters > 2 || (isCapitals && (VOWEL.test(word) || !/^[a-z]+$/i.test(word)));
}

/** Keeps the first letter, because the Turkish İ has no other capital form. */
function lowered(word: string): string {
  const [first = '', ...rest] = word;
  return first + rest.join('').replaceAll('İ', 'i').toLowerCase();
}

/** Writes each part of a name with a capital letter: Jean-Luc, O'Neil, McDonald. */
function capitalised(word: string): string {
  const parts = word.split(/([-·'’ʼ‘])/);
  return parts
    .map((part, at) => {
      const mark = parts[at - 1];
      const before = parts[at - 2] ?? '';
      const isPart = mark === undefined || mark === '-' || mark === '·';
      return isPart || before.length === 1 || /^(?:dell|dall|nell|sant)$/i.test(before)
        ? upperFirst(part)
        : part;
    })
    .join('');
}

function upperFirst(part: string): string {
  const mc = /^mc(\p{L})(\p{L}{2,})$/iu.exec(part);
  if (mc) return `Mc${upperFirst(mc[1] as string)}${mc[2]}`;
  const [first = '', ...rest] = part;
  const upper = first.toUpperCase();
  return upper.length === first.length ? upper + rest.join('') : part;
}
