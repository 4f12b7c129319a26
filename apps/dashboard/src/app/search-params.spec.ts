import { isId, onlyParams, parseSearch, stringifySearch } from './search-params';

describe('isId', () => {
  it.each(['1', '42', '999999999999999'])('accepts %s', (text) => expect(isId(text)).toBe(true));
  it.each(['', '0', '-1', '1.5', '1e3', 'abc', '01', '9'.repeat(16)])('refuses %j', (text) =>
    expect(isId(text)).toBe(false),
  );
});

describe('the parameters of an address', () => {
  it('survive being written and read', () => {
    const params = { q: 'Bär & Söhne', rating: '4,5', until: '2026-11-01' };
    expect(parseSearch(stringifySearch(params))).toEqual(params);
  });

  it('are written in one order, without empty ones', () => {
    expect(stringifySearch({ tags: '1,2', q: '', rating: 5, since: undefined })).toBe('?rating=5&tags=1,2');
    expect(stringifySearch({})).toBe('');
  });

  it('are dropped if a screen does not know them', () => {
    expect(onlyParams({ q: 'x', other: 'y', tags: 4 }, ['q', 'tags'])).toEqual({ q: 'x' });
  });
});
