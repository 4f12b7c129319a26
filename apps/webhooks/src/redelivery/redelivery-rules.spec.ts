import { ApiError } from '@plaudit/contracts';
import { recoveryRange } from './redelivery-rules';

const NOW = new Date('2026-03-15T12:00:00.000Z');

describe('recoveryRange', () => {
  it.each([
    ['up to now', { since: '2026-03-14 11:00:00' }, '2026-03-14T11:00:00.000Z', NOW.toISOString()],
    [
      'up to the end of a day',
      { since: '2026-03-01', until: '2026-03-14' },
      '2026-03-01T00:00:00.000Z',
      '2026-03-15T00:00:00.000Z',
    ],
    [
      'up to a second of another time zone',
      { since: '2026-03-10T00:00:00+01:00', until: '2026-03-10T01:00:00+01:00' },
      '2026-03-09T23:00:00.000Z',
      '2026-03-10T00:00:01.000Z',
    ],
    ['of exactly 14 days', { since: '2026-03-01 12:00:00' }, '2026-03-01T12:00:00.000Z', NOW.toISOString()],
  ])('reads a time %s', (_what, input, since, until) => {
    const range = recoveryRange(input, NOW);
    expect([range.since.toISOString(), range.until.toISOString()]).toEqual([since, until]);
  });

  it.each([
    ['a day more than 14', { since: '2026-03-01', until: '2026-03-15' }, 'invalid_value', 'since', /14 days/],
    ['a second more than 14 days', { since: '2026-03-01 11:59:59' }, 'invalid_value', 'since', /send until/],
    ['a time in the future', { since: '2026-03-16' }, 'invalid_value', 'since', /before now/],
    [
      'an end before its beginning',
      { since: '2026-03-14', until: '2026-03-13' },
      'invalid_value',
      'since',
      /before until/,
    ],
    ['no date', { since: 'yesterday' }, 'invalid_date', 'since', /such as/],
    ['an empty end', { since: '2026-03-14', until: '' }, 'invalid_date', 'until', /such as/],
  ])('refuses %s', (_what, input, code, field, message) => {
    let refused: unknown = null;
    try {
      recoveryRange(input, NOW);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 422, code, details: { field } });
    expect((refused as ApiError).message).toMatch(message);
  });
});
