import fc from 'fast-check';
import { foldedText, searchWords } from './search-words';

const wordsOf = (text: string): string[] => [...searchWords(text).words];

describe('foldedText', () => {
  it.each([
    ['case', 'BREAD', 'bread'],
    ['accents', 'ÉCLAIR', 'eclair'],
    ['accents that are separate characters', 'e\u0301clair', 'eclair'],
    ['letters without decomposition', 'Smørrebrød in Łódź', 'smorrebrod in lodz'],
    ['ligatures', 'œuf æble', 'oeuf aeble'],
    ['the final sigma', 'ΨΩΜΟΣ ψωμός', 'ψωμοσ ψωμοσ'],
    ['ß in either case', 'Straße STRASSE STRAẞE', 'strasse strasse strasse'],
    ['the Turkish letters i', 'Isparta ışık İzmir', 'isparta isik izmir'],
    ['compatibility forms', 'ｃａｆé ﬁne №1', 'cafe fine no1'],
    ['the hamza of Arabic', 'أحمد', 'احمد'],
    ['Cyrillic', 'Ёлка', 'елка'],
  ])('removes differences of %s', (_what, text, folded) => {
    expect(foldedText(text)).toBe(folded);
  });

  it('keeps the voiced syllables of Japanese and the syllables of Korean', () => {
    expect(foldedText('パン がき 빵집')).toBe('パン がき 빵집');
  });

  it('is the same for every spelling of a text, and does not change its own result', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        const folded = foldedText(text);
        expect(foldedText(folded)).toBe(folded);
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
          expect(foldedText(text.normalize(form))).toBe(folded);
        }
        expect(foldedText(text.toUpperCase())).toBe(folded);
        expect(foldedText(text.toLowerCase())).toBe(folded);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('searchWords', () => {
  it('separates words at everything but letters, digits and emoji', () => {
    expect(wordsOf("L'éclair, 100% fresh_bread! (slow-baked)\n👍🏽")).toEqual([
      'l',
      'eclair',
      '100',
      'fresh',
      'bread',
      'slow',
      'baked',
      '👍',
    ]);
  });

  it('returns each word once, and none for a text without letters, digits and emoji', () => {
    expect(wordsOf('bread Bread BREAD')).toEqual(['bread']);
    expect(searchWords(' %_\\ … !')).toEqual({ words: new Set(), runs: [] });
  });

  it('returns characters without spaces between words as runs', () => {
    const { words, runs } = searchWords('東京のパンはbestです、ขนมปังอร่อย 빵집');
    expect(runs).toEqual(['東京のパンは', 'です', 'ขนมปังอร่อย']);
    expect([...words]).toEqual(['best', '빵집']);
  });

  it('shortens a very long word without splitting a character', () => {
    expect(wordsOf('𝒳'.repeat(10) + '𐐀'.repeat(100))).toEqual(['x'.repeat(10) + '𐐨'.repeat(54)]);
  });
});
