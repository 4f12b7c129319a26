import type { RequestStatus } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import {
  afterClick,
  afterDeletion,
  afterFailure,
  afterOpen,
  afterReview,
  afterStop,
  afterSuppression,
  afterUnsubscription,
  cancelled,
} from './sequence';
import type { Transition } from './transition';

const AT = new Date('2026-06-01T10:00:00Z');
const EARLIER = new Date('2026-05-01T10:00:00Z');
const BY = { at: AT, source: 'recipient' } as const;

const everybody = (): boolean => true;

const row = (id: number, status: RequestStatus, more: Partial<RequestRow> = {}): RequestRow =>
  ({
    id,
    parent_id: id === 1 ? null : 1,
    status,
    opened_on: null,
    clicked_on: null,
    reviewed_on: null,
    unsubscribed_on: null,
    failed_on: null,
    open_count: 0,
    click_count: 0,
    ...more,
  }) as RequestRow;

/** A sent first message, a sent reminder and two that wait. */
const sequence = (): RequestRow[] => [row(1, 'sent'), row(2, 'sent'), row(3, 'pending'), row(4, 'pending')];

/** Returns the status that each changed message gets; undefined if it keeps its own. */
const statuses = (transitions: readonly Transition[]) =>
  Object.fromEntries(transitions.map(({ row: { id }, change }) => [id, change.status]));
const stages = (transitions: readonly Transition[]) =>
  transitions.flatMap(({ row: { id }, stage }) => (stage ? [`${id} ${stage}`] : []));
const entries = (transitions: readonly Transition[]) =>
  transitions.flatMap(({ row: { id }, activity }) =>
    activity.map(({ type, source }) => `${id} ${type} ${source}`),
  );

