import { ApiError } from '@plaudit/contracts';
import { MAX_COLUMNS, readCsv } from './csv-table';

const read = readCsv;
const cells = async (text: string) => {
  const { header, rows } = await read(text);
  return [header, ...rows.map((row) => row.cells)];
};

/** Returns the error of a file that is refused. */
async function refusal(text: string): Promise<{ code: string; field: unknown; msg: string }> {
  try {
    await read(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, field: error.details.field, msg: error.message };
  }
  throw new Error('The file was read');
}

describe('readCsv', () => {
  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\n1;2'],
    ['tabs', 'a\tb\n1\t2'],
    ['vertical bars', 'a|b\n1|2'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['CR alone', 'a,b\r1,2\r'],
    ['a byte order mark', '\uFEFFa,b\n1,2'],
    ['quotes', '"a","b"\n"1","2"'],
    ['a line that names the delimiter', 'sep=;\r\na;b\r\n1;2'],
    ['blank lines and empty rows', '\n\na,b\n\n,\n1,2\n\n  ,\n'],
    ['blanks around the names', ' a , b \n1,2'],
  ])('reads a file with %s', async (_name, text) => {
    expect(await cells(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('keeps newlines, doubled quotes and delimiters in quoted cells', async () => {
    const text = 'a;b\n"one\r\ntwo; three";"say ""hi"""\n';
    expect((await cells(text))[1]).toEqual(['one\r\ntwo; three', 'say "hi"']);
  });

  it('does not take a delimiter inside of a quoted name for the delimiter of the file', async () => {
    expect((await cells('"x,y,z";b\n1;2'))[0]).toEqual(['x,y,z', 'b']);
  });

  it('keeps formulas as they are', async () => {
    const formulas = ['=1+1', '@SUM(A1)', '+1', '-1'];
    expect((await cells(`text\n${formulas.join('\n')}`)).slice(1)).toEqual(formulas.map((one) => [one]));
  });

  it('keeps a character of four bytes that two parts of the file share', async () => {
    const text = `${'x'.repeat(32 * 1024 - 7)}😀`;
    const [, row] = await cells(`a,b\n1,${text}`);
    expect(row![1]).toBe(text);
  });

  it('reports a row with more cells than the header, unless they are empty', async () => {
    const { rows } = await read('a,b\n1,2,3\n1,2,,\n1');
    expect(rows).toEqual([
      { cells: ['1', '2'], isTooLong: true },
      { cells: ['1', '2'], isTooLong: false },
      { cells: ['1'], isTooLong: false },
    ]);
  });

  it.each<[name: string, text: string, code: string, msg: string]>([
    ['no text', '', 'bulk_empty', 'empty'],
    ['blank lines only', '\n \n', 'bulk_empty', 'empty'],
    ['a header only', 'a,b\n,\n', 'bulk_empty', 'at least one row'],
    ['501 rows', `a\n${'1\n'.repeat(501)}`, 'bulk_too_large', 'at most 500 rows'],
    ['NULs', 'a,b\n1,\0', 'invalid_value', 'NUL'],
    ['an unclosed quote', 'a,b\n"1,2\n3,4', 'invalid_value', 'never closed'],
    ['text behind a closing quote', 'a,b\n"1" x,2', 'invalid_value', 'behind a closing quote'],
    ['a quote in a cell without quotes', 'a,b\n1"x",2', 'invalid_value', 'inside of a cell without quotes'],
    ['a quoted cell of 2 MB', `a,b\n"${'x'.repeat(2_000_000)}",1`, 'invalid_value', '256 KiB'],
    [
      '2 MB in one quote that is never closed',
      `a,b\n"${'1,2\n'.repeat(500_000)}`,
      'invalid_value',
      '256 KiB',
    ],
    ['a header of 100,000 columns', `${'a,'.repeat(100_000)}b\n1`, 'invalid_value', `at most ${MAX_COLUMNS}`],
  ])('refuses a file with %s', async (_name, text, code, msg) => {
    expect(await refusal(text)).toEqual({ code, field: 'csv', msg: expect.stringContaining(msg) as unknown });
  });

  it('names the line of a fault', async () => {
    expect((await refusal('a,b\n1,2\n"3" x,4')).msg).toContain('(line 3)');
  });

  it('reports a row of 2 million commas', async () => {
    const { rows } = await read(`a,b\n${','.repeat(2_000_000)}1`);
    expect(rows).toEqual([{ cells: ['', ''], isTooLong: true }]);
  });

  it('keeps the cells of the header only, however wide the rows are', async () => {
    const wide = `1,2${',9'.repeat(100_000)}`;
    const { rows } = await read(`a,b\n${`${wide}\n`.repeat(8)}`);
    expect(rows).toHaveLength(8);
    expect(rows.every(({ cells: kept, isTooLong }) => kept.length === 2 && isTooLong)).toBe(true);
  });
});
