import { closestName, refuseUnknownName } from './unknown-name';

const KNOWN = ['rating', 'channels', 'sources', 'min_rating', 'max_rating', 'before_ts', 'before_id', 'q'];

describe('closestName', () => {
  it.each([
    ['chanels', 'channels'],
    ['channel', 'channels'],
    ['channel_ids', 'channels'],
    ['minRating', 'min_rating'],
    ['max-rating', 'max_rating'],
    ['BEFORE_TS', 'before_ts'],
    ['raitng', 'rating'],
    ['before_it', 'before_id'],
  ])('finds for %s the name %s', (given, meant) => {
    expect(closestName(given, KNOWN)).toBe(meant);
  });

  it.each(['page', 'utm_source', 'x', '', '_', 'x'.repeat(80), '😀'])('finds nothing for "%s"', (given) => {
    expect(closestName(given, KNOWN)).toBeNull();
  });
});

describe('refuseUnknownName', () => {
  const refuse = (names: string[], known: string[]) => () =>
    refuseUnknownName(names, known, { what: 'query parameter', taker: 'This operation' });

  it('accepts known names and no names', () => {
    expect(refuse(['q', 'rating'], KNOWN)).not.toThrow();
    expect(refuse([], [])).not.toThrow();
  });

  it('suggests a name that is spelled alike', () => {
    expect(refuse(['q', 'chanels'], KNOWN)).toThrow(
      expect.objectContaining({
        message: "Unknown query parameter 'chanels'. Did you mean 'channels'?",
        code: 'invalid_value',
        details: { field: 'chanels' },
      }),
    );
  });

  it('lists the known names if none is spelled alike', () => {
    expect(refuse(['page'], ['limit', 'cursor'])).toThrow(
      "Unknown query parameter 'page'. This operation takes limit, cursor.",
    );
    expect(refuse(['page'], [])).toThrow(
      "Unknown query parameter 'page'. This operation takes no query parameters.",
    );
  });

  it('cuts a long name in the message', () => {
    expect(refuse(['x'.repeat(10_000)], [])).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^.{100,200}$/) }),
    );
  });
});
