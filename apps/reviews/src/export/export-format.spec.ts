import { reviewCreated } from '@plaudit/contracts';
import { headOf, linesOf } from './export-format';

const line = (fields: object): string =>
  linesOf('csv', [JSON.stringify({ ...reviewCreated.example, ...fields })]);

describe('a CSV export', () => {
  it('has a header with the fields of a review, and as many cells in every line', () => {
    expect(headOf('csv')).toMatch(/^"id","type","label",.*"updated_on"\r\n$/);
    expect(line({}).split('","')).toHaveLength(headOf('csv').split('","').length);
  });

  it.each(['=1+1', '+1', '-1', '@cmd', '\t=1', '\r=1'])(
    'guards the cell %j, which a spreadsheet would run as a formula',
    (text) => {
      expect(line({ text })).toContain(`"'${text}"`);
      expect(line({ tags: [{ id: 1, name: text }] })).toContain(`"'${text}"`);
    },
  );

  it('quotes quotes and newlines, joins tags and writes other lists as JSON', () => {
    const tags = [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ];
    const written = line({
      text: 'He said "Go!"\nThen left.',
      tags,
      media: [{ type: 'image' }],
      verified: false,
    });
    expect(written).toContain('"He said ""Go!""\nThen left."');
    expect(written).toContain('"a, b"');
    expect(written).toContain('"[{""type"":""image""}]"');
    expect(written).toContain('"false"');
    expect(written.endsWith('\r\n')).toBe(true);
  });
});

describe('the date of a review in a CSV export', () => {
  it('is empty if it is not known', () => {
    const unknown = { posted_on: '1970-01-01 00:00:00', posted_precision: 'unknown' };
    expect(line(unknown)).toContain('"","unknown"');
    expect(line({})).toContain('"2026-09-14 11:24:23","second"');
  });
});

describe('an NDJSON export', () => {
  it('has one review per line and no header', () => {
    expect(headOf('ndjson')).toBe('');
    expect(linesOf('ndjson', ['{"id":1}', '{"id":2}'])).toBe('{"id":1}\n{"id":2}\n');
  });
});
