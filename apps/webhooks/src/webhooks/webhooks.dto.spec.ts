import { ApiError } from '@plaudit/contracts';
import { readItem } from '@plaudit/runtime';
import { WebhookAddInput, WebhookUpdateInput } from './webhooks.dto';

const valid = { url: 'https://example.com/hook', events: ['review.created'] };

/** Validates a body as the service does. Returns the error, or null if the body is valid. */
function errorOf(type: new () => object, body: object): Record<string, unknown> | null {
  try {
    readItem(type, body);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, code: error.code, field: error.details.field };
  }
}

describe('WebhookAddInput', () => {
  it('reads every field and drops unknown ones', () => {
    const body = {
      ...valid,
      sub_account_ids: [3, 4],
      channel_ids: [9],
      min_rating: 1.5,
      max_rating: 4,
      skip_backfill: true,
      active: false,
      description: 'CRM',
    };
    expect({ ...readItem(WebhookAddInput, { ...body, unknown: 'ignored' }) }).toEqual(body);
  });

  it.each<[string, object, string, string]>([
    ['a missing URL', { events: ['review.created'] }, 'missing_field', 'url'],
    ['null as URL', { ...valid, url: null }, 'webhook_url_invalid', 'url'],
    ['a number as URL', { ...valid, url: 7 }, 'webhook_url_invalid', 'url'],
    ['missing events', { url: valid.url }, 'missing_field', 'events'],
    ['an empty list of events', { ...valid, events: [] }, 'invalid_value', 'events'],
    ['text as events', { ...valid, events: 'review.created' }, 'invalid_value', 'events'],
    ['a number as event', { ...valid, events: [1] }, 'invalid_value', 'events'],
    ['text as active', { ...valid, active: 'yes' }, 'invalid_value', 'active'],
    ['null as active', { ...valid, active: null }, 'invalid_value', 'active'],
    ['a number as sub_account_ids', { ...valid, sub_account_ids: 3 }, 'invalid_value', 'sub_account_ids'],
    ['text as sub account id', { ...valid, sub_account_ids: ['3'] }, 'invalid_value', 'sub_account_ids'],
    ['zero as sub account id', { ...valid, sub_account_ids: [0] }, 'invalid_value', 'sub_account_ids'],
    ['a fraction as channel id', { ...valid, channel_ids: [1.5] }, 'invalid_value', 'channel_ids'],
    ['1,001 channel ids', { ...valid, channel_ids: Array(1_001).fill(1) }, 'invalid_value', 'channel_ids'],
    ['a rating of six', { ...valid, max_rating: 6 }, 'invalid_value', 'max_rating'],
    ['text as rating', { ...valid, min_rating: '4' }, 'invalid_value', 'min_rating'],
    ['a number as skip_backfill', { ...valid, skip_backfill: 1 }, 'invalid_value', 'skip_backfill'],
    [
      'a description of 256 characters',
      { ...valid, description: 'x'.repeat(256) },
      'invalid_value',
      'description',
    ],
    [
      'a field of the wrong type before it checks the URL itself',
      { ...valid, url: 'nonsense', active: 1 },
      'invalid_value',
      'active',
    ],
  ])('refuses %s', (_what, body, code, field) => {
    expect(errorOf(WebhookAddInput, body)).toEqual({ status: 422, code, field });
  });
});

describe('WebhookUpdateInput', () => {
  it('accepts a single field', () => {
    expect({ ...readItem(WebhookUpdateInput, { active: true }) }).toEqual({ active: true });
  });

  it('accepts empty filters and null for limits and description', () => {
    const body = {
      sub_account_ids: [],
      channel_ids: [],
      min_rating: null,
      max_rating: null,
      description: null,
    };
    expect({ ...readItem(WebhookUpdateInput, body) }).toEqual(body);
  });

  it('refuses null as URL and an empty list of events', () => {
    expect(errorOf(WebhookUpdateInput, { url: null })?.code).toBe('webhook_url_invalid');
    expect(errorOf(WebhookUpdateInput, { events: [] })?.code).toBe('invalid_value');
  });
});
