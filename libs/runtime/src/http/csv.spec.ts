import { csvLines } from './csv';

describe('csvLines', () => {
  it.each(['=1+1', '+1', '-1', '@cmd', '\t=1', '\r=1', '＝1+1'])(
    'guards the text %j, which a spreadsheet would run as a formula',
    (text) => {
      expect(csvLines([[text]])).toBe(`"'${text}"\r\n`);
    },
  );

  it('writes numbers as they are, also below zero', () => {
    expect(csvLines([[-0.25, 0, 4.5]])).toBe('"-0.25","0","4.5"\r\n');
  });

  it('quotes quotes and newlines, and writes an empty cell for null', () => {
    expect(csvLines([['a "b"\nc', null, true]])).toBe('"a ""b""\nc","","true"\r\n');
  });

  it('returns an empty text for no rows', () => {
    expect(csvLines([])).toBe('');
  });
});
