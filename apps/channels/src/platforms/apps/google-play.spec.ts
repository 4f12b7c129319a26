import { playback, type Scenario } from '../fixtures.suite';
import { googlePlay } from './google-play';

const KEY = { id: 'com.acme.notes', hl: 'ja', gl: 'jp' };
const now = new Date('2026-11-20T00:00:00Z');

const row = {
  app: 'com.acme.notes',
  id: 'gp:1',
  author: 'Lea',
  avatar: null,
  stars: 4,
  text: 'Good',
  seconds: 1_763_000_000,
  thumbsUp: null,
  reply: null,
  repliedAt: null,
  version: null,
};

describe('partitions of Google Play', () => {
  it('is the language of the URL without countries', () => {
    expect(googlePlay.partitions(KEY, {})).toEqual(['ja_jp']);
    expect(googlePlay.partitions(KEY, { countries: [] })).toEqual(['ja_jp']);
  });

  it('has each language of the countries once', () => {
    const countries = ['ch', 'de', 'fr', 'be', 'gb'];
    expect(googlePlay.partitions(KEY, { countries })).toEqual(['de_ch', 'fr_ch', 'it_ch', 'nl_be', 'en_gb']);
  });

  it('has at least one language for each country of the catalogue', () => {
    for (const country of googlePlay.meta.countries ?? []) {
      expect(country).toMatch(/^[a-z]{2}$/);
      expect(googlePlay.partitions(KEY, { countries: [country] })[0]).toMatch(
        /^[a-z]{2,3}(?:-[a-z]{2})?_[a-z]{2}$/,
      );
    }
  });
});

describe('normalize of Google Play', () => {
  it.each([
    ['the id', { id: 7 }],
    ['the stars', { stars: '4' }],
    ['the date', { seconds: '1763000000' }],
    ['the author', { author: ['Lea'] }],
    ['the text', { text: 4 }],
    ['the reply', { reply: ['Thanks'] }],
  ])('rejects a review in which %s has another type', (_what, changed) => {
    const { reviews, rejected } = googlePlay.normalize([{ ...row, ...changed }], now);
    expect({ reviews, rejected }).toEqual({ reviews: [], rejected: [expect.stringMatching(/at position/)] });
  });

  it('accepts a review without author, text and reply', () => {
    const { reviews } = googlePlay.normalize([{ ...row, author: undefined, text: null }], now);
    expect(reviews).toMatchObject([{ fromName: 'Anonymous', text: '', ratingValue: 4 }]);
  });
});

describe('fetchPage of Google Play', () => {
  const url = 'https://play.google.com/_/PlayStoreUi/data/batchexecute?rpcids=UsvDTd&hl=ja&gl=jp';
  const failing = (body: unknown): Scenario => ({
    what: 'an answer without reviews',
    now: now.toISOString(),
    config: {},
    exchanges: [{ method: 'POST', url, body }],
    expected: {},
  });
  const request = { key: KEY, config: {}, partition: 'ja_jp', cursor: null };

  it.each([
    ['UPSTREAM_ERROR', 'Google failed', [['wrb.fr', 'UsvDTd', null, null, null, [13]]]],
    ['LAYOUT_CHANGED', 'the answer has another form', [['wrb.fr', 'Other', '[]']]],
  ])('throws %s if %s', async (code, _when, body) => {
    const page = googlePlay.fetchPage(request, playback(googlePlay, failing(body)) as never);
    await expect(page).rejects.toMatchObject({ code });
  });
});
