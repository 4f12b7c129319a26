import { csvColumns } from './csv-columns';

describe('csvColumns', () => {
  it('reads the first line with commas, semicolons and tabs', () => {
    expect(csvColumns('author,rating,text\nLena,4,Good')).toEqual(['author', 'rating', 'text']);
    expect(csvColumns('\uFEFFauthor;rating\r\nLena;4')).toEqual(['author', 'rating']);
    expect(csvColumns('author\trating')).toEqual(['author', 'rating']);
  });

  it('keeps delimiters and quotes inside of quotes', () => {
    expect(csvColumns('"Name, first","the ""rating""",text')).toEqual([
      'Name, first',
      'the "rating"',
      'text',
    ]);
  });

  it('bounds the number of columns', () => {
    expect(csvColumns(Array.from({ length: 500 }, (_, at) => `c${at}`).join(','))).toHaveLength(100);
    expect(csvColumns('')).toEqual([]);
  });
});
