import { playback } from '../fixtures.suite';
import { etsy } from './etsy';

const API = 'https://openapi.etsy.com/v3/application/shops';

describe('the discovery of shops on Etsy', () => {
  it('searches for the name without spaces and accents, and returns what the shops publish', async () => {
    const results = [
      { shop_name: 'CafeAcme', review_average: 4.876, review_count: 12 },
      { shop_name: 'CafeAcmeTwo', review_average: null, review_count: 0 },
      { shop_name: 'not a name/../x' },
      null,
      {},
    ];
    const exchanges = [{ url: `${API}?shop_name=CafeAcme&limit=5`, body: { count: 5, results } }];
    const ctx = playback(etsy, {
      what: '',
      now: '2026-11-20T00:00:00Z',
      config: {},
      exchanges,
      expected: {},
    });
    const found = await etsy.discover?.({ name: 'Café Acme!', country: 'fr' }, ctx);
    const nothing = { address: null, score: null };
    expect(found).toEqual([
      { ...nothing, url: 'https://www.etsy.com/shop/CafeAcme', name: 'CafeAcme', score: 4.876, reviews: 12 },
      { ...nothing, url: 'https://www.etsy.com/shop/CafeAcmeTwo', name: 'CafeAcmeTwo', reviews: 0 },
    ]);
  });

  it('sends no request for a name that no shop can have', async () => {
    const ctx = playback(etsy, {
      what: '',
      now: '2026-11-20T00:00:00Z',
      config: {},
      exchanges: [],
      expected: {},
    });
    await expect(etsy.discover?.({ name: '寿司', country: 'jp' }, ctx)).resolves.toEqual([]);
    expect(ctx.requested).toEqual([]);
  });
});
