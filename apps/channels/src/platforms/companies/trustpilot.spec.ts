import { playback, type Scenario } from '../fixtures.suite';
import type { Platform } from '../platform';
import type { Search } from '../search';
import { trustpilot } from './trustpilot';

const platform: Platform = trustpilot;

const API = 'https://api.trustpilot.com/v1/business-units';

const unit = (domain: string) => ({
  id: '600000000000000000000001',
  displayName: 'Acme &amp; Co',
  name: { identifying: domain },
  numberOfReviews: { total: 41 },
  score: { trustScore: 4.333 },
});

const candidate = (domain: string) => ({
  url: `https://www.trustpilot.com/review/${domain}`,
  name: 'Acme & Co',
  address: null,
  score: 4.33,
  reviews: 41,
});

/** Searches on a Trustpilot that has one response. */
async function found(search: Search, exchange: Omit<Scenario['exchanges'][number], 'requestHeaders'>) {
  const exchanges = [{ ...exchange, requestHeaders: { apikey: 'key-1' } }];
  const scenario = { what: 'a search', now: '2026-11-20T00:00:00Z', config: {}, exchanges, expected: {} };
  return platform.discover?.(search, playback(platform, scenario));
}

describe('the search of Trustpilot', () => {
  it('looks up a domain', async () => {
    const exchange = { url: `${API}/find?name=acme.example`, body: unit('acme.example') };
    const candidates = await found({ name: 'Acme.example', country: null }, exchange);
    expect(candidates).toEqual([candidate('acme.example')]);
  });

  it('finds nothing for a domain that Trustpilot does not have', async () => {
    const exchange = { url: `${API}/find?name=acme.example`, status: 404, body: { message: 'Not found' } };
    expect(await found({ name: 'acme.example', country: 'gb' }, exchange)).toEqual([]);
  });

  it('searches for a name in a country, and returns at most 5 businesses', async () => {
    const businessUnits = Array.from({ length: 6 }, (_, index) => unit(`acme-${index}.example`));
    const exchange = { url: `${API}/search?query=Acme+Co&country=GB&perPage=5`, body: { businessUnits } };
    const candidates = await found({ name: 'Acme Co', country: 'gb' }, exchange);
    expect(candidates).toEqual([0, 1, 2, 3, 4].map((index) => candidate(`acme-${index}.example`)));
  });

  it('leaves out a business without a domain', async () => {
    const exchange = {
      url: `${API}/search?query=Acme+Co&perPage=5`,
      body: { businessUnits: [{ id: '1' }, null] },
    };
    expect(await found({ name: 'Acme Co', country: null }, exchange)).toEqual([]);
  });
});
