import { cleanFields } from './clean-fields';

describe('cleanFields', () => {
  it('returns valid fields unchanged', () => {
    const fields = {
      version: '1.8.0',
      votes: 3,
      helpful: true,
      scores: { food: 4.5, tags: ['a', 'b'] },
      none: null,
    };
    expect(cleanFields(fields)).toEqual(fields);
  });

  it('returns null when there are no fields', () => {
    expect(cleanFields(null)).toBeNull();
    expect(cleanFields({})).toBeNull();
  });

  it('removes control characters, blank keys and values that are nested too deeply', () => {
    const fields = {
      'a\u0000\u0001b': 'c\ud800d',
      ' ': 1,
      deep: { one: { two: { three: { four: 1 } }, stays: [1, [2]] } },
    };
    expect(cleanFields(fields)).toEqual({ ab: 'cd', deep: { one: { two: {}, stays: [1] } } });
  });

  it('leaves out the fields that do not fit into 16 KiB and keeps the others', () => {
    const big = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`text${n}`, 'ä'.repeat(1_900)]));
    const clean = cleanFields({ ...big, last: 1 }) as object;
    expect(Object.keys(clean)).toEqual(['text0', 'text1', 'text2', 'text3', 'last']);
  });

  it('does not let a key change a prototype', () => {
    const clean = cleanFields(
      JSON.parse('{"__proto__": {"polluted": true}, "a": 1}') as Record<string, unknown>,
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(clean)).toBe(Object.prototype);
    expect(clean).toHaveProperty('a', 1);
  });
});
