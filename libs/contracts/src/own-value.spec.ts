import { ownValue } from './own-value';

describe('ownValue', () => {
  it('returns the value of a record, and undefined for what a record does not have', () => {
    const record: Record<string, number | null> = { a: 1, b: null };
    expect(['a', 'b', 'c'].map((key) => ownValue(record, key))).toEqual([1, null, undefined]);
    expect([null, undefined].map((none) => ownValue(none, 'a'))).toEqual([undefined, undefined]);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'returns undefined for %s, which every object inherits',
    (key) => {
      expect(ownValue({}, key)).toBeUndefined();
      expect(ownValue(JSON.parse(`{"${key}":1}`) as Record<string, number>, key)).toBe(1);
    },
  );
});
