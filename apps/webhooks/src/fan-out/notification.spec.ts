import {
  profileError,
  ratingChanged,
  reviewCreated,
  reviewUpdated,
  type ReviewUpdatedPayload,
} from '@plaudit/contracts';
import { buildEvent } from '@plaudit/testing';
import { renderEnvelope } from './envelope';
import {
  profileErrorNotification,
  ratingNotification,
  reviewNotification,
  reviewUpdatedNotification,
} from './notification';
import { hears, type WebhookFilter } from './webhook-filter';

const time = '2026-01-02T03:04:05.678Z';
const EVERYTHING: WebhookFilter = {
  events: ['review.created', 'rating.changed', 'profile.error'],
  ownerSubAccountId: null,
  subAccountIds: [],
  channelIds: [],
  minRating: null,
  maxRating: null,
  skipBackfill: false,
  createdOn: new Date('2026-01-01T00:00:00Z'),
};

describe('the envelope', () => {
  const event = buildEvent(reviewCreated, { id: 'evt_1', time, subaccountid: 12 });

  test('has its keys in the order of the contract, and no test key', () => {
    const body = renderEnvelope(reviewNotification(event)).toString();
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['id', 'event', 'occurred_on', 'data']);
    expect(body).toMatch(
      /^\{"id":"evt_1","event":"review\.created","occurred_on":"2026-01-02T03:04:05\.678Z","data":\{"from_name":/,
    );
  });

  test('of a test ends with test: true', () => {
    expect(renderEnvelope(reviewNotification(event), true).toString()).toMatch(/\},"test":true\}$/);
  });

  test('of review.created carries the five fields of the contract and the additions, nothing else', () => {
    expect(reviewNotification(event).data).toEqual({
      from_name: 'Nick',
      rating_value: 5,
      text: 'Works well.',
      profile_id: 42,
      platform: 'app_store',
      id: 4711,
      rating_scale: 5,
      posted_on: '2026-09-14 11:24:23',
      post_url: null,
      status: 'inbox',
      sentiment: 'positive',
      language: null,
      profile_name: 'Acme Notes',
      sub_account_id: 12,
      backfill: false,
    });
  });

  test('of review.updated says what changed', () => {
    expect(
      reviewUpdatedNotification(buildEvent<ReviewUpdatedPayload>(reviewUpdated as never)).data,
    ).toMatchObject({
      id: 4711,
      changed: ['status'],
      previous_status: 'inbox',
    });
  });

  test('of rating.changed and profile.error carry the whole payload', () => {
    expect(ratingNotification(buildEvent(ratingChanged)).data).toEqual(ratingChanged.example);
    expect(profileErrorNotification(buildEvent(profileError)).data).toEqual(profileError.example);
  });
});

describe('who hears of a review', () => {
  const notification = reviewNotification(buildEvent(reviewCreated, { time, subaccountid: 12 }));

  test.each<[string, Partial<WebhookFilter>, boolean]>([
    ['a webhook without filters', {}, true],
    ['one for other events', { events: ['rating.changed'] }, false],
    ['one made at that very moment', { createdOn: new Date(time) }, true],
    ['one made a millisecond later', { createdOn: new Date('2026-01-02T03:04:05.679Z') }, false],
    ['one of the sub account', { ownerSubAccountId: 12 }, true],
    ['one of another sub account', { ownerSubAccountId: 13 }, false],
    ['one filtered to the sub account', { subAccountIds: [11, 12] }, true],
    ['one filtered to others', { subAccountIds: [11] }, false],
    ['one filtered to the channel', { channelIds: [42] }, true],
    ['one filtered to other channels', { channelIds: [43] }, false],
    ['one for five stars', { minRating: 5 }, true],
    ['one for up to four stars', { maxRating: 4 }, false],
    ['one that skips first crawls', { skipBackfill: true }, true],
  ])('%s: %#', (_who, filter, heard) => {
    expect(hears({ ...EVERYTHING, ...filter }, notification)).toBe(heard);
  });

  test('ratings on other scales are compared on five stars, and bounds exclude reviews without a rating', () => {
    const rated = (rating_value: number | null, rating_scale: number) =>
      reviewNotification(buildEvent(reviewCreated, { time, data: { rating_value, rating_scale } }));
    const bounds = { ...EVERYTHING, minRating: 4, maxRating: 4.5 };
    expect(hears(bounds, rated(8, 10))).toBe(true);
    expect(hears(bounds, rated(79, 100))).toBe(false);
    expect(hears(bounds, rated(91, 100))).toBe(false);
    expect(hears(bounds, rated(null, 5))).toBe(false);
  });

  test('first crawls are skipped on request only', () => {
    const backfill = reviewNotification(buildEvent(reviewCreated, { time, data: { backfill: true } }));
    expect(hears(EVERYTHING, backfill)).toBe(true);
    expect(hears({ ...EVERYTHING, skipBackfill: true }, backfill)).toBe(false);
  });

  test('rating bounds do not apply to other events', () => {
    const changed = ratingNotification(buildEvent(ratingChanged, { time }));
    expect(hears({ ...EVERYTHING, minRating: 5 }, changed)).toBe(true);
    expect(hears({ ...EVERYTHING, channelIds: [7] }, changed)).toBe(false);
  });
});
