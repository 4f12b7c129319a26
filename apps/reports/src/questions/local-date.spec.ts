import { addDays, addMonths, isDate, localDate } from './local-date';

describe('localDate', () => {
  it.each([
    ['2026-03-31T22:30:00Z', 'UTC', '2026-03-31'],
    ['2026-03-31T22:30:00Z', 'Europe/Berlin', '2026-04-01'],
    ['2026-03-31T21:59:59Z', 'Europe/Berlin', '2026-03-31'],
    ['2026-01-01T04:59:59Z', 'America/New_York', '2025-12-31'],
    ['2026-01-01T00:00:00Z', 'Pacific/Kiritimati', '2026-01-01'],
    ['2028-02-29T12:00:00Z', 'Asia/Kolkata', '2028-02-29'],
    // The clocks change within these days.
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
  ])('finds that %s is in %s on %s', (instant, timezone, date) => {
    expect(localDate(new Date(instant), timezone)).toBe(date);
  });
});

describe('addDays', () => {
  it.each([
    ['2026-03-01', -1, '2026-02-28'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-28', 2, '2026-03-30'],
  ])('moves %s by %d days to %s', (date, days, moved) => {
    expect(addDays(date, days)).toBe(moved);
  });
});

describe('addMonths', () => {
  it.each([
    ['2026-03-31', -1, '2026-02-01'],
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-01-15', -12, '2025-01-01'],
    ['2026-02-01', -59, '2021-03-01'],
  ])('moves the month of %s by %d to %s', (date, months, first) => {
    expect(addMonths(date, months)).toBe(first);
  });
});

describe('isDate', () => {
  it.each([
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-04-31', false],
    ['0000-00-00', false],
  ])('tells of %s: %s', (text, expected) => {
    expect(isDate(text)).toBe(expected);
  });
});
