import { ApiError } from '@plaudit/contracts';
import { assertMayRotate, previousSecretUntil } from './rotation-rule';

const NOW = new Date('2026-03-01T12:00:00.500Z');
const at = (iso: string | null) => ({ prev_secret_until: iso === null ? null : new Date(iso) });

describe('previousSecretUntil', () => {
  it.each([
    ['never replaced', null, null],
    ['replaced, and its grace period lasts', '2026-03-01T12:00:00.501Z', '2026-03-01T12:00:00.501Z'],
    ['replaced, and its grace period ends now', '2026-03-01T12:00:00.500Z', null],
  ])('knows whether a previous secret signs if the secret was %s', (_what, until, expected) => {
    expect(previousSecretUntil(at(until), NOW)?.toISOString() ?? null).toBe(expected);
  });
});

describe('assertMayRotate', () => {
  const refusal = (until: string | null, graceHours: number): unknown => {
    try {
      assertMayRotate(at(until), graceHours, NOW);
      return null;
    } catch (error) {
      return error;
    }
  };

  it.each([
    ['no previous secret signs', null, 24],
    ['the grace period is over', '2026-03-01T12:00:00.500Z', 24],
    ['the rotation has no grace period', '2026-03-02T12:00:00Z', 0],
  ])('allows a rotation if %s', (_what, until, graceHours) => {
    expect(refusal(until, graceHours)).toBeNull();
  });

  it('names the first whole second at which a rotation is allowed again', () => {
    const refused = refusal('2026-03-02T12:00:00.001Z', 1);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({
      code: 'invalid_value',
      status: 422,
      message: expect.stringContaining('after 2026-03-02 12:00:01 UTC'),
      details: { field: 'grace_hours', allowed_on: '2026-03-02 12:00:01' },
    });
  });
});
