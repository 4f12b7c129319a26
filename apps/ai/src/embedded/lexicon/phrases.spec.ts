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
