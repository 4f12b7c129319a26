import { numbersIn } from './numbers-in-text';
import { areNumbersSupported, figuresOf, type NumberSources } from './supported-numbers';

/** 25 reviews: 10 with five stars, 4 with four, 3 with three, 5 with two and 3 with one. The mean is 3.52. */
const REVIEWS = [10, 4, 3, 5, 3].flatMap((count, index) =>
  Array.from({ length: count }, () => ({ star: 5 - index })),
);

describe('figuresOf', () => {
  it('counts the stars, and averages the rated reviews only', () => {
    expect(figuresOf([...REVIEWS, { star: null }])).toEqual({
      count: 26,
      average: 3.52,
      stars: [3, 5, 3, 4, 10],
    });
  });

  it('has no average without ratings', () => {
    expect(figuresOf([{ star: null }])).toMatchObject({ count: 1, average: null });
  });
});

describe('numbersIn', () => {
  it.each([
    ['1.200 and 1,200 and 1 200', [1_200, 1_200, 1_200]],
    ['3,5 or 4.25', [3.5, 4.25]],
    ['1.234,5', [1_234.5]],
    ['12345', [12_345]],
    ['in 2024 100 guests', [2_024, 100]],
    ['from 9.30 to 18:00', [9.3, 18, 0]],
    ['٣٫٥ is not read as one number, ٤٢ is', [3, 5, 42]],
    ['४२ ௪௨ 42', [42, 42, 42]],
    ['Ⅷ is a letter', []],
    ['x²', [2]],
    ['no digit', []],
  ])('finds the numbers in "%s"', (text, values) => {
    expect(numbersIn(text).map(({ value }) => value)).toEqual(values);
  });

  it.each([
    '85 %',
    '85%',
    '85 percent',
    '85 pour cent',
    '85 por ciento',
    '85 Prozent',
    '85 per cento',
    '८५ %',
  ])('reads "%s" as a percentage', (text) =>
    expect(numbersIn(text)).toMatchObject([{ value: 85, isPercent: true }]),
  );
});

describe('areNumbersSupported', () => {
  const check = (text: string, sources: Partial<NumberSources> = {}): boolean =>
    areNumbersSupported(text, {
      figures: figuresOf(REVIEWS),
      cited: 7,
      texts: ['We waited 45 minutes for a table of six.', 'Hotel 21'],
      language: 'en',
      ...sources,
    });

  it.each([
    ['the number of reviews', 'Based on 25 reviews.'],
    ['the average', 'The average is 3.52, about 3.5, nearly 4.'],
    ['the average with a comma', 'Im Schnitt 3,5.'],
    ['the average and its scale', 'It has 3.5 out of 5, or 3,5/5, or 3,5 sur 5.'],
    ['the number of cited reviews', 'Praised by 7 customers.'],
    ['how many have some stars', 'There are 10 reviews with 5 stars and 3 with 1 star.'],
    ['how many are positive or negative', '14 are happy, 8 are not.'],
    ['the share of positive reviews', '56 % are positive, 32 % are negative.'],
    ['the share of those that it cites', 'Mentioned by 28 % of the reviews.'],
    ['a number of a cited review', 'One waited 45 minutes.'],
    ['a number that a cited review writes as a word', 'A table for 6.'],
    ['the name of the business', 'Hotel 21 is well liked.'],
    ['the number of cited reviews as a word', 'Seven of the guests praise it.'],
    ['a star count as a word', 'Ten very happy guests.'],
    ['half, if half of them are cited', 'Half of the guests praise it.', { cited: 12 }],
    ['all, if all of them are cited', 'All guests praise it.', { cited: 25 }],
    ['a word of another language', 'They came at once, customers say.', {}],
    ['a number word that counts something else', 'They have two pools.', {}],
    ['no number at all', 'Staff is friendly.'],
  ] as [string, string, Partial<NumberSources>?][])('accepts %s', (_what, text, sources = {}) => {
    expect(check(text, sources)).toBe(true);
  });

  it.each([
    ['an invented count', '314 customers liked it.'],
    ['an invented count in digits of another script', '٣١٤ customers liked it.'],
    ['an invented count with groups', '1,200 customers liked it.'],
    ['an invented percentage', '97 % liked it.'],
    ['the average as a percentage', '3.5 % liked it.'],
    ['a share without its percent sign', '56 customers liked it.'],
    ['an average of its own', 'It has 4.8 out of 5.'],
    ['an average of its own in full width digits', 'It has ４.８ stars.'],
    ['a ratio', '4 out of 5 customers liked it.'],
    ['a number of a review that it does not cite', 'One waited 45 minutes.', { texts: [] }],
    ['more people than it cites', 'Nine customers liked it.'],
    ['more people than it cites, with words between', 'Twelve of the happy guests liked it.'],
    ['half, if few are cited', 'Half of the guests complain.', { cited: 2 }],
    ['all, if some are cited', 'All guests praise it.'],
    ['every, if some are cited', 'Every guest praises it.'],
    ['a French count', 'Neuf clients apprécient.', { language: 'fr' }],
    ['all in French', 'Tous les clients apprécient.', { language: 'fr' }],
    ['half in German', 'Die Hälfte der Gäste lobt es.', { language: 'de' }],
    ['a German count', 'Zwölf Gäste loben es.', { language: 'de' }],
    ['all in Italian', 'Tutti gli ospiti lo lodano.', { language: 'it' }],
    ['a Spanish count', 'Nueve de los huéspedes lo dicen.', { language: 'es' }],
    ['all in Portuguese', 'Todos os clientes elogiam.', { language: 'pt' }],
    ['stars that nobody gave', 'A 4-star place.', { figures: figuresOf([{ star: 5 }]) }],
  ] as [string, string, Partial<NumberSources>?][])('refuses %s', (_what, text, sources = {}) => {
    expect(check(text, sources)).toBe(false);
  });

  it.each([
    ['l’accueil parfait 24 h sur 24', 'fr'],
    ['alle recensioni rispondono presto', 'it'],
  ])('judges "%s" by the words of its own language', (text, language) => {
    expect(check(text, { language, texts: ['ouvert 24 h sur 24'] })).toBe(true);
  });
});
