import {
  channelCrawled,
  inviteFailed,
  inviteSent,
  profileError,
  ratingChanged,
  reviewCreated,
  reviewUpdated,
  type ReviewUpdatedPayload,
} from '@plaudit/contracts';
import { buildEvent } from '@plaudit/testing';
import { renderEnvelope } from './envelope';
import {
  crawlNotification,
  inviteNotification,
  profileErrorNotification,
  ratingNotification,
  reviewNotification,
  reviewUpdatedNotification,
  statusChangedNotification,
} from './notification';
import { SENT_INVITE_FAILURE, SENT_INVITE_SENDING } from './webhook-data';
import { matches, type WebhookFilter } from './webhook-filter';

const time = '2026-01-02T03:04:05.678Z';
const NO_FILTER: WebhookFilter = {
  events: ['review.created', 'rating.changed', 'profile.error', 'invite.sent'],
  owner_sub_account_id: null,
  sub_account_ids: [],
  reach: null,
  channel_ids: [],
  min_rating: null,
  max_rating: null,
  skip_backfill: false,
  created_on: new Date('2026-01-01T00:00:00Z'),
};

describe('The envelope', () => {
  const event = buildEvent(reviewCreated, { id: 'evt_1', time, subaccountid: 12 });

  it('has its keys in the documented order and no test key', () => {
    const body = renderEnvelope(reviewNotification(event)).toString();
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['id', 'event', 'occurred_on', 'data']);
    expect(body).toMatch(
      /^\{"id":"evt_1","event":"review\.created","occurred_on":"2026-01-02T03:04:05\.678Z","data":\{"from_name":/,
    );
  });

  it('ends with test: true for a test delivery', () => {
    expect(renderEnvelope(reviewNotification(event), true).toString()).toMatch(/\},"test":true\}$/);
  });

  it('of review.created contains exactly the documented fields', () => {
    expect(reviewNotification(event).data).toEqual({
      from_name: 'Nick',
      rating_value: 5,
      text: 'Works well.',
      profile_id: 42,
      platform: 'app_store',
      id: 4711,
      rating_scale: 5,
      posted_on: '2026-09-14 11:24:23',
      posted_precision: 'second',
      post_url: null,
      status: 'inbox',
      sentiment: 'positive',
      language: null,
      profile_name: 'Acme Notes',
      sub_account_id: 12,
      backfill: false,
    });
  });

  it('of review.updated contains the changed fields', () => {
    expect(
      reviewUpdatedNotification(buildEvent<ReviewUpdatedPayload>(reviewUpdated as never)).data,
    ).toMatchObject({
      id: 4711,
      changed: ['status'],
      previous_status: 'inbox',
    });
  });

  it('of review.status_changed contains the status before, and an id of its own', () => {
    const event = buildEvent(reviewUpdated, { id: 'evt_1' });
    expect(statusChangedNotification(event)).toMatchObject({
      id: 'evt_1_status',
      event: 'review.status_changed',
      channelId: 42,
      rating: 5,
      data: { id: 4711, status: 'approved', previous_status: 'inbox', sub_account_id: 1 },
    });
    expect(statusChangedNotification(event)?.data).not.toHaveProperty('changed');
  });

  it.each<[string, Partial<ReviewUpdatedPayload>]>([
    ['other fields changed', { changed: ['tags', 'text'] }],
    ['the status is as before', { changed: ['status'], previous_status: 'approved' }],
  ])('of review.status_changed does not exist if %s', (_what, data) => {
    expect(statusChangedNotification(buildEvent(reviewUpdated, { data }))).toBeNull();
  });

  it('of channel.crawled contains the whole payload', () => {
    expect(crawlNotification(buildEvent(channelCrawled)).data).toEqual(channelCrawled.example);
  });

  it('of rating.changed and profile.error contains the whole payload', () => {
    expect(ratingNotification(buildEvent(ratingChanged)).data).toEqual(ratingChanged.example);
    expect(profileErrorNotification(buildEvent(profileError)).data).toEqual(profileError.example);
  });

  it('of an invitation contains the documented fields and no field of a newer service', () => {
    const sent = buildEvent(inviteSent, {
      subaccountid: 12,
      data: { recipient: 'noa@example.com' } as object,
    });
    expect(inviteNotification(sent, SENT_INVITE_SENDING).data).toEqual({
      ...inviteSent.example,
      sub_account_id: 12,
    });
    const failed = buildEvent(inviteFailed, { subaccountid: 12 });
    expect(inviteNotification(failed, SENT_INVITE_FAILURE).data).toEqual({
      ...inviteFailed.example,
      sub_account_id: 12,
    });
  });
});

