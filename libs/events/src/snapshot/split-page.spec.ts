import { array, assert, boolean, integer, property, tuple } from 'fast-check';
import type { ReadRecord } from './snapshot-source';
import { splitPage } from './split-page';

const OWNER = { account_id: 1, sub_account_id: 1, version: 1 };
const record = (id: number, text = '') => ({ id, ...OWNER, text });
const deleted = (id: number, text = '') => ({ ...record(id, text), deleted: true });
const page = (records: ReadRecord[], after = 0, through: number | null = null) => ({
  after,
  through,
  begun_on: '2026-11-22 03:00:00',
  records,
});
const pagesOf = (...given: Parameters<typeof splitPage>) => splitPage(...given).map((part) => part.page);

describe('splitPage', () => {
  it('returns a page that fits unchanged', () => {
    const whole = page([record(5), record(9)], 4, 9);
    expect(pagesOf(whole)).toEqual([whole]);
  });

  it('returns one empty page for a range without records', () => {
    expect(pagesOf(page([], 9))).toEqual([page([], 9)]);
  });

  it('splits a page in which the records do not fit together, without a gap between the ranges', () => {
    const parts = pagesOf(page([record(5, 'a'.repeat(60)), record(7, 'b'.repeat(60)), record(8)], 4), 200);
    expect(parts.map(({ after, through, records }) => [after, through, records.map(({ id }) => id)])).toEqual(
      [
        [4, 5, [5]],
        [5, null, [7, 8]],
      ],
    );
  });

  it('lists deleted records apart from the others and without their mark, in the order of their ids', () => {
    const read = page([deleted(5), record(6), deleted(8), { ...record(9), deleted: false }], 4, 9);
    expect(pagesOf(read)).toEqual([
      { ...page([record(6), record(9)], 4, 9), deleted: [record(5), record(8)] },
    ]);
  });

  it('ends a range with a deleted record, and lists none in a page without any', () => {
    const parts = pagesOf(page([record(5, 'a'.repeat(60)), deleted(7, 'b'.repeat(60)), record(8)], 4), 130);
    expect(parts).toEqual([
      page([record(5, 'a'.repeat(60))], 4, 5),
      { ...page([], 5, 7), deleted: [record(7, 'b'.repeat(60))] },
      page([record(8)], 7),
    ]);
  });

  it('counts bytes and not characters', () => {
    const bytes = (text: string) => splitPage(page([record(1, text), record(2, text)]), 300).length;
    expect(bytes('x'.repeat(80))).toBe(1);
    expect(bytes('ü'.repeat(80))).toBe(2);
  });

  it('returns the JSON of each page', () => {
    const read = page([record(5, 'ü"'), deleted(6), record(7, 'b'.repeat(120)), deleted(8)], 4);
    const parts = splitPage(read, 200);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of [...parts, ...splitPage(page([], 9))])
      expect(part.json).toBe(JSON.stringify(part.page));
  });

  it('throws for a record that fits into no event and names it', () => {
    expect(() => splitPage(page([record(5, 'a'.repeat(300))]), 200)).toThrow('The record 5 has');
  });

  it('keeps every record once, in ranges that follow each other, whatever the sizes', () => {
    assert(
      property(
        array(tuple(integer({ min: 0, max: 150 }), boolean()), { maxLength: 40 }),
        integer({ min: 1, max: 99 }),
        (given, step) => {
          const records = given.map(([size], at) => record((at + 1) * step, 'x'.repeat(size)));
          const isDeleted = (wanted: boolean) => records.filter((_record, at) => given[at]![1] === wanted);
          const read = records.map((one, at) => ({ ...one, deleted: given[at]![1] }));
          const parts = pagesOf(page(read, 0, 9_999), 250);
          expect(parts.flatMap((part) => part.records)).toEqual(isDeleted(false));
          expect(parts.flatMap((part) => part.deleted ?? [])).toEqual(isDeleted(true));
          expect(parts[0]!.after).toBe(0);
          expect(parts.at(-1)!.through).toBe(9_999);
          parts.slice(1).forEach((part, at) => expect(part.after).toBe(parts[at]!.through));
          for (const { after, through, ...lists } of parts) {
            const own = [...lists.records, ...(lists.deleted ?? [])];
            expect(own.every(({ id }) => id > after && id <= through!)).toBe(true);
            expect(Buffer.byteLength(JSON.stringify(own))).toBeLessThanOrEqual(251);
          }
        },
      ),
    );
  });
});
