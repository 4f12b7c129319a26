import { parseCsv } from './csv-parser';
import { writeCsv } from './csv-writer';

describe('writeCsv', () => {
  it('writes rows that the parser reads back', () => {
    const rows = [
      ['name', 'text'],
      ['Noa "N" Bergman', 'one,\r\ntwo'],
      ['', 'é;|\t'],
    ];
    expect(parseCsv(writeCsv(rows)).rows.map(({ cells }) => cells)).toEqual(rows);
  });

  it.each([
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+1+cmd', "'+1+cmd"],
    ['-2+3+cmd', "'-2+3+cmd"],
    ['\tx', "'\tx"],
  ])('keeps a spreadsheet from running %j', (value, written) => {
    expect(writeCsv([[value]])).toBe(`\uFEFF${written}\r\n`);
  });

  it.each(['+49 151 234', '-5', '+33 (0)1.23'])('leaves the number %s as it is', (value) => {
    expect(writeCsv([[value]])).toBe(`\uFEFF${value}\r\n`);
  });
});
