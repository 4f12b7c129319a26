import type { ApiError } from '@plaudit/contracts';
import { periodBefore, periodOf } from './period';

const SCOPE = { today: '2026-03-10' };

describe('periodOf', () => {
  it.each([
    [{}, null],
    [{ from: '', to: '' }, null],
    [{ from: '2026-01-31' }, { from: '2026-01-31', to: '2026-03-10' }],
    [
      { from: '2026-01-31', to: '2026-01-31' },
      { from: '2026-01-31', to: '2026-01-31' },
    ],
    [
      { from: '2026-03-11', to: '2026-03-11' },
      { from: '2026-03-11', to: '2026-03-11' },
    ],
    [
      { from: '1900-01-01', to: '1904-12-31' },
      { from: '1900-01-01', to: '1904-12-31' },
    ],
    [
      { from: '2020-02-29', to: '2025-02-28' },
      { from: '2020-02-29', to: '2025-02-28' },
    ],
  ])('reads %j as %j', (query, period) => {
    expect(periodOf(query, SCOPE)).toEqual(period);
  });

  it.each([
    [{ to: '2026-01-31' }, 'from', 'from is required together with to.'],
    [{ from: '2026-02-30' }, 'from', 'from must be a date of the calendar, not 2026-02-30.'],
    [{ from: '2026-01-01', to: '2026-04-31' }, 'to', 'to must be a date of the calendar, not 2026-04-31.'],
    [
      { from: '2026-02-02', to: '2026-02-01' },
      'from',
      'from (2026-02-02) must not be after to (2026-02-01).',
    ],
    [{ from: '1899-12-31', to: '1900-02-01' }, 'from', 'from must be 1900-01-01 or later.'],
    [{ from: '2026-03-01', to: '2026-03-12' }, 'to', 'to must be 2026-03-11 or earlier.'],
    [{ from: '2026-03-12' }, 'from', 'from must be 2026-03-11 or earlier.'],
    [
      { from: '1926-03-10', to: '2026-03-10' },
      'to',
      'to must be 1931-03-09 or earlier: a period has at most 60 months from its first day.',
    ],
    [
      { from: '2020-01-31', to: '2025-01-31' },
      'to',
      'to must be 2025-01-30 or earlier: a period has at most 60 months from its first day.',
    ],
  ])('refuses %j', (query, field, msg) => {
    const read = () => periodOf(query, SCOPE);
    expect(read).toThrow(msg);
    expect(thrownBy(read)).toMatchObject({ status: 400, details: { field } });
  });
});

describe('periodBefore', () => {
  it.each([
    [
      { from: '2026-03-01', to: '2026-03-31' },
      { from: '2026-01-29', to: '2026-02-28' },
    ],
    [
      { from: '2026-03-10', to: '2026-03-10' },
      { from: '2026-03-09', to: '2026-03-09' },
    ],
  ])('precedes %j as %j', (period, before) => {
    expect(periodBefore(period)).toEqual(before);
  });
});

function thrownBy(work: () => unknown): ApiError | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as ApiError;
  }
}
