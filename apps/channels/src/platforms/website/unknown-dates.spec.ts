import type { NormalizedPage, Platform } from '../platform';
import { rss } from './rss';
import cases from './unknown-dates.cases.json';
import { websiteSchema } from './website-schema';

const URL_READ = 'https://larch.example/reviews';

describe.each(cases)('$name', ({ body, content_type, want }) => {
  const platform = (content_type === undefined ? websiteSchema : rss) as Platform;
  const readOn = async (day: string): Promise<NormalizedPage> => {
    const now = new Date(`${day}T12:00:00Z`);
    const response = {
      status: 200,
      url: URL_READ,
      header: () => content_type ?? 'text/html',
      text: () => body,
      json: () => undefined as never,
      assertNoChallenge: () => {},
    };
    const http = { get: async () => response, post: async () => response };
    const ctx = {
      http,
      now: () => now,
      token: async () => '',
      operatorKey: () => '',
      read: async () => platform.read?.(body, URL_READ),
    };
    const request = { key: { url: URL_READ }, config: {}, partition: '', cursor: null };
    const { rows } = await platform.fetchPage(request, ctx);
    return platform.normalize(rows, now);
  };

  it('keeps every review, the undated ones without a date', async () => {
    const { reviews, rejected } = await readOn('2026-11-20');
    expect({ reviews: reviews.length, rejected }).toEqual({ reviews: want.reviews, rejected: [] });
    const unknown = reviews.filter(({ postedPrecision }) => postedPrecision === 'unknown');
    expect(unknown.length).toBeGreaterThan(0);
    for (const { postedOn } of unknown) expect(postedOn.toISOString()).toBe('1970-01-01T00:00:00.000Z');
  });

  it('reads the same reviews on another day', async () => {
    expect(await readOn('2027-03-01')).toEqual(await readOn('2026-11-20'));
  });
});
