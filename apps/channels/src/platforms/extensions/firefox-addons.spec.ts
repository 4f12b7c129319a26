import { playback, type Scenario } from '../fixtures.suite';
import { firefoxAddons } from './firefox-addons';

const SEARCH = 'https://addons.mozilla.org/api/v5/addons/search/';

const discover = (name: string, body: unknown) => {
  const query = new URLSearchParams({ q: name.slice(0, 100), app: 'firefox', page_size: '5' });
  const scenario: Scenario = {
    what: 'a search',
    now: '2026-11-20T00:00:00Z',
    config: {},
    exchanges: [{ url: `${SEARCH}?${query.toString()}`, body }],
    expected: {},
  };
  return firefoxAddons.discover?.({ name, country: null }, playback(firefoxAddons, scenario));
};

describe('discover of Firefox Add-ons', () => {
  it('returns the add-ons with their names and figures', async () => {
    const results = [
      {
        slug: 'acme-notes',
        name: { 'en-US': 'Acme &amp; Notes', de: 'Acme Notizen' },
        ratings: { average: 4.2, count: 31 },
      },
      { slug: 'größer', name: { de: 'Größer' }, default_locale: 'de', ratings: { average: 0, count: 0 } },
      { slug: 'bare' },
    ];
    expect(await discover('Acme', { results })).toEqual([
      {
        url: 'https://addons.mozilla.org/firefox/addon/acme-notes/',
        name: 'Acme & Notes',
        address: null,
        score: 4.2,
        reviews: 31,
      },
      {
        url: 'https://addons.mozilla.org/firefox/addon/gr%C3%B6%C3%9Fer/',
        name: 'Größer',
        address: null,
        score: null,
        reviews: 0,
      },
      {
        url: 'https://addons.mozilla.org/firefox/addon/bare/',
        name: 'bare',
        address: null,
        score: null,
        reviews: null,
      },
    ]);
  });

  it('searches for the first 100 characters of a name', async () => {
    expect(await discover('a'.repeat(191), { results: [] })).toEqual([]);
  });

  it('leaves out results that are not add-ons', async () => {
    expect(await discover('Acme', { results: [null, 1, { slug: 7 }] })).toEqual([]);
  });

  it('returns no add-ons if the answer has another form', async () => {
    expect(await discover('Acme', { count: 0 })).toEqual([]);
  });
});

describe('match of Firefox Add-ons', () => {
  it('returns null for an id with a broken encoding', () => {
    expect(firefoxAddons.match(new URL('https://addons.mozilla.org/firefox/addon/%E0%A4%A/'))).toBeNull();
  });
});
