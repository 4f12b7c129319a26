import { clock, hoursAndMinutes } from './countdown';

const NOW = Date.parse('2026-05-01T10:00:00Z');

describe('hoursAndMinutes', () => {
  it('rounds up to whole minutes', () => {
    expect(hoursAndMinutes(NOW + 218 * 60_000, NOW)).toEqual({ hours: 3, minutes: 38 });
    expect(hoursAndMinutes(NOW + 1, NOW)).toEqual({ hours: 0, minutes: 1 });
    expect(hoursAndMinutes(NOW + 59.5 * 60_000, NOW)).toEqual({ hours: 1, minutes: 0 });
  });

  it('is null once the moment has come', () => {
    expect(hoursAndMinutes(NOW, NOW)).toBeNull();
    expect(hoursAndMinutes(0, NOW)).toBeNull();
  });
});

describe('clock', () => {
  it('writes minutes and two digits of seconds', () => {
    expect(clock(NOW + 42_000, NOW)).toBe('0:42');
    expect(clock(NOW + 725_000, NOW)).toBe('12:05');
    expect(clock(NOW + 100, NOW)).toBe('0:01');
    expect(clock(NOW, NOW)).toBeNull();
  });
});
