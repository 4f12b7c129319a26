import type { ApiDocument } from '@plaudit/runtime';
import { differences, sendable } from './examples.suite';

const DOCUMENT = {
  components: {
    schemas: {
      Review: {
        type: 'object',
        properties: { additional: { type: 'object', additionalProperties: true }, text: { type: 'string' } },
      },
    },
  },
} as unknown as ApiDocument;

describe('differences', () => {
  const between = (example: unknown, given: unknown, echoed = {}): string[] =>
    differences(DOCUMENT, example, given, echoed);

  it('are fields that only one side has, and other types, at any depth', () => {
    expect(between({ a: 1, b: [{ c: '' }] }, { b: [{ c: 7, d: 1 }] })).toEqual([
      '.a is missing',
      '.b[0].c is a number, not a string',
      '.b[0].d is not in the example',
    ]);
  });

  it('are not the values, an empty list, null, or keys that the client chooses', () => {
    const example = { id: 7, items: [{ id: 1 }], last_seen_on: '2026-01-01', additional: { order: 'A' } };
    expect(between(example, { id: 9, items: [], last_seen_on: null, additional: { table: 4 } })).toEqual([]);
  });

  it('are values that the example repeats from the request and the response does not', () => {
    expect(between({ name: 'Ida', id: 1 }, { name: 'Noa', id: 2 }, { name: 'Ida', id: 3 })).toEqual([
      '.name is "Noa", not "Ida" as sent',
    ]);
  });
});

describe('sendable', () => {
  it('replaces the ids of objects at any depth, and keeps the rest', () => {
    const example = { source_id: 7, reviews: [{ source_id: 7, text: 'Good.' }], sub_account_ids: [12] };
    expect(sendable(example, { subAccount: 3, source: 5 })).toEqual({
      source_id: 5,
      reviews: [{ source_id: 5, text: 'Good.' }],
      sub_account_ids: [3],
    });
  });
});
