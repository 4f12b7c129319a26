import type { NameFormat } from '../settings/settings';

const EMAIL = /\S@\S+\.\S/;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Formats the author's name. Returns null if there is no name to show. An email address is never shown as a name. */
export function authorName(name: string, format: NameFormat): string | null {
  const words = name.split(/\s+/).filter(Boolean);
  const [first, ...rest] = words;
  if (format === 'hidden' || first === undefined || EMAIL.test(name)) return null;
  if (format === 'full') return words.join(' ');
  const last = rest.at(-1);
  const family = last === undefined ? [] : [initial(last)];
  return [format === 'initials' ? initial(first) : first, ...family].join(' ');
}

function initial(word: string): string {
  const [letter] = graphemes.segment(word);
  return `${(letter?.segment ?? '').toLocaleUpperCase('en')}.`;
}
