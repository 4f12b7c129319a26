import { haveSameName, nameWords } from './same-name';

function areSame(one: string, other: string): boolean {
  return haveSameName(nameWords(one), nameWords(other));
}

describe('haveSameName', () => {
  it.each([
    'ada b.',
    'ada',
    'a. berg',
    'a b',
    'a.b.',
    'a***',
    'ada b***',
    'berg, ada',
    'by ada berg',
    'ada berg (verified)',
  ])('returns true for %j beside "ada berg", in either order', (name) => {
    expect([areSame(name, 'ada berg'), areSame('ada berg', name)]).toEqual([true, true]);
  });

  it('returns true for a name without its accents', () => {
    expect(areSame('zoë müller', 'zoe muller')).toBe(true);
  });

  it.each(['bo berg', 'ada c.', 'b***', 'ad berg', 'adam berg', 'berg', 'ada bergman', 'ada ber'])(
    'returns false for %j beside "ada berg"',
    (name) => {
      expect(areSame(name, 'ada berg')).toBe(false);
    },
  );
});
