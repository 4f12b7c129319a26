import { playback, type Scenario } from '../fixtures.suite';
import { appStore } from './app-store';

const searchIn = (country: string, body: unknown): Scenario => ({
  what: 'a search',
  now: '2026-11-20T00:00:00Z',
  config: {},
  exchanges: [
    {
      url: `https://itunes.apple.com/search?term=Acme+Notes+%26+more&country=${country}&entity=software&limit=5`,
      body,
    },
  ],
  expected: {},
});

const discover = (country: string | null, scenario: Scenario) =>
  appStore.discover?.({ name: 'Acme Notes & more', country }, playback(appStore, scenario));

describe('discover of the App Store', () => {
  it('returns the apps of the store of the country, with their figures', async () => {
    const results = [
      { trackId: 1_234_567_890, trackName: 'Acme Notes', averageUserRating: 4.5, userRatingCount: 1_200 },
      { trackId: 1_234_567_891, trackName: 'Acme &amp; Co', averageUserRating: 0 },
    ];
    expect(await discover('de', searchIn('de', { results }))).toEqual([
      {
        url: 'https://apps.apple.com/de/app/id1234567890',
        name: 'Acme Notes',
        address: null,
        score: 4.5,
        reviews: 1_200,
      },
      {
        url: 'https://apps.apple.com/de/app/id1234567891',
        name: 'Acme & Co',
        address: null,
        score: null,
        reviews: null,
      },
    ]);
  });

  it.each([null, 'aq'])('searches the American store for the country %s', async (country) => {
    expect(await discover(country, searchIn('us', { results: [] }))).toEqual([]);
  });

  it('leaves out results that are not apps', async () => {
    const results = [null, 1, {}, { trackId: '7', trackName: 'Text' }, { trackId: 7, trackName: '' }];
    expect(await discover('us', searchIn('us', { results }))).toEqual([]);
  });

  it('returns at most five apps', async () => {
    const results = Array.from({ length: 9 }, (_, index) => ({ trackId: index + 1, trackName: 'Acme' }));
    expect(await discover('us', searchIn('us', { results }))).toHaveLength(5);
  });

  it('returns no apps if the answer has another form', async () => {
    expect(await discover('us', searchIn('us', { resultCount: 0 }))).toEqual([]);
  });
});
