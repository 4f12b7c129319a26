import { ApiError } from '@plaudit/contracts';
import { assertOwnSubAccounts, assertRatingBounds, readWebhookInput } from './webhook-input';

const URL_OK = 'https://example.com/hook';
const valid = { url: URL_OK, events: ['review.created'] };

function faultOf(run: () => unknown): { status: number; code: string; field: unknown } | null {
  try {
    run();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, code: error.code, field: error.details.field };
  }
}

describe('a webhook that is added', () => {
  test('is read whole, events folded, the url normalised', () => {
    const input = readWebhookInput(
      {
        url: 'HTTPS://Example.COM:443/hook#x',
        events: ['rating.changed', 'review.created', 'rating.changed'],
        sub_account_ids: [3, 3, 4],
        channel_ids: [9],
        min_rating: 1.5,
        max_rating: 4,
        skip_backfill: true,
        active: false,
        description: 'CRM',
        unknown: 'ignored',
      },
      {},
      true,
    );
    expect(input).toEqual({
      url: URL_OK,
      events: ['rating.changed', 'review.created'],
      subAccountIds: [3, 4],
      channelIds: [9],
      minRating: 1.5,
      maxRating: 4,
      skipBackfill: true,
      active: false,
      description: 'CRM',
    });
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['no url', { events: ['review.created'] }, 'webhook_url_invalid', 'url'],
    ['a null url', { ...valid, url: null }, 'webhook_url_invalid', 'url'],
    ['a numeric url', { ...valid, url: 7 }, 'webhook_url_invalid', 'url'],
    ['a private url', { ...valid, url: 'http://10.0.0.1/' }, 'webhook_url_invalid', 'url'],
    ['no events', { url: URL_OK }, 'unknown_event', 'events'],
    ['empty events', { ...valid, events: [] }, 'unknown_event', 'events'],
    ['events as text', { ...valid, events: 'review.created' }, 'unknown_event', 'events'],
    ['an event that is no text', { ...valid, events: [1] }, 'unknown_event', 'events'],
    ['an unknown event', { ...valid, events: ['review.created', 'review.liked'] }, 'unknown_event', 'events'],
    ['an inherited name', { ...valid, events: ['constructor'] }, 'unknown_event', 'events'],
    ['active as text', { ...valid, active: 'yes' }, 'invalid_setting', 'active'],
    ['a null active', { ...valid, active: null }, 'invalid_setting', 'active'],
    ['sub accounts as a number', { ...valid, sub_account_ids: 3 }, 'invalid_setting', 'sub_account_ids'],
    ['a sub account as text', { ...valid, sub_account_ids: ['3'] }, 'invalid_setting', 'sub_account_ids'],
    ['sub account zero', { ...valid, sub_account_ids: [0] }, 'invalid_setting', 'sub_account_ids'],
    ['half a channel', { ...valid, channel_ids: [1.5] }, 'invalid_setting', 'channel_ids'],
    ['1,001 channels', { ...valid, channel_ids: Array(1_001).fill(1) }, 'invalid_setting', 'channel_ids'],
    ['a rating of six', { ...valid, max_rating: 6 }, 'invalid_setting', 'max_rating'],
    ['a rating as text', { ...valid, min_rating: '4' }, 'invalid_setting', 'min_rating'],
    ['skip_backfill as a number', { ...valid, skip_backfill: 1 }, 'invalid_setting', 'skip_backfill'],
    ['a long description', { ...valid, description: 'x'.repeat(256) }, 'invalid_setting', 'description'],
    ['a wrong type behind a bad url', { ...valid, url: 'nonsense', active: 1 }, 'invalid_setting', 'active'],
    ['a bad url before an unknown event', { url: 'nonsense', events: ['x'] }, 'webhook_url_invalid', 'url'],
  ])('with %s is refused', (_what, body, code, field) => {
    expect(faultOf(() => readWebhookInput(body, {}, true))).toEqual({ status: 422, code, field });
  });
});

describe('a webhook that is updated', () => {
  test('keeps what was not sent', () => {
    const changes = readWebhookInput({ active: true }, {}, false);
    expect(Object.entries(changes).filter(([, value]) => value !== undefined)).toEqual([['active', true]]);
  });

  test('can lose its filters and its description', () => {
    const body = {
      sub_account_ids: [],
      channel_ids: [],
      min_rating: null,
      max_rating: null,
      description: null,
    };
    expect(readWebhookInput(body, {}, false)).toMatchObject({
      subAccountIds: [],
      channelIds: [],
      minRating: null,
      maxRating: null,
      description: null,
    });
  });

  test('cannot lose its url or its events', () => {
    expect(faultOf(() => readWebhookInput({ url: null }, {}, false))?.code).toBe('webhook_url_invalid');
    expect(faultOf(() => readWebhookInput({ events: [] }, {}, false))?.code).toBe('unknown_event');
  });
});

describe('rules across fields', () => {
  test("a sub account's webhook names no other sub account", () => {
    expect(faultOf(() => assertOwnSubAccounts(5, [5]))).toBeNull();
    expect(faultOf(() => assertOwnSubAccounts(5, []))).toBeNull();
    expect(faultOf(() => assertOwnSubAccounts(5, [5, 6]))?.field).toBe('sub_account_ids');
    expect(faultOf(() => assertOwnSubAccounts(null, [5, 6]))).toBeNull();
  });

  test('bounds do not cross', () => {
    expect(faultOf(() => assertRatingBounds(4, 4))).toBeNull();
    expect(faultOf(() => assertRatingBounds(4, null))).toBeNull();
    expect(faultOf(() => assertRatingBounds(4.5, 4))?.field).toBe('min_rating');
  });
});
