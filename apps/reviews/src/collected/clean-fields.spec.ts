import { cleanFields } from './clean-fields';

describe('a platform’s own fields', () => {
  it('stay as they are when there is nothing wrong with them', () => {
    const fields = {
      version: '1.8.0',
      votes: 3,
      helpful: true,
      scores: { food: 4.5, tags: ['a', 'b'] },
      none: null,
    };
    expect(cleanFields(fields)).toEqual(fields);
  });

  it('are none when there are none', () => {
    expect(cleanFields(null)).toBeNull();
    expect(cleanFields({})).toBeNull();
  });

  it('lose noise in keys and values, blank keys and what lies too deep', () => {
    const fields = {
      'a\u0000\u0001b': 'c\ud800d',
      ' ': 1,
      deep: { one: { two: { three: { four: 1 } }, stays: [1, [2]] } },
    };
    expect(cleanFields(fields)).toEqual({ ab: 'cd', deep: { one: { two: {}, stays: [1] } } });
  });

  it('that do not fit into 16 KiB are left out, the others stay', () => {
    const big = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`text${n}`, 'ä'.repeat(1_900)]));
    const clean = cleanFields({ ...big, last: 1 }) as object;
    expect(Object.keys(clean)).toEqual(['text0', 'text1', 'text2', 'text3', 'last']);
  });

  it('cannot reach the prototype of anything', () => {
    const clean = cleanFields(
      JSON.parse('{"__proto__": {"polluted": true}, "a": 1}') as Record<string, unknown>,
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(clean)).toBe(Object.prototype);
    expect(clean).toHaveProperty('a', 1);
  });
});