describe('matches', () => {
  const notification = reviewNotification(buildEvent(reviewCreated, { time, subaccountid: 12 }));

  it.each<[string, Partial<WebhookFilter>]>([
    ['without filters', {}],
    ['that was created at the time of the review', { created_on: new Date(time) }],
    ['of the sub account of the review', { owner_sub_account_id: 12 }],
    ['filtered to several sub accounts, including the right one', { sub_account_ids: [11, 12] }],
    ['filtered to the channel of the review', { channel_ids: [42] }],
    ['for at least five stars', { min_rating: 5 }],
    ['that skips first crawls', { skip_backfill: true }],
  ])('accepts a review with five stars for a webhook %s', (_which, filter) => {
    expect(matches({ ...NO_FILTER, ...filter }, notification)).toBe(true);
  });

  it.each<[string, Partial<WebhookFilter>]>([
    ['for other events', { events: ['rating.changed'] }],
    ['that was created a millisecond after the review', { created_on: new Date('2026-01-02T03:04:05.679Z') }],
    ['of another sub account', { owner_sub_account_id: 13 }],
    ['filtered to another sub account', { sub_account_ids: [11] }],
    ['filtered to another channel', { channel_ids: [43] }],
    ['for at most four stars', { max_rating: 4 }],
  ])('refuses a review with five stars for a webhook %s', (_which, filter) => {
    expect(matches({ ...NO_FILTER, ...filter }, notification)).toBe(false);
  });

  it('compares ratings of other scales on five stars, and refuses a review without a rating if there is a limit', () => {
    const rated = (rating_value: number | null, rating_scale: number) =>
      reviewNotification(buildEvent(reviewCreated, { time, data: { rating_value, rating_scale } }));
    const limits = { ...NO_FILTER, min_rating: 4, max_rating: 4.5 };
    expect(matches(limits, rated(8, 10))).toBe(true);
    expect(matches(limits, rated(79, 100))).toBe(false);
    expect(matches(limits, rated(91, 100))).toBe(false);
    expect(matches(limits, rated(null, 5))).toBe(false);
  });

  it('refuses reviews of a first crawl only if the webhook skips them', () => {
    const backfill = reviewNotification(buildEvent(reviewCreated, { time, data: { backfill: true } }));
    expect(matches(NO_FILTER, backfill)).toBe(true);
    expect(matches({ ...NO_FILTER, skip_backfill: true }, backfill)).toBe(false);
  });

  it('ignores rating limits for events that are not about reviews', () => {
    const changed = ratingNotification(buildEvent(ratingChanged, { time }));
    expect(matches({ ...NO_FILTER, min_rating: 5 }, changed)).toBe(true);
    expect(matches({ ...NO_FILTER, channel_ids: [7] }, changed)).toBe(false);
  });

  it('applies the lists of channels and sub accounts to crawls, and sends the end of a first crawl in any case', () => {
    const crawled = crawlNotification(
      buildEvent(channelCrawled, { time, subaccountid: 12, data: { first: true } }),
    );
    const filter = { ...NO_FILTER, events: ['channel.crawled'], min_rating: 5, skip_backfill: true };
    expect(matches({ ...filter, channel_ids: [42], sub_account_ids: [12] }, crawled)).toBe(true);
    expect(matches({ ...filter, channel_ids: [7] }, crawled)).toBe(false);
    expect(matches({ ...filter, sub_account_ids: [11] }, crawled)).toBe(false);
  });

  it('ignores the limits of ratings and channels for invitations, but not those of sub accounts', () => {
    const sent = inviteNotification(buildEvent(inviteSent, { time, subaccountid: 12 }), SENT_INVITE_SENDING);
    expect(matches({ ...NO_FILTER, min_rating: 5, channel_ids: [7], skip_backfill: true }, sent)).toBe(true);
    expect(matches({ ...NO_FILTER, sub_account_ids: [11] }, sent)).toBe(false);
  });

  it('refuses a review without a channel for a webhook that is filtered to channels', () => {
    const direct = reviewNotification(buildEvent(reviewCreated, { time, data: { channel_id: null } }));
    expect(matches(NO_FILTER, direct)).toBe(true);
    expect(matches({ ...NO_FILTER, channel_ids: [42] }, direct)).toBe(false);
  });
});
