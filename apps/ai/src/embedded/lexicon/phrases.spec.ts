import { phrasesOf, spelled } from './phrases';

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
