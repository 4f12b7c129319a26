import { dataKey, guessUses, withUse } from './import-fields';

describe('guessUses', () => {
  it.each([
    [
      ['Name', 'Email', 'Order'],
      ['name', 'recipient', 'reference'],
    ],
    [
      ['Gast', 'E-Mail-Adresse', 'Zimmer'],
      ['name', 'recipient', 'none'],
    ],
    [
      ['Téléphone', 'Pays', 'Nom'],
      ['recipient', 'country', 'name'],
    ],
    [
      ['Guest name', 'Guest email'],
      ['name', 'recipient'],
    ],
  ])('reads the headings %j', (header, uses) => {
    expect(guessUses(header, header.length)).toEqual(uses);
  });

  it('leaves out columns without a heading', () => {
    expect(guessUses(['email'], 3)).toEqual(['recipient', 'none', 'none']);
  });
});

describe('withUse', () => {
  it('takes a field from the column that had it, and lets several columns be data', () => {
    expect(withUse(['recipient', 'name'], 1, 'recipient')).toEqual(['none', 'recipient']);
    expect(withUse(['data', 'name'], 1, 'data')).toEqual(['data', 'data']);
  });
});

describe('dataKey', () => {
  it.each([
    ['Stay (nights)', 'stay_nights'],
    ['Größe', 'gro_e'],
    ['Prénom', 'prenom'],
    ['1st night', 'st_night'],
    ['東京', 'column_5'],
    [undefined, 'column_5'],
  ])('makes of the heading %j the name %s', (heading, key) => {
    expect(dataKey(heading, 4)).toBe(key);
  });
});