describe('the sequence of a request', () => {
  it('ends after a click, and the message stays sent', () => {
    const rows = sequence();
    const after = afterClick(rows, rows[1]!, BY);
    expect(statuses(after)).toEqual({ 2: undefined, 3: 'cancelled', 4: 'cancelled' });
    expect(after[0]?.change).toEqual({ clicked_on: AT, click_count: 1 });
    expect(stages(after)).toEqual(['2 clicked']);
    expect(entries(after)).toEqual(['2 clicked recipient', '3 cancelled system', '4 cancelled system']);
  });

  it('counts a second click without another event, and keeps the time of the first', () => {
    const clicked = row(1, 'sent', { clicked_on: EARLIER, click_count: 4 });
    const after = afterClick([clicked], clicked, BY);
    expect(after[0]?.change).toEqual({ clicked_on: EARLIER, click_count: 5 });
    expect(stages(after)).toEqual([]);
  });

  it('goes on after an open', () => {
    const after = afterOpen(row(1, 'sent'), BY);
    expect(after).toHaveLength(1);
    expect(after[0]?.change).toEqual({ opened_on: AT, open_count: 1 });
  });

  it('ends after an unsubscription through a reminder, and the first message takes it over in silence', () => {
    const rows = sequence();
    const after = afterUnsubscription(rows, rows[1]!, BY);
    expect(statuses(after)).toEqual({
      1: 'unsubscribed',
      2: 'unsubscribed',
      3: 'cancelled',
      4: 'cancelled',
    });
    expect(after.find(({ row: { id } }) => id === 1)).toMatchObject({
      activity: [],
      stage: null,
      change: { unsubscribed_on: AT },
    });
    expect(stages(after)).toEqual(['2 unsubscribed']);
  });

  it('does not unsubscribe twice', () => {
    const gone = row(1, 'unsubscribed', { unsubscribed_on: EARLIER });
    expect(afterUnsubscription([gone], gone, BY)).toEqual([]);
  });

  it('keeps the status of a reviewed message whose recipient unsubscribes later', () => {
    const reviewed = row(1, 'reviewed', { reviewed_on: EARLIER });
    const after = afterUnsubscription([reviewed], reviewed, BY);
    expect(statuses(after)).toEqual({ 1: undefined });
    expect(after[0]?.change.unsubscribed_on).toBe(AT);
  });

  it.each(['failed', 'cancelled', 'skipped', 'unsubscribed'] as const)(
    'becomes reviewed although it was %s',
    (status) => {
      const message = row(1, status);
      const after = afterReview([message], message, BY, { reviewId: 7 });
      expect(after[0]?.change).toMatchObject({ status: 'reviewed', reviewed_on: AT, review_id: 7 });
      expect(stages(after)).toEqual(['1 reviewed']);
    },
  );

  it('keeps the status of a message in flight that is marked as reviewed, until its outcome is known', () => {
    const message = row(1, 'sending');
    const after = afterReview([message], message, BY, { reviewId: 7 });
    expect(after[0]?.change).toEqual({ reviewed_on: AT, review_id: 7 });
  });

  it('ends before anything was sent if the request is marked as reviewed', () => {
    const rows = [row(1, 'pending'), row(2, 'pending')];
    const after = afterReview(rows, rows[0]!, { at: AT, source: 'api' }, { reviewId: null });
    expect(statuses(after)).toEqual({ 1: 'reviewed', 2: 'cancelled' });
    expect(after[0]?.change).toMatchObject({ due_at: null, send_at: null });
    expect(
      afterReview([row(1, 'reviewed', { reviewed_on: AT })], row(1, 'reviewed', { reviewed_on: AT }), BY, {
        reviewId: null,
      }),
    ).toEqual([]);
  });

  it('makes a first message reviewed, and not cancelled, whose reminder is marked before anything was sent', () => {
    const rows = [row(1, 'pending'), row(2, 'pending'), row(3, 'pending')];
    const after = afterReview(rows, rows[1]!, BY, { reviewId: null });
    expect(after.map(({ row: { id }, change }) => [id, change.status])).toEqual([
      [2, 'reviewed'],
      [1, 'reviewed'],
      [3, 'cancelled'],
    ]);
    const reviewed = [row(1, 'reviewed', { reviewed_on: AT }), row(2, 'reviewed', { reviewed_on: AT })];
    expect(afterReview(reviewed, reviewed[1]!, BY, { reviewId: null })).toEqual([]);
  });

  it('ends after a failure, and a bounce of a failed message publishes nothing more', () => {
    const rows = sequence();
    const after = afterFailure(rows, rows[1]!, BY, { code: 'hard_bounce', msg: 'User unknown' });
    expect(statuses(after)).toEqual({ 2: 'failed', 3: 'cancelled', 4: 'cancelled' });
    expect(stages(after)).toEqual(['2 failed']);
    const failed = row(1, 'failed', { failed_on: EARLIER });
    expect(
      stages(afterFailure([failed], failed, BY, { code: 'hard_bounce', msg: '', type: 'bounced' })),
    ).toEqual([]);
  });

  it('loses its pending reminders when it is stopped, and nothing the second time', () => {
    const rows = sequence();
    expect(statuses(afterStop(rows, BY))).toEqual({ 3: 'cancelled', 4: 'cancelled' });
    expect(afterStop([row(1, 'pending'), row(2, 'cancelled')], BY)).toEqual([]);
  });

  it('ends with the deletion of its first message, and goes on without a deleted reminder', () => {
    const rows = sequence();
    const all = afterDeletion(rows, rows[0]!, BY);
    expect(statuses(all)).toEqual({ 1: undefined, 3: 'cancelled', 4: 'cancelled' });
    expect(all[0]?.change).toEqual({ deleted_on: AT });
    const one = afterDeletion(rows, rows[2]!, BY);
    expect(one.map(({ row: { id }, change }) => [id, change])).toEqual([
      [3, { deleted_on: AT, due_at: null, send_at: null }],
    ]);
  });

  it('skips only messages that are pending', () => {
    const rows = [row(1, 'sent'), row(2, 'sending'), row(3, 'pending'), row(4, 'cancelled')];
    expect(statuses(afterSuppression(rows, everybody, 'suppressed_unsubscribed', BY))).toEqual({
      3: 'skipped',
    });
  });

  it('skips messages that wait, also one that a worker has taken and not begun to send', () => {
    const taken = row(2, 'sending', { started_at: null, lease_id: 'a' });
    const begun = row(3, 'sending', { started_at: AT, lease_id: 'b' });
    const after = afterSuppression(
      [row(1, 'pending'), taken, begun],
      everybody,
      'suppressed_unsubscribed',
      BY,
    );
    expect(statuses(after)).toEqual({ 1: 'skipped', 2: 'skipped' });
    expect(after[1]?.change).toMatchObject({ lease_id: null, lease_until: null, prepared_at: null });
  });

  it('cancels the reminders to others that follow a skipped message, and never a first message', () => {
    const to = (recipient: string) => (message: RequestRow) => message.recipient === recipient;
    const rows = [
      row(1, 'pending', { recipient: 'a' }),
      row(2, 'pending', { recipient: 'a' }),
      row(3, 'pending', { recipient: 'b' }),
      row(4, 'pending', { recipient: 'b', deleted_on: EARLIER }),
    ];
    expect(statuses(afterSuppression(rows, to('a'), 'suppressed_manual', BY))).toEqual({
      1: 'skipped',
      2: 'skipped',
      3: 'cancelled',
    });
    expect(statuses(afterSuppression(rows, to('b'), 'suppressed_manual', BY))).toEqual({
      2: 'cancelled',
      3: 'skipped',
      4: 'skipped',
    });
  });

  it('ends a message that a worker has taken and not begun to send', () => {
    const taken = row(1, 'sending', { started_at: null, lease_id: 'a' });
    for (const [after, status] of [
      [afterReview([taken], taken, BY, { reviewId: null }), 'reviewed'],
      [afterUnsubscription([taken], taken, BY), 'unsubscribed'],
    ] as const)
      expect(after[0]?.change).toMatchObject({ status, lease_id: null, due_at: null });
  });

  it('cancels messages that wait, also one that a worker has taken and not begun to send', () => {
    const rows = [
      row(1, 'sent'),
      row(2, 'sending', { started_at: EARLIER }),
      row(3, 'sending', { started_at: null }),
      row(4, 'pending'),
    ];
    const after = cancelled(rows, BY);
    expect(statuses(after)).toEqual({ 3: 'cancelled', 4: 'cancelled' });
    expect(after[0]?.change).toMatchObject({ lease_id: null, lease_until: null, prepared_at: null });
  });
});
