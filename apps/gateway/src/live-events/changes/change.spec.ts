import {
  accountChanged,
  EVENTS,
  inviteSent,
  profileError,
  ratingChanged,
  reviewCreated,
  reviewsCollected,
  reviewUpdated,
  webhookDisabled,
} from '@plaudit/contracts';
import { buildEvent } from '@plaudit/testing';
import { changeOf, LIVE_PATTERNS } from './change';

describe('changeOf', () => {
  it('names the review, its channel and its status, and nothing that a person wrote', () => {
    const event = buildEvent(reviewUpdated, {
      subject: '4711',
      data: { channel_id: 42, status: 'approved' },
    });
    expect(changeOf(event)).toEqual({
      name: 'review.changed',
      kind: 'updated',
      id: 4711,
      channelId: 42,
      status: 'approved',
    });
  });

  it.each([
    [ratingChanged, { name: 'channel.changed', kind: 'rating' }],
    [profileError, { name: 'channel.changed', kind: 'error' }],
    [inviteSent, { name: 'invite.changed', kind: 'sent' }],
    [webhookDisabled, { name: 'webhook.delivery', kind: 'disabled' }],
  ])('tells of $name', (definition, expected) => {
    expect(changeOf(buildEvent<object>(definition, { subject: '7' }))).toEqual({
      ...expected,
      id: 7,
      channelId: null,
      status: null,
    });
  });

  it('tells of every kind that it asks for', () => {
    const asked = EVENTS.filter(({ pattern }) => LIVE_PATTERNS.includes(pattern));
    expect(asked).toHaveLength(LIVE_PATTERNS.length);
    expect(asked.filter((definition) => changeOf(buildEvent(definition, { subject: '7' })) === null)).toEqual(
      [],
    );
  });

  it.each([
    ['of another kind', buildEvent(reviewsCollected)],
    ['about the account', buildEvent(accountChanged)],
    ['of a later version', { ...buildEvent(reviewCreated), dataversion: 2 }],
    ['whose subject is no id', buildEvent(reviewCreated, { subject: '-1' })],
  ])('returns null for an event %s', (_what, event) => {
    expect(changeOf(event)).toBeNull();
  });

  it('leaves out a status and a channel that it does not know', () => {
    const event = buildEvent(reviewCreated, { subject: '1' });
    const odd = { ...event, data: { status: '<script>', channel_id: '42' } };
    expect(changeOf(odd)).toMatchObject({ id: 1, status: null, channelId: null });
    expect(changeOf({ ...event, data: null })).toMatchObject({ id: 1, status: null, channelId: null });
  });
});
