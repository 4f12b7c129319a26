import type { RequestRow } from '../requests/request-rows';
import { afterMissingAnswer, afterSending } from './ended-attempt';

const AT = new Date('2026-06-01T10:00:00Z');
const FAULT = { code: 'smtp_timeout', msg: 'The mail server did not answer.' };
const ALWAYS = { enabled: false, timezone: 'UTC', days: [1], start: '09:00', end: '18:00', holidays: [] };

const inFlight = (more: Partial<RequestRow> = {}): RequestRow =>
  ({ id: 1, type: 'email', status: 'sending', attempts: 1, sent_on: null, ...more }) as RequestRow;

describe('A message without an answer', () => {
  const fault = { provider: 'smtp', providerId: null, fault: FAULT };
  const missing = { provider: 'smtp', fault: FAULT };

  it('is unconfirmed, and may be sent once more', () => {
    expect(afterSending(inFlight(), AT, fault).change).toMatchObject({
      status: 'sent',
      delivery: 'unconfirmed',
    });
    expect(afterMissingAnswer(inFlight(), AT, ALWAYS, missing).change).toMatchObject({
      status: 'pending',
      delivery: 'unconfirmed',
      sent_on: AT,
    });
  });

  it('stays confirmed, and ends, if its delivery was reported in the meantime', () => {
    const delivered = inFlight({ delivery: 'confirmed' });
    expect(afterSending(delivered, AT, fault).change).toMatchObject({
      status: 'sent',
      delivery: 'confirmed',
    });
    expect(afterMissingAnswer(delivered, AT, ALWAYS, missing).change).toMatchObject({
      status: 'sent',
      delivery: 'confirmed',
      due_at: null,
    });
  });
});

describe('A message that the server keeps', () => {
  it.each([
    ['a mail in the mail catcher', { type: 'email', provider: 'mailbox' }],
    ['an SMS of the provider for trying out', { type: 'sms', provider: 'log' }],
  ] as const)('counts as sent and says that it was kept: %s', (_what, { type, provider }) => {
    const { change, activity, stage } = afterSending(inFlight({ type }), AT, {
      provider,
      providerId: null,
      fault: null,
    });
    expect(change).toMatchObject({ status: 'sent', delivery: 'kept', provider, sent_on: AT });
    expect(activity).toMatchObject([{ type: 'sent', status: 'kept' }]);
    expect(stage).toBe('sent');
  });

  it('reaches nobody either if the answer is missing', () => {
    const unanswered = { provider: 'mailbox', providerId: null, fault: FAULT };
    expect(afterSending(inFlight(), AT, unanswered)).toMatchObject({
      change: { delivery: 'kept' },
      activity: [{ status: 'kept', detail: FAULT }],
    });
  });
});
