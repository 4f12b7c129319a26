import { instantOf, localTimeOf } from './zoned-time';

describe('instantOf', () => {
  it.each([
    ['2026-07-01T09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
    ['2026-12-01T09:00', 'Europe/Berlin', '2026-12-01T08:00:00.000Z'],
    ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
    ['2026-01-01T00:00', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z'],
    ['2026-01-01T09:00', 'America/Los_Angeles', '2026-01-01T17:00:00.000Z'],
  ])('reads %s in %s as %s', (local, zone, instant) => {
    expect(instantOf(local, zone)?.toISOString()).toBe(instant);
    expect(localTimeOf(new Date(instant), zone)).toBe(local);
  });

  it('moves a time that the clocks leave out to the hour after it', () => {
    expect(instantOf('2026-03-29T02:30', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T01:30:00.000Z');
  });

  it.each(['', '2026-13-01T00:00', 'tomorrow', '2026-01-01'])('refuses %j', (local) => {
    expect(instantOf(local, 'UTC')).toBeNull();
  });
});
