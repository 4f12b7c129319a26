import { ApiError, UNLIMITED } from '@plaudit/contracts';
import { assertConsistent, knownEvents, ownerOf, webhookLimit } from './webhook-rules';

/** Returns the error that `check` throws, or null. */
function errorOf(check: () => unknown): Record<string, unknown> | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, code: error.code, field: error.details.field };
  }
}

describe('knownEvents', () => {
  it('returns each event once, in the given order', () => {
    const events = ['rating.changed', 'review.created', 'rating.changed'];
    expect(knownEvents(events)).toEqual(['rating.changed', 'review.created']);
  });

  it.each([
    ['an unknown event', ['review.created', 'review.liked']],
    ['a name that every object inherits', ['constructor']],
  ])('refuses %s', (_what, events) => {
    const unknown = { status: 422, code: 'unknown_event', field: 'events' };
    expect(errorOf(() => knownEvents(events))).toEqual(unknown);
  });
});

describe('assertConsistent', () => {
  const settings = { owner_sub_account_id: null, sub_account_ids: [], min_rating: null, max_rating: null };

  it('lets the webhook of a sub account filter for no other sub account', () => {
    const ofSubAccount = (owner_sub_account_id: number | null, sub_account_ids: number[]) =>
      errorOf(() => assertConsistent({ ...settings, owner_sub_account_id, sub_account_ids }));
    expect(ofSubAccount(5, [5])).toBeNull();
    expect(ofSubAccount(5, [])).toBeNull();
    expect(ofSubAccount(null, [5, 6])).toBeNull();
    const refused = { status: 422, code: 'invalid_value', field: 'sub_account_ids' };
    expect(ofSubAccount(5, [5, 6])).toEqual(refused);
  });

  it('refuses a minimum rating above the maximum', () => {
    const withLimits = (min_rating: number, max_rating: number | null) =>
      errorOf(() => assertConsistent({ ...settings, min_rating, max_rating }));
    expect(withLimits(4, 4)).toBeNull();
    expect(withLimits(4, null)).toBeNull();
    expect(withLimits(4.5, 4)).toEqual({ status: 422, code: 'invalid_value', field: 'min_rating' });
  });
});

describe('ownerOf', () => {
  it('is null for the main sub account, whose webhooks belong to the whole account', () => {
    expect(ownerOf({ account_id: 1, sub_account_id: 11, main: true })).toBeNull();
    expect(ownerOf({ account_id: 1, sub_account_id: 12, main: false })).toBe(12);
  });
});

describe('webhookLimit', () => {
  it('is the limit of the plan, and never more than 50', () => {
    const limitOf = (webhooks: number) => webhookLimit({ limits: { ...UNLIMITED, webhooks } });
    expect([0, 3, 80, -1].map(limitOf)).toEqual([0, 3, 50, 50]);
  });
});
