import { playback, type Scenario } from '../fixtures.suite';
import { microsoftStore } from '../apps/microsoft-store';
import { foursquare } from '../local/foursquare';
import { booking } from '../travel/booking';
import type { ChannelConfig } from '../platform';

const NOW = '2026-11-20T00:00:00Z';

/** Returns a scenario of so many places with 10 tips each, whose scores are 1 to 10 over and over. */
function places(count: number): Scenario {
  const stores = Array.from({ length: count }, (_, index) => index.toString(16).padStart(24, '0'));
  const exchanges = stores.map((store, index) => ({
    url: `https://places-api.foursquare.com/places/${store}?fields=fsq_place_id%2Cname%2Crating%2Cstats`,
    body: { name: `Place ${index}`, rating: 1 + (index % 10), stats: { total_tips: 10 } },
  }));
  return { what: 'places', now: NOW, config: { accessToken: 'token-1', stores }, exchanges, expected: {} };
}

describe('a platform with several stores', () => {
  it('reads the figures of at most 10 stores before a channel is connected', async () => {
    const scenario = places(12);
    const ctx = playback(foursquare, scenario);
    const info = await foursquare.validate(scenario.config, ctx);
    expect(info).toMatchObject({ name: 'Place 0 and 11 more', score: null, reviews: null });
    expect(ctx.requested).toHaveLength(10);
  });

  it('reads the figures of all stores in a crawl', async () => {
    const scenario = places(20);
    const figures = await foursquare.profile({}, scenario.config, playback(foursquare, scenario));
    expect(figures).toEqual({ score: 5.5, scoreScale: 10, reviews: 200 });
  });

  it('gives the same stores in another order the same identity', async () => {
    const scenario = places(20);
    const { stores = [] } = scenario.config;
    const turned = { ...scenario.config, stores: stores.toReversed() };
    const fewer = { ...scenario.config, stores: stores.slice(1) };
    const identityOf = async (config: ChannelConfig): Promise<string> =>
      (await foursquare.validate(config, playback(foursquare, scenario))).identity;
    expect(await identityOf(turned)).toBe(await identityOf(scenario.config));
    expect(await identityOf(fewer)).not.toBe(await identityOf(scenario.config));
  });

  it('reads a store once that the URL and the list of stores name', () => {
    const id = '4b0000000000000000000001';
    expect(foursquare.partitions({ id }, { stores: [id, 'f'.repeat(24)] })).toEqual([id, 'f'.repeat(24)]);
  });

  it('reads a store once that a customer writes in two ways', () => {
    expect(microsoftStore.partitions({}, { stores: ['9abcdefgh123', '9ABCDEFGH123'] })).toEqual([
      '9ABCDEFGH123',
    ]);
  });

  it('does not take a list for complete whose next page is on another host', async () => {
    const config = { accessToken: 'token-1', stores: ['1234567'] };
    const url =
      'https://supply-xml.booking.com/review-api/properties/1234567/reviews?from_date=2000-01-01&limit=100';
    const meta = { next_page: 'https://supply-xml.example/reviews?cursor=2' };
    const body = { data: { reviews: [{ review_id: 'r-1' }] }, meta };
    const scenario = { what: 'a next page', now: NOW, config, exchanges: [{ url, body }], expected: {} };
    const request = { key: {}, config, partition: '1234567', cursor: null };
    await expect(booking.fetchPage(request, playback(booking, scenario))).rejects.toMatchObject({
      code: 'LAYOUT_CHANGED',
    });
  });
});
