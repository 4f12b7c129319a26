import { csvColumns, mappingOf, withCsvUse } from './csv-columns';

const CSV =
  '\uFEFFuserName;content;score;at;photo_url;;AT\nAda;"Fine; really";5;2026-01-02;https://img.example/a.jpg;x;y';

describe('csvColumns', () => {
  it('finds what the columns of a file are, with a sample of each', () => {
    const columns = csvColumns(CSV);
    expect(columns.map(({ name, use }) => [name, use])).toEqual([
      ['userName', 'from_name'],
      ['content', 'text'],
      ['score', 'rating_value'],
      ['at', 'posted_on'],
      ['photo_url', 'media'],
      ['', null],
      ['AT', null],
    ]);
    expect(columns[1]?.sample).toBe('Fine; really');
    expect(columns.map(({ isUnnamed }) => isUnnamed)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('bounds the number of columns', () => {
    expect(csvColumns(Array.from({ length: 150 }, (_, at) => `c${at}`).join(','))).toHaveLength(100);
    expect(csvColumns('')).toEqual([]);
  });
});

describe('withCsvUse', () => {
  const columns = csvColumns('a,b,c,Date\n1,2,3,4');

  it('moves a field to the column that a person chose', () => {
    const moved = withCsvUse(withCsvUse(columns, 0, 'title'), 1, 'title');
    expect(moved.map(({ use }) => use)).toEqual([null, 'title', null, 'posted_on']);
    expect(withCsvUse(moved, 3, null).map(({ use }) => use)).toEqual([null, 'title', null, null]);
  });

  it('lets several columns hold the photos', () => {
    const chosen = withCsvUse(withCsvUse(columns, 0, 'media'), 2, 'media');
    expect(mappingOf(chosen)).toMatchObject({
      media: ['a', 'c'],
      posted_on: 'Date',
      text: null,
      title: null,
    });
  });
});
