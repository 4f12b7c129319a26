import { Interpolator } from './interpolate';

describe('Interpolator', () => {
  const english = new Interpolator('en');

  it('writes values in their places and leaves unknown places as they are', () => {
    expect(english.write('{name} added {tag} and {other}', { name: 'Ada', tag: 'Noise' })).toBe(
      'Ada added Noise and {other}',
    );
  });

  it('chooses the plural form by the count', () => {
    const text = { one: '{count} review', other: '{count} reviews' };
    expect(english.write(text, { count: 1 })).toBe('1 review');
    expect(english.write(text, { count: 1204 })).toBe('1,204 reviews');
    expect(new Interpolator('fr').write(text, { count: 0 })).toBe('0 review');
    expect(new Interpolator('pt').write(text, { count: 0 })).toBe('0 reviews');
  });

  it('takes the form for others when the language has a form that the text lacks', () => {
    expect(new Interpolator('fr').write({ one: 'un', other: 'des' }, { count: 1_000_000 })).toBe('des');
  });

  it('writes numbers in the way of the language', () => {
    expect(new Interpolator('de').write('{n}', { n: 4861.5 })).toBe('4.861,5');
  });
});
