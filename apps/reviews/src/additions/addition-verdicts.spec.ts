import fc from 'fast-check';
import type { KnownSources } from '../sources/sources.repository';
import { readAddition } from './addition';
import { verdictsOn } from './addition-verdicts';
import { type KnownReviews, externalKey } from './review-duplicates.repository';

const NOW = new Date('2026-06-15T12:00:00Z');
const NONE: KnownReviews = { byFingerprint: new Map(), byExternalId: new Map() };
const SOURCES: KnownSources = new Map([
  [null, { id: 1, name: 'Manual' }],
  [1, { id: 1, name: 'Manual' }],
  [2, { id: 2, name: 'Fair' }],
]);

interface Given {
  text: string;
  external_id?: string;
  source_id?: number;
}
const read = (given: readonly Given[]) =>
  given.map((one, index) => readAddition({ from_name: 'Noa', posted_on: '2026-01-31', ...one }, NOW, index));
const codes = (given: readonly Given[], sources = SOURCES, known = NONE) =>
  verdictsOn(read(given), sources, known).map((verdict) => verdict?.code ?? null);

describe('verdictsOn', () => {
  it('accepts the first of several additions with the same text, whatever their sources', () => {
    expect(codes([{ text: 'a' }, { text: 'A ', source_id: 2 }, { text: 'b' }])).toEqual([
      null,
      'duplicate_review',
      null,
    ]);
  });

  it('compares external ids within one source, where no source means the default source', () => {
    const given = [
      { text: 'a', external_id: 'x' },
      { text: 'b', external_id: 'x', source_id: 2 },
      { text: 'c', external_id: 'x', source_id: 1 },
      { text: 'd' },
    ];
    expect(codes(given)).toEqual([null, null, 'duplicate_review', null]);
  });

  it('finds duplicate external ids in the default source before that source exists', () => {
    const given = [
      { text: 'a', external_id: 'x' },
      { text: 'b', external_id: 'x' },
    ];
    expect(codes(given, new Map())).toEqual([null, 'duplicate_review']);
  });

  it('names the stored review, and reports a duplicate text before a duplicate external id', () => {
    const additions = read([{ text: 'a', external_id: 'x' }]);
    const known = {
      byFingerprint: new Map([[additions[0]?.fields.fingerprint ?? '', 7]]),
      byExternalId: new Map([[externalKey(1, 'x'), 8]]),
    };
    expect(verdictsOn(additions, SOURCES, known)[0]?.details).toEqual({
      field: 'text',
      existing_id: 7,
    });
    expect(verdictsOn(additions, SOURCES, { ...known, byFingerprint: new Map() })[0]?.details).toEqual({
      field: 'external_id',
      existing_id: 8,
    });
  });

  it('refuses an unknown source, and does not compare later additions with refused ones', () => {
    const given = [
      { text: 'a', source_id: 9 },
      { text: 'a', external_id: 'x' },
      { text: 'b', external_id: 'x' },
      { text: 'b' },
    ];
    expect(codes(given)).toEqual(['unknown_source', null, 'duplicate_review', null]);
  });

  it('accepts exactly the additions that differ from all accepted before them, in random lists', () => {
    const one = fc.record({
      text: fc.constantFrom('a', 'b', 'c', 'd'),
      external_id: fc.constantFrom(undefined, 'x', 'y', 'a'),
      source_id: fc.constantFrom(undefined, 1, 2, 9),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (given) => {
        const passed: string[][] = [];
        const expected = given.map(({ text, external_id, source_id = 1 }) => {
          const keys = [text, ...(external_id === undefined ? [] : [`${source_id}/${external_id}`])];
          if (source_id === 9) return 'unknown_source';
          if (passed.some((other) => other.some((key) => keys.includes(key)))) return 'duplicate_review';
          passed.push(keys);
          return null;
        });
        expect(codes(given as Given[])).toEqual(expected);
      }),
    );
  });
});
