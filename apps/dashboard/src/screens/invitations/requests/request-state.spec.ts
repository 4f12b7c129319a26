import type { InviteRequest } from './request-list';
import { noteOf, reachedStages, shownStatus } from './request-state';

const AT = '2026-09-20 07:15:00';
const PENDING = {
  id: 1,
  status: 'pending',
  schedule: AT,
  send_at: null,
  sent_on: null,
  opened_on: null,
  clicked_on: null,
  reviewed_on: null,
  unsubscribed_on: null,
  cancelled_on: null,
  skip_reason: null,
  error: null,
  delivery: null,
} as InviteRequest;
const request = (change: Partial<InviteRequest>): InviteRequest => ({ ...PENDING, ...change });

describe('reachedStages', () => {
  it('tells how far a request is', () => {
    expect(reachedStages(request({}))).toEqual(['queued']);
    expect(reachedStages(request({ status: 'sent', sent_on: AT, clicked_on: AT }))).toEqual([
      'queued',
      'sent',
      'clicked',
    ]);
    expect(reachedStages(request({ status: 'reviewed' }))).toEqual(['queued', 'reviewed']);
  });

  it('says that a skipped request has reached nothing', () => {
    expect(reachedStages(request({ status: 'skipped' }))).toEqual([]);
  });
});

describe('a message that was kept', () => {
  const kept = request({ status: 'sent', sent_on: AT, opened_on: AT, delivery: 'kept' });

  it('is shown as kept and has not reached the stage of sent ones', () => {
    expect(shownStatus(kept)).toBe('kept');
    expect(reachedStages(kept)).toEqual(['queued', 'opened']);
  });

  it('is shown with the status that it gets later', () => {
    expect(shownStatus({ ...kept, status: 'reviewed' })).toBe('reviewed');
    expect(shownStatus({ ...kept, delivery: 'confirmed' })).toBe('sent');
  });
});

describe('noteOf', () => {
  it.each([
    [
      'the expected time of a pending request',
      { send_at: '2026-09-21 09:00:00' },
      { key: 'note_at', at: '2026-09-21 09:00:00' },
    ],
    ['the planned time if there is no expected one', {}, { key: 'note_at', at: AT }],
    [
      'the last error of a pending request',
      { error: { code: 'smtp_tls', msg: 'no TLS' } },
      { code: 'smtp_tls', msg: 'no TLS' },
    ],
    ['the reason of a skip', { status: 'skipped', skip_reason: 'cooldown' }, { reason: 'cooldown' }],
    [
      'the words of the mail server',
      { status: 'failed', error: { code: 'hard_bounce', msg: '550' } },
      { code: 'hard_bounce', msg: '550' },
    ],
    [
      'the code if the server said nothing',
      { status: 'failed', error: { code: 'worker_lost', msg: '' } },
      { code: 'worker_lost', msg: 'worker_lost' },
    ],
    [
      'a missing answer',
      { status: 'sent', sent_on: AT, delivery: 'unconfirmed' },
      { key: 'note_unconfirmed' },
    ],
    [
      'a click before an opening',
      { status: 'sent', opened_on: AT, clicked_on: AT },
      { key: 'note_clicked', at: AT },
    ],
    ['nothing while it is sent', { status: 'sending' }, null],
  ] as const)('shows %s', (_what, change, note) => {
    expect(noteOf(request(change as Partial<InviteRequest>))).toEqual(note);
  });
});
