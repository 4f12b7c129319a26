import { originalText } from './original-text';

describe('originalText', () => {
  it.each([
    ['(Translated by Google) Very good\n\n(Original)\nTrès bien', 'Très bien'],
    ['Très bien\n\n(Translated by Google)\nVery good', 'Très bien'],
    ['(Original)\nTrès bien\n\n(Translated by Google)\nVery good', 'Très bien'],
    ['(Traduit par Google) Très bien\n\n(Avis d’origine)\nSehr gut', 'Sehr gut'],
    ['(Übersetzt von Google) Sehr gut\n\n(Original)\nVery good', 'Very good'],
    ['(Translated by Google) Very good', 'Very good'],
    ['I like the (Original) recipe.', 'I like the (Original) recipe.'],
  ])('keeps what the author wrote of %j', (text, original) => {
    expect(originalText(text)).toBe(original);
  });
});
