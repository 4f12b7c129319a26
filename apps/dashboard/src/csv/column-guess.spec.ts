import { guessColumns, looksLikeHeader } from './column-guess';

const FIELDS = [
  { name: 'recipient', headings: ['email', 'e-mail', 'phone', 'téléphone'] },
  { name: 'name', headings: ['name', 'guest'] },
  { name: 'reference', headings: ['reference', 'order'] },
] as const;

describe('guessColumns', () => {
  it('knows headings in any case, with accents and signs', () => {
    expect(guessColumns(['GUEST', ' E-Mail ', 'Order'], FIELDS)).toEqual({
      recipient: 1,
      name: 0,
      reference: 2,
    });
    expect(guessColumns(['TELEPHONE'], FIELDS)).toEqual({ recipient: 0 });
  });

  it('prefers a heading that is the name of the field to one that contains it', () => {
    expect(guessColumns(['name of the hotel', 'name'], FIELDS)).toEqual({ name: 1 });
    expect(guessColumns(['Guest email', 'Guest name'], FIELDS)).toEqual({ recipient: 0, name: 1 });
  });

  it('gives a column to one field only', () => {
    expect(guessColumns(['email name'], FIELDS)).toEqual({ recipient: 0 });
  });

  it('knows nothing of other and empty headings', () => {
    expect(guessColumns(['', 'orders', 'x'.repeat(100_000)], FIELDS)).toEqual({});
  });
});

describe('looksLikeHeader', () => {
  it.each([
    [['Name', 'Email'], true],
    [['Noa Bergman', 'noa@example.com'], false],
    [['Guest', '+49 151 234'], false],
    [['Noa Bergman', 'Lindau'], false],
  ])('tells for %j that it is %s', (row, expected) => {
    expect(looksLikeHeader(row, FIELDS)).toBe(expected);
  });
});
