import type { Schema } from '@plaudit/client';
import { isWorthRetrying, withRetried } from './found';

type Status = Schema<'SearchedPlatform'>['status'];

const candidate = (platform: string): Schema<'Candidate'> => ({
  platform,
  url: `https://${platform}.example/acme`,
  verified: false,
  checked_on: null,
  business_name: 'Acme',
  address: null,
  score: null,
  reviews: null,
});
const searched = (platform: string, status: Status) => ({ platform, status, msg: null });

describe('withRetried', () => {
  it('replaces the platforms that were searched again, and keeps what the others found', () => {
    const found = {
      candidates: [candidate('yelp')],
      platforms: [searched('etsy', 'timeout'), searched('yelp', 'answered')],
      notice: null,
    };
    const retried = {
      candidates: [candidate('etsy')],
      platforms: [searched('etsy', 'answered')],
      notice: null,
    };
    expect(withRetried(found, retried)).toEqual({
      candidates: [candidate('yelp'), candidate('etsy')],
      platforms: [searched('etsy', 'answered'), searched('yelp', 'answered')],
      notice: null,
    });
  });
});

describe('isWorthRetrying', () => {
  it.each([
    ['answered', false],
    ['not_searchable', false],
    ['key_refused', false],
    ['timeout', true],
    ['refused', true],
    ['failed', true],
  ] as const)('says of a platform that is %s: %s', (status, isWorth) => {
    expect(isWorthRetrying(searched('etsy', status))).toBe(isWorth);
  });
});
