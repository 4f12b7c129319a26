import { reviewText } from './field-values';

describe('reviewText', () => {
  it('keeps what the author wrote, without markup and without a translation of Google', () => {
    expect(reviewText('<b>Fine</b> &amp; warm')).toBe('Fine & warm');
    expect(reviewText('(Translated by Google) Very good\n\n(Original)\nTrès bien')).toBe('Très bien');
  });

  it('refuses a text of which nothing is left', () => {
    expect(() => reviewText('<br>')).toThrow('must not be empty');
  });
});
