import { columnsOf, looksLikeHeader, plainHeading } from './column-guess';

const FIELDS = [
  { name: 'recipient', headings: ['email', 'phone', 'téléphone'] },
  { name: 'name', headings: ['name', 'guest'] },
  { name: 'reference', headings: ['reference', 'order', 'order id'] },
] as const;

describe('columnsOf', () => {
  it('knows headings in any case, with accents, signs and a byte order mark', () => {
    expect(columnsOf(['\uFEFFGUEST', ' E-Mail ', 'orderId'], FIELDS)).toEqual({
      name: [0],
      recipient: [1],
      reference: [2],
    });
    expect(columnsOf(['TELEPHONE', 'e_mail'], FIELDS)).toEqual({ recipient: [0, 1] });
  });

  it('has a heading of the field before one that also says whose it is', () => {
    expect(columnsOf(['Guest name', 'Name', "Guest's e-mail"], FIELDS)).toEqual({
      name: [1, 0],
      recipient: [2],
    });
  });

  it.each([
    'name of the hotel',
    'Email Marketing',
    'E-mail 1 - Type',
    'Company name',
    'orders',
    '',
    'the',
    'x'.repeat(100_000),
  ])('knows nothing of %.40j', (heading) => {
    expect(columnsOf([heading], FIELDS)).toEqual({});
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

describe('plainHeading', () => {
  it.each([
    ['E-Mail-Adresse', 'email adresse'],
    ['firstName', 'first name'],
    ['PRÉNOM_CLIENT', 'prenom client'],
  ])('writes %s as %s', (heading, plain) => {
    expect(plainHeading(heading)).toBe(plain);
  });
});
