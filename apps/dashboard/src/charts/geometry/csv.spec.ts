import { csvOf } from './csv';

describe('The CSV file of a chart', () => {
  it('has a header line, quoted texts and bare numbers', () => {
    expect(
      csvOf(
        ['Month', 'Rating'],
        [
          ['10/2026', 4.5],
          ['11/2026', null],
        ],
      ),
    ).toBe('"Month","Rating"\r\n"10/2026",4.5\r\n"11/2026",""\r\n');
  });

  it('keeps commas, quotes and line breaks inside their cell', () => {
    expect(csvOf(['a'], [['x, "y"\nz']])).toBe('"a"\r\n"x, ""y""\nz"\r\n');
  });

  it('disarms a text that a spreadsheet would run', () => {
    expect(csvOf(['a'], [['=HYPERLINK("http://evil")'], ['-5']])).toBe(
      '"a"\r\n"\'=HYPERLINK(""http://evil"")"\r\n"\'-5"\r\n',
    );
    expect(csvOf(['a'], [[-5]])).toBe('"a"\r\n-5\r\n');
  });
});
