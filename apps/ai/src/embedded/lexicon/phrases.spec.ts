import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSIGHTS_LANGUAGES } from '../../generation/insights-languages';
import { wordsOf } from '../../language/folded-text';
import { lexiconOf } from './lexicon';
import { phrasesOf, spelled } from './phrases';

/** These hold no phrases of a {@link PhraseBook} of the lexicon. */
const OTHER_LISTS = ['labels', 'clock', 'prepositions'];

/** Returns the lists below a key of a lexicon file by their path. */
function listsIn(value: unknown, path = ''): [path: string, list: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    OTHER_LISTS.includes(key) ? [] : listsIn(inner, `${path}/${key}`),
  );
}

/** Returns the texts that a pattern stands for: `good|great value*` is `good value` and `great value`. */
function textsOf(pattern: string): string[][] {
  const slots = pattern.split(' ').filter((slot) => slot !== '...');
  return slots.reduce<string[][]>(
    (texts, slot) =>
      texts.flatMap((words) => slot.split('|').map((word) => [...words, word.replace(/\*$/, '')])),
    [[]],
  );
}

describe('spelled', () => {
  it.each([
    ['Schön', 'schoen'],
    ['schoen', 'schoen'],
    ['hätte', 'haette'],
    ['hatte', 'hatte'],
    ['Größe', 'groesse'],
    ['vergüenza', 'verguenza'],
    ['Café, às nove', 'cafe, as nove'],
    ['O café é bom e barato', 'o cafe eh bom e barato'],
    ["È pulito e centrale, l'hotel e' ottimo", "eh pulito e centrale, l'hotel eh ottimo"],
    ['Perché né qui né là', 'perche ne qui ne la'],
  ])('writes %j as %j', (text, expected) => {
    expect(spelled(text)).toBe(expected);
  });

  it('writes an umlaut of two characters as that of one', () => {
    expect(spelled('scho\u0308n')).toBe('schoen');
  });
});

describe('phrasesOf', () => {
  it('returns the phrases between the commas, without the empty ones', () => {
    expect(phrasesOf('Gut, , sehr schön,')).toEqual(['gut', 'sehr schoen']);
  });
});

describe.each(INSIGHTS_LANGUAGES)('The lists of the lexicon in %s', (language) => {
  const file: unknown = JSON.parse(readFileSync(join(__dirname, `${language}.json`), 'utf8'));
  const lists = listsIn(file);

  it('hold no phrase that no text matches', () => {
    const { phrases, traits } = lexiconOf(language);
    const dead = lists.flatMap(([path, list]) => {
      const book = path.endsWith('_if_named') ? traits : phrases;
      return phrasesOf(list).filter((pattern) =>
        textsOf(pattern).some((words) => {
          const match = book.longestAt(wordsOf(words.join(' ')), 0);
          return match?.length !== words.length;
        }),
      );
    });
    expect(dead).toEqual([]);
  });

  it('hold each phrase once', () => {
    const listed = lists.flatMap(([path, list]) =>
      phrasesOf(list).map((pattern) => (path.endsWith('_if_named') ? `${path}: ${pattern}` : pattern)),
    );
    expect(listed.filter((pattern, at) => listed.indexOf(pattern) !== at)).toEqual([]);
  });
});
