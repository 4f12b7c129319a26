import { playback, type Scenario } from '../fixtures.suite';
import type { OAuthLocation } from '../oauth-flow';
import type { Platform } from '../platform';
import { facebook } from './facebook';
import { googleBusiness } from './google-business';

type Exchanges = Scenario['exchanges'];

function scenarioOf(exchanges: Exchanges, config: Scenario['config'] = {}): Scenario {
  return { what: 'an account', now: '2026-11-20T00:00:00Z', config, exchanges, expected: {} };
}

function locations(platform: Platform, exchanges: Exchanges): Promise<readonly OAuthLocation[]> {
  const ctx = playback(platform, scenarioOf(exchanges));
  return platform.oauth?.locations?.(ctx) ?? Promise.reject(new Error('No locations'));
}

describe('the locations of a Google account', () => {
  const ACCOUNTS = 'https://mybusinessaccountmanagement.googleapis.com/v1/accounts?pageSize=20';
  const listOf = (account: string): string =>
    `https://mybusinessbusinessinformation.googleapis.com/v1/${account}/locations?readMask=name%2Ctitle%2CstorefrontAddress&pageSize=100`;

  it('are those of all its accounts and pages', async () => {
    const storefrontAddress = {
      addressLines: ['1 Example St'],
      postalCode: '75001',
      locality: 'Paris',
      regionCode: 'FR',
    };
    const found = await locations(googleBusiness, [
      { url: ACCOUNTS, body: { accounts: [{ name: 'accounts/1' }], nextPageToken: 'A2' } },
      { url: `${ACCOUNTS}&pageToken=A2`, body: { accounts: [{ name: 'accounts/2' }] } },
      {
        url: listOf('accounts/1'),
        body: {
          locations: [{ name: 'locations/10', title: 'Acme &amp; Co', storefrontAddress }],
          nextPageToken: 'L2',
        },
      },
      { url: `${listOf('accounts/1')}&pageToken=L2`, body: { locations: [{ name: 'locations/11' }] } },
      { url: listOf('accounts/2'), body: {} },
    ]);
    expect(found).toEqual([
      { id: 'accounts/1/locations/10', name: 'Acme & Co', address: '1 Example St, 75001, Paris, FR' },
      { id: 'accounts/1/locations/11', name: 'accounts/1/locations/11', address: null },
    ]);
  });

  it('leave out a location whose name is not a valid path', async () => {
    const found = await locations(googleBusiness, [
      { url: ACCOUNTS, body: { accounts: [null, { name: '../x' }, { name: 'accounts/1' }] } },
      {
        url: listOf('accounts/1'),
        body: { locations: [null, {}, { name: 'locations/1/../../2' }, { name: 7 }] },
      },
    ]);
    expect(found).toEqual([]);
  });

  it('are at most 500, however many pages there are', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `locations/${index}`, title: 'Acme' }));
    const page = { locations: many, nextPageToken: 'L2' };
    const found = await locations(googleBusiness, [
      { url: ACCOUNTS, body: { accounts: [{ name: 'accounts/1' }] } },
      { url: listOf('accounts/1'), body: page },
      { url: `${listOf('accounts/1')}&pageToken=L2`, body: page },
    ]);
    expect(found).toHaveLength(500);
  });

  it('end after 20 pages of accounts without any', async () => {
    const found = await locations(googleBusiness, [
      { url: ACCOUNTS, body: { nextPageToken: 'A2' } },
      { url: `${ACCOUNTS}&pageToken=A2`, body: { nextPageToken: 'A2' } },
    ]);
    expect(found).toEqual([]);
  });
});

const GRAPH = 'https://graph.facebook.com/v21.0';

describe('the pages of a Facebook account', () => {
  const url = `${GRAPH}/me/accounts?fields=id%2Cname%2Csingle_line_address&limit=100`;
  const requestHeaders = { Authorization: 'Bearer token-1' };

  it('are those of all pages of the list', async () => {
    const found = await locations(facebook, [
      {
        url,
        requestHeaders,
        body: {
          data: [{ id: '100000000000001', name: 'Acme', single_line_address: '1 Example St, Paris' }],
          paging: { cursors: { after: 'A2' }, next: 'x' },
        },
      },
      {
        url: `${url}&after=A2`,
        requestHeaders,
        body: { data: [null, { id: 'x' }, { id: '100000000000002' }], paging: { cursors: { after: 'A3' } } },
      },
    ]);
    expect(found).toEqual([
      { id: '100000000000001', name: 'Acme', address: '1 Example St, Paris' },
      { id: '100000000000002', name: '100000000000002', address: null },
    ]);
  });

  it('end after 20 pages of the list, even if it never does', async () => {
    const data = [{ id: '100000000000001', name: 'Acme' }];
    const body = { data, paging: { cursors: { after: 'A2' }, next: 'x' } };
    const found = await locations(facebook, [
      { url, body },
      { url: `${url}&after=A2`, body },
    ]);
    expect(found).toHaveLength(20);
  });
});

describe('the token of a Facebook page', () => {
  const page = '100000000000001';
  const config = { stores: [page] };
  const exchanges: Exchanges = [
    {
      url: `${GRAPH}/${page}?fields=access_token`,
      requestHeaders: { Authorization: 'Bearer old' },
      body: { access_token: 'page-old' },
    },
    {
      url: `${GRAPH}/${page}?fields=access_token`,
      requestHeaders: { Authorization: 'Bearer new' },
      body: { access_token: 'page-new' },
    },
    ...['old', 'new'].map((token) => ({
      url: `${GRAPH}/${page}/ratings?fields=${encodeURIComponent('created_time,recommendation_type,review_text,rating,reviewer{name,picture.width(120).height(120)},open_graph_story').replaceAll('(', '%28').replaceAll(')', '%29')}&limit=50`,
      requestHeaders: { Authorization: `Bearer page-${token}` },
      body: { data: [] },
    })),
  ];
  const request = { key: {}, config, partition: page, cursor: null };

  it('is requested once in a crawl', async () => {
    const ctx = { ...playback(facebook, scenarioOf(exchanges)), token: async () => 'old' };
    await facebook.fetchPage(request, ctx);
    await facebook.fetchPage(request, ctx);
    expect(ctx.requested.filter((url) => url.endsWith('access_token'))).toHaveLength(1);
  });

  it('is requested again when the account has a new token', async () => {
    let account = 'old';
    const ctx = { ...playback(facebook, scenarioOf(exchanges)), token: async () => account };
    await facebook.fetchPage(request, ctx);
    account = 'new';
    await facebook.fetchPage(request, ctx);
    expect(ctx.requested.filter((url) => url.endsWith('access_token'))).toHaveLength(2);
  });
});
