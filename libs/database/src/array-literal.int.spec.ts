import { arrayLiteral } from './array-literal';
import { openSampleDatabase, type SampleDatabase } from './fixtures/sample-database';

const HOSTILE = [
  '',
  ' ',
  'NULL',
  'null',
  '"',
  '""',
  '\\',
  '\\\\',
  '\\"',
  '"\\',
  "'",
  "'); drop table jobs; --",
  ',',
  '{',
  '}',
  '{}',
  '{"a","b"}',
  '$1',
  '$&',
  '\\x00',
  ' spaces around ',
  'two\nlines\r\nand\ttabs',
  'Zoë 😀 \u{10FFFF} \u200f\u202e',
  '\u0001\u007f',
];

describe('arrayLiteral', () => {
  let sample: SampleDatabase;
  /** Returns the array as Postgres has read it. */
  const readBack = async (elements: Parameters<typeof arrayLiteral>[0], type: string): Promise<unknown> => {
    const sql = `select to_json($1::${type}[]) as elements`;
    const [row] = await sample.database.query<{ elements: unknown }>(sql, [arrayLiteral(elements)]);
    return row?.elements;
  };

  beforeAll(async () => {
    sample = await openSampleDatabase();
  });
  afterAll(() => sample.close());

  it('keeps every text as it is, whatever characters it has', async () => {
    await expect(readBack(HOSTILE, 'text')).resolves.toEqual(HOSTILE);
    const long = HOSTILE.join('').repeat(1_000);
    await expect(readBack([long, null, long], 'text')).resolves.toEqual([long, null, long]);
  });

  it('makes NULL of null and undefined', async () => {
    await expect(readBack([null, 'NULL', undefined], 'text')).resolves.toEqual([null, 'NULL', null]);
    await expect(readBack([null], 'integer')).resolves.toEqual([null]);
    await expect(readBack([], 'integer')).resolves.toEqual([]);
  });

  it('keeps numbers and booleans', async () => {
    const numbers = [0, -0, 1, -1.5, 1e-7, 1.7976931348623157e308, 0.1];
    await expect(readBack(numbers, 'float8')).resolves.toEqual(numbers.map((each) => each + 0));
    await expect(readBack([2 ** 53 - 1, 12n], 'bigint')).resolves.toEqual([2 ** 53 - 1, 12]);
    await expect(readBack([true, false], 'boolean')).resolves.toEqual([true, false]);
    const infinite = `select $1::float8[] = array['NaN', 'Infinity', '-Infinity']::float8[] as same`;
    await expect(
      sample.database.query(infinite, [arrayLiteral([NaN, Infinity, -Infinity])]),
    ).resolves.toEqual([{ same: true }]);
  });

  it('keeps times to the millisecond', async () => {
    const times = ['0001-01-01T00:00:00.000Z', '2026-03-29T01:30:00.123Z', '9999-12-31T23:59:59.999Z'];
    const [row] = await sample.database.query<{ times: Date[] }>('select $1::timestamptz[] as times', [
      arrayLiteral(times.map((time) => new Date(time))),
    ]);
    expect(row?.times.map((time) => time.toISOString())).toEqual(times);
    expect(() => arrayLiteral([new Date('never')])).toThrow(RangeError);
  });

  it('writes objects as JSON', async () => {
    const objects = [{ 'a"b': HOSTILE }, { nested: { list: [1, null, 'x,y'] } }, [], null];
    await expect(readBack(objects, 'jsonb')).resolves.toEqual(objects);
  });

  it('writes the same array as pg', async () => {
    const columns: [string, (string | number | boolean | object | null)[]][] = [
      ['text', [...HOSTILE, null]],
      ['integer', [1, -2, null]],
      ['boolean', [true, null, false]],
      ['timestamptz', [new Date(1_800_000_000_123), null]],
      ['jsonb', [{ text: HOSTILE.join('') }, null]],
    ];
    for (const [type, elements] of columns) {
      const same = `select $1::${type}[] = $2::${type}[] as same`;
      await expect(sample.database.query(same, [arrayLiteral(elements), elements])).resolves.toEqual([
        { same: true },
      ]);
    }
  });
});
