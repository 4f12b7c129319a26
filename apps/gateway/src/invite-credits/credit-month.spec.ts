import { creditsLeft, monthStart } from './credit-month';

describe('monthStart', () => {
  it.each([
    ['2026-09-01T00:00:00.000Z', 0, '2026-09-01T00:00:00.000Z'],
    ['2026-09-30T23:59:59.999Z', 0, '2026-09-01T00:00:00.000Z'],
    ['2026-10-01T01:30:00.000+02:00', 0, '2026-09-01T00:00:00.000Z'],
    ['2026-01-31T12:00:00.000Z', -1, '2025-12-01T00:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', 1, '2027-01-01T00:00:00.000Z'],
  ])('of %s with the offset %i is %s', (at, offset, start) =>
    expect(monthStart(new Date(at), offset).toISOString()).toBe(start),
  );
});

describe('creditsLeft', () => {
  it.each([
    [50, 0, 50],
    [50, 49, 1],
    [50, 50, 0],
    [7, 50, 0],
    [0, 0, 0],
    [-1, 1_000, -1],
  ])('of the limit %i after %i is %i', (limit, sent, left) => expect(creditsLeft(limit, sent)).toBe(left));
});
