import type { Translate } from './texts';

/** Shows what a call passes on. `npm run check:types` fails for a line below that has an error, or lacks the expected one. */
const inbox: Translate<'inbox'> = (key, ...values) => JSON.stringify([key, ...values]);
const channels: Translate<'channels'> = (key, ...values) => JSON.stringify([key, ...values]);

describe('Translate', () => {
  it('takes the values of a text', () => {
    expect(inbox('n_of_m', { n: '1', m: 2 })).toBe('["n_of_m",{"n":"1","m":2}]');
    expect(inbox('list')).toBe('["list"]');
  });

  it('refuses a text without a value that it needs', () => {
    // @ts-expect-error -- the text needs `n` and `m`
    expect(inbox('n_of_m')).toBe('["n_of_m"]');
    // @ts-expect-error -- the text needs `m`
    expect(inbox('n_of_m', { n: 1 })).toBe('["n_of_m",{"n":1}]');
  });

  it('refuses a value that the text does not have', () => {
    // @ts-expect-error -- the text has no `total`
    expect(inbox('n_of_m', { n: 1, m: 2, total: 3 })).toContain('total');
    // @ts-expect-error -- the text has no values
    expect(inbox('list', { count: 1 })).toContain('count');
  });

  it('refuses a plural text whose `count` is not a number, which would not choose the form', () => {
    expect(inbox('show_arrived', { count: 2 })).toBe('["show_arrived",{"count":2}]');
    // @ts-expect-error -- a text as `count` chooses no form
    expect(inbox('show_arrived', { count: '2' })).toBe('["show_arrived",{"count":"2"}]');
  });

  it('wants the values of all texts that a key of several may name', () => {
    const keys: readonly ('list' | 'show_arrived')[] = ['list', 'show_arrived'];
    for (const key of keys) {
      expect(inbox(key, { count: 1 })).toContain('count');
      // @ts-expect-error -- one of the texts needs `count`
      expect(inbox(key)).toBe(JSON.stringify([key]));
    }
  });

  it('refuses the text of another part', () => {
    expect(channels('found', { count: 1 })).toContain('found');
    // @ts-expect-error -- the inbox has no such text
    expect(inbox('found', { count: 1 })).toContain('found');
  });
});
