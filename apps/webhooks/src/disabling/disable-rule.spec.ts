import type { ClaimedDelivery, CompletedAttempt } from '../queue/claimed-delivery';
import { pageOf } from '../documentation/guide.suite';
import type { AttemptOutcome } from '../sending/attempt-outcome';
import { WebhooksEnv } from '../webhooks.env';
import { disableReason, disableRule, isGivenUp, suspectsIn, withoutQuery } from './disable-rule';

const HOUR_MS = 3_600_000;
const now = new Date('2026-09-20T10:00:00Z');
const rule = disableRule(new WebhooksEnv());
const failing = (hours: number, failures: number) => ({
  failure_streak: failures,
  failing_since: new Date(now.getTime() - hours * HOUR_MS),
});

describe('isGivenUp', () => {
  it.each([
    [119, 1_000, false],
    [120, 19, false],
    [120, 20, true],
    [1_000, 20, true],
  ])('after %d hours and %d failures returns %s', (hours, failures, expected) => {
    expect(isGivenUp(failing(hours, failures), now, rule)).toBe(expected);
  });

  it('is false for an endpoint that succeeded last', () => {
    expect(isGivenUp({ failure_streak: 0, failing_since: null }, now, rule)).toBe(false);
  });

  it('is always false if the operator switched it off', () => {
    const off = disableRule(Object.assign(new WebhooksEnv(), { WEBHOOK_DISABLE_HOURS: 0 }));
    expect(isGivenUp(failing(10_000, 10_000), now, off)).toBe(false);
  });
});

describe('suspectsIn', () => {
  const attempt = (webhookId: number, statusCode: number | null, error = 'http_error'): CompletedAttempt => ({
    delivery: { webhook_id: webhookId } as unknown as ClaimedDelivery,
    outcome: {
      ok: statusCode === 200,
      statusCode,
      errorCode: statusCode === 200 ? null : error,
      startedOn: now,
    } as AttemptOutcome,
    waitMs: null,
  });
  const lanes = new Map([
    [1, failing(121, 40)],
    [2, failing(1, 40)],
  ]);
  const suspects = (...group: CompletedAttempt[]) =>
    suspectsIn(group, lanes, now, rule).map((suspect) => [suspect.webhookId, disableReason(suspect)]);

  it('names each webhook once, with the reason of its last attempt', () => {
    expect(suspects(attempt(1, 500), attempt(1, null, 'blocked_address'), attempt(2, 500))).toEqual([
      [1, 'blocked'],
    ]);
  });

  it('names a webhook whose endpoint is gone, whatever the other attempts found', () => {
    expect(suspects(attempt(2, 410), attempt(2, 500), attempt(2, 200), attempt(1, 503))).toEqual([
      [2, 'gone'],
      [1, 'failing'],
    ]);
  });

  it('names no webhook that was deleted meanwhile', () => {
    expect(suspects(attempt(3, 410))).toEqual([]);
  });
});

describe('docs/webhooks.md', () => {
  it('states when a webhook is switched off', () => {
    const { afterMs, failures } = rule;
    expect(pageOf().replaceAll('\n', ' ')).toContain(
      `failed for ${afterMs! / HOUR_MS / 24} days and there were at least ${failures} of them`,
    );
  });
});

describe('withoutQuery', () => {
  it('leaves out the query and the fragment', () => {
    expect(['https://a.example/x?key=1&b=?', 'https://a.example/'].map(withoutQuery)).toEqual([
      'https://a.example/x',
      'https://a.example/',
    ]);
  });
});
