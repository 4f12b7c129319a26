import { playback, type Scenario } from '../fixtures.suite';
import type { Platform } from '../platform';
import type { Candidate, Search } from '../search';
import { tripadvisor } from '../travel/tripadvisor';
import { googleMaps } from './google-maps';
import { yelp } from './yelp';

function search(
  platform: Platform,
  terms: Search,
  exchanges: Scenario['exchanges'],
): Promise<readonly Candidate[]> {
  const scenario = { what: 'a search', now: '2026-11-20T00:00:00Z', config: {}, exchanges, expected: {} };
  return platform.discover?.(terms, playback(platform, scenario)) ?? Promise.reject(new Error('No search'));
}

const SEARCH_TEXT = 'https://places.googleapis.com/v1/places:searchText';

describe('the search on Google Maps', () => {
  const place = {
    id: 'ChIJacmeExample0000000001',
    displayName: { text: 'Acme &amp; Co' },
    formattedAddress: '1 Example St, Paris',
    rating: 4.6,
    userRatingCount: 212,
  };

  it('returns places with their ids, in the country', async () => {
    const request = { languageCode: 'en', textQuery: 'Acme', pageSize: 5, regionCode: 'FR' };
    const [first, ...others] = await search(googleMaps, { name: 'Acme', country: 'fr' }, [
      { url: SEARCH_TEXT, request, body: { places: [place] } },
    ]);
    expect(others).toEqual([]);
    expect(first).toEqual({
      url: 'https://www.google.com/maps/place/?q=place_id:ChIJacmeExample0000000001',
      placeId: 'ChIJacmeExample0000000001',
      name: 'Acme & Co',
      address: '1 Example St, Paris',
      score: 4.6,
      reviews: 212,
    });
    expect(googleMaps.match(new URL(first?.url ?? ''))).toEqual({ placeId: place.id });
  });

  it('returns at most five places and leaves out what is not a place', async () => {
    const request = { languageCode: 'en', textQuery: 'Acme', pageSize: 5 };
    const places = [null, {}, { id: 7 }, place, ...Array.from({ length: 20 }, () => place)];
    const found = await search(googleMaps, { name: 'Acme', country: null }, [
      { url: SEARCH_TEXT, request, body: { places } },
    ]);
    expect(found.length).toBeLessThanOrEqual(5);
    expect(found[0]).toMatchObject({ placeId: place.id });
  });

  it('returns nothing if no place has the name', async () => {
    const request = { languageCode: 'en', textQuery: 'Acme', pageSize: 5 };
    const found = search(googleMaps, { name: 'Acme', country: null }, [
      { url: SEARCH_TEXT, request, body: {} },
    ]);
    await expect(found).resolves.toEqual([]);
  });
});

describe('the search on Yelp', () => {
  const url = 'https://api.yelp.com/v3/businesses/search?term=Acme&location=France&limit=5';
  const business = {
    alias: 'café-acme-paris',
    name: 'Café Acme',
    rating: 4.5,
    review_count: 86,
    location: { display_address: ['1 Example St', '75001 Paris'] },
  };

  it('returns businesses in the country whose URLs can be connected', async () => {
    const body = { businesses: [business, null, { alias: '../x?y' }, { name: 'No alias' }] };
    const found = await search(yelp, { name: 'Acme', country: 'fr' }, [{ url, body }]);
    expect(found).toEqual([
      {
        url: 'https://www.yelp.com/biz/caf%C3%A9-acme-paris',
        name: 'Café Acme',
        address: '1 Example St, 75001 Paris',
        score: 4.5,
        reviews: 86,
      },
    ]);
    expect(yelp.match(new URL(found[0]?.url ?? ''))).toEqual({ id: 'caf%C3%A9-acme-paris' });
  });

  it('returns nothing in a country that Yelp does not know', async () => {
    const exchange = { url, status: 400, body: { error: { code: 'LOCATION_NOT_FOUND' } } };
    await expect(search(yelp, { name: 'Acme', country: 'fr' }, [exchange])).resolves.toEqual([]);
  });

  it('fails if Yelp refuses the key', async () => {
    const exchange = { url, status: 401, body: { error: { code: 'TOKEN_INVALID' } } };
    const found = search(yelp, { name: 'Acme', country: 'fr' }, [exchange]);
    await expect(found).rejects.toMatchObject({ code: 'AUTH_MISSING' });
  });
});

describe('the search on Tripadvisor', () => {
  const API = 'https://api.content.tripadvisor.com/api/v1/location';
  const details = (id: number): Scenario['exchanges'][number] => ({
    url: `${API}/${id}/details?key=key-1&language=en`,
    body: {
      name: `Acme ${id}`,
      web_url: `https://www.tripadvisor.com/Hotel_Review-g1-d${id}-Reviews-Acme.html?m=66827`,
      rating: '4.5',
      num_reviews: '1,204',
    },
  });

  it('returns the places in the country first, with the score of each', async () => {
    const data = [
      { location_id: '11', name: 'Acme', address_obj: { country: 'Canada' } },
      null,
      { location_id: '../12' },
      { location_id: 13, name: 'Acme', address_obj: { country: 'France', address_string: 'Paris, France' } },
    ];
    const url = `${API}/search?key=key-1&searchQuery=Acme&language=en`;
    const exchanges = [{ url, body: { data } }, details(11), details(13)];
    const found = await search(tripadvisor, { name: 'Acme', country: 'fr' }, exchanges);
    expect(found.map(({ name }) => name)).toEqual(['Acme 13', 'Acme 11']);
    expect(found[0]).toEqual({
      url: 'https://www.tripadvisor.com/Hotel_Review-g1-d13-Reviews-Acme.html',
      name: 'Acme 13',
      address: 'Paris, France',
      score: 4.5,
      reviews: 1204,
    });
  });

  it('reads at most five places', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => index + 1);
    const body = { data: ids.map((id) => ({ location_id: id })) };
    const url = `${API}/search?key=key-1&searchQuery=Acme&language=en`;
    const found = await search(tripadvisor, { name: 'Acme', country: null }, [
      { url, body },
      ...ids.map(details),
    ]);
    expect(found).toHaveLength(5);
  });
});
