import type { NameFormat } from '../settings/settings';

const EMAIL = /\S@\S+\.\S/;
/** Characters of zero width, and letters that are drawn as empty space, which people use to leave a required field empty. */
const BLANK = /^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** True if the text has nothing to see. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Formats the author's name. Returns null if there is no name to show. An email address is never shown as a name. */
export function authorName(name: string, format: NameFormat): string | null {
  const words = name.split(/\s+/).filter(Boolean);
  const [first, ...rest] = words;
  if (format === 'hidden' || first === undefined || isBlank(name) || EMAIL.test(name)) return null;
  if (format === 'full') return words.join(' ');
  const last = rest.at(-1);
  const family = last === undefined ? [] : [initial(last)];
  return [format === 'initials' ? initial(first) : first, ...family].join(' ');
}

function initial(word: string): string {
  const [letter] = graphemes.segment(word);
  return `${(letter?.segment ?? '').toLocaleUpperCase('en')}.`;
}
