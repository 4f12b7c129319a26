import {
  MAX_CSV_COLUMNS,
  MAX_CSV_ERRORS,
  MAX_CSV_FIELD,
  MAX_CSV_ROWS,
  parseCsv,
  parseReviewCsv,
} from './csv-parser';

const cellsOf = (text: string): string[][] => parseCsv(text).rows.map(({ cells }) => cells);

describe('parseCsv', () => {
  it.each([
    [
      'plain fields',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF and an end without a line end',
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['the line ends of old systems', 'a\r1\r', [['a'], ['1']]],
    ['a byte order mark', '\uFEFFa,b', [['a', 'b']]],
    ['quotes around delimiters and line ends', '"a,b","c\r\nd"', [['a,b', 'c\r\nd']]],
    ['doubled quotes', '"say ""hi""",""""', [['say "hi"', '"']]],
    ['empty fields at the end', 'a,,\n', [['a', '', '']]],
    ['quotes inside of a plain field', 'a 5" disk,b', [['a 5" disk', 'b']]],
    ['spaces, which belong to the field', ' a , b', [[' a ', ' b']]],
    ['a line that names the delimiter', 'sep=|\r\na|b;c', [['a', 'b;c']]],
  ])('reads %s', (_what, text, cells) => {
    expect(parseCsv(text)).toMatchObject({ errors: [] });
    expect(cellsOf(text)).toEqual(cells);
  });

  it.each([
    [';', 'name;email\nA, B;x'],
    ['\t', 'name\temail, private\torder'],
    [',', '"a;b;c;d",e'],
    [',', 'only'],
    ['|', 'a|b'],
  ])('finds the delimiter %j', (delimiter, text) => {
    expect(parseCsv(text).delimiter).toBe(delimiter);
  });

  it('leaves out empty rows and counts their lines', () => {
    expect(parseCsv('a,b\n\n,,\n1,2\n').rows.map(({ line }) => line)).toEqual([1, 4]);
  });

  it('counts the lines inside of quotes', () => {
    expect(parseCsv('"a\nb\r\nc",1\nd,2').rows).toEqual([
      { line: 1, cells: ['a\nb\r\nc', '1'] },
      { line: 4, cells: ['d', '2'] },
    ]);
  });

  it('reports an unclosed quote with its line and reads the rows after it', () => {
    expect(parseCsv('a,b\n1,"2\n3,4')).toMatchObject({
      rows: [{ cells: ['a', 'b'] }, { line: 3, cells: ['3', '4'] }],
      errors: [{ line: 2, code: 'unclosed_quote' }],
    });
  });

  it('keeps text after a closing quote and reports it', () => {
    expect(parseCsv('"a"b,c')).toMatchObject({
      rows: [{ cells: ['ab', 'c'] }],
      errors: [{ line: 1, code: 'text_after_quote' }],
    });
  });

  it('refuses a field that is too long and reads the next row', () => {
    const long = 'x'.repeat(MAX_CSV_FIELD + 1);
    for (const field of [long, `"${long}"`]) {
      expect(parseCsv(`${field},b\nc,d`)).toMatchObject({
        rows: [{ line: 2, cells: ['c', 'd'] }],
        errors: [{ line: 1, code: 'field_too_long' }],
      });
    }
  });

  it('refuses a row with too many columns', () => {
    const wide = Array.from({ length: MAX_CSV_COLUMNS + 1 }, () => 'x').join(',');
    expect(parseCsv(`${wide}\na`).rows).toEqual([{ line: 2, cells: ['a'] }]);
  });

  it('stops after the largest number of rows', () => {
    const { rows, errors } = parseCsv('a\n'.repeat(MAX_CSV_ROWS + 5));
    expect(rows).toHaveLength(MAX_CSV_ROWS);
    expect(errors).toEqual([{ line: MAX_CSV_ROWS + 1, code: 'too_many_rows' }]);
  });

  it('gives up on a text in which too many rows cannot be read', () => {
    const far = `"${'x'.repeat(MAX_CSV_FIELD + 1)}"\n`;
    const { rows, errors } = parseCsv(far.repeat(MAX_CSV_ERRORS + 50));
    expect(rows).toEqual([]);
    expect(errors).toHaveLength(MAX_CSV_ERRORS + 1);
    expect(errors.at(-1)).toEqual({ line: MAX_CSV_ERRORS + 1, code: 'too_many_errors' });
  });

  it('reads nothing from an empty text', () => {
    expect(parseCsv('')).toMatchObject({ rows: [], errors: [] });
    expect(parseCsv('\uFEFF\r\n')).toMatchObject({ rows: [], errors: [] });
  });
});

describe('parseReviewCsv', () => {
  it('begins with the names of the columns below the titles of an export, and keeps the numbers of the lines', () => {
    const text =
      'Reviews of the shop\r\nExported 2026-05-05\r\n\r\nAuthor;Review;Date\r\nAnn;Fine;2026-01-02\r\n"x"y;z\r\n';
    const { delimiter, rows, errors } = parseReviewCsv(text);
    expect(delimiter).toBe(';');
    expect(rows.slice(0, 2)).toEqual([
      { line: 4, cells: ['Author', 'Review', 'Date'] },
      { line: 5, cells: ['Ann', 'Fine', '2026-01-02'] },
    ]);
    expect(errors).toEqual([{ line: 6, code: 'text_after_quote' }]);
  });

  it('reads a file without titles as it is, with the delimiter that a person chose', () => {
    expect(
      parseReviewCsv('sep=;\nAuthor;Review;Date\nAnn;Fine;2026-01-02').rows.map(({ line }) => line),
    ).toEqual([2, 3]);
    expect(parseReviewCsv('Author;Review\nAnn;Fine', ',').rows[0]?.cells).toEqual(['Author;Review']);
  });
});
