import {
  hoursBefore,
  makerOf,
  nextAttempt,
  shortUrl,
  stateOf,
  waitingDeliveries,
  type Webhook,
} from './webhook-state';

function webhook(state: Webhook['health']['state'], reason: Webhook['disabled_reason'] = null): Webhook {
  return { health: { state, consecutive_failures: 6 }, disabled_reason: reason } as Webhook;
}

describe('stateOf', () => {
  it.each([
    [webhook('healthy'), 'state_healthy'],
    [webhook('new'), 'state_new'],
    [webhook('failing'), 'state_failing'],
    [webhook('paused', 'manual'), 'state_paused'],
    [webhook('disabled', 'gone'), 'state_off'],
    [webhook('disabled', 'maker_removed'), 'state_off'],
  ])('names the state of a webhook (%#)', (one, word) => {
    expect(stateOf(one).word).toBe(word);
  });
});

describe('makerOf', () => {
  const made = (created_by: Webhook['created_by']) => makerOf({ created_by } as Webhook);

  it('names the key or the user, and the id if the reader may not see the name', () => {
    expect(made({ type: 'key', id: 31, name: 'CRM' })).toEqual({ word: 'maker_key', name: 'CRM' });
    expect(made({ type: 'user', id: 5, name: null })).toEqual({ word: 'maker_user', name: '#5' });
    expect(made(null)).toBeNull();
  });
});

describe('nextAttempt', () => {
  it('returns the earliest one', () => {
    const at = (next_attempt_on: string | null) => ({ next_attempt_on });
    expect(nextAttempt([at(null), at('2026-11-21 11:05:00'), at('2026-11-21 10:05:00')])).toBe(
      '2026-11-21 10:05:00',
    );
    expect(nextAttempt([at(null)])).toBeNull();
  });
});

describe('waitingDeliveries', () => {
  it('names each delivery that is tried again once', () => {
    const attempt = (delivery_id: string, next_attempt_on: string | null) => ({
      delivery_id,
      next_attempt_on,
    });
    const log = [
      attempt('dlv_a', '2026-11-21 11:05:00'),
      attempt('dlv_b', null),
      attempt('dlv_a', '2026-11-21 11:05:00'),
    ];
    expect(waitingDeliveries(log)).toEqual(['dlv_a']);
  });
});

describe('hoursBefore', () => {
  it('stays within the 14 days that the API allows', () => {
    const now = new Date('2026-11-21T10:00:00Z');
    expect(hoursBefore(24, now)).toBe('2026-11-20 10:00:00');
    expect(hoursBefore(336, now)).toBe('2026-11-07 10:01:00');
  });
});

describe('shortUrl', () => {
  it('leaves out the scheme and a last slash', () => {
    expect(shortUrl('https://hooks.example.com/')).toBe('hooks.example.com');
  });
});
