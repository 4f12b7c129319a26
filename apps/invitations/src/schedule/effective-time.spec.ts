import { effectiveTime, type SendRules } from './effective-time';
import { localDay, nextLocalDay } from './send-window';

const RULES: SendRules = {
  window: {
    enabled: true,
    timezone: 'Europe/Berlin',
    days: [1, 2, 3, 4, 5],
    start: '09:00',
    end: '18:00',
    holidays: [],
  },
  timezone: null,
};
const at = (text: string): Date => new Date(`${text}Z`);
const notBefore = (earliest: Date) => (time: Date) => (time < earliest ? earliest : time);

describe('effectiveTime', () => {
  it('returns the planned instant if nothing delays it', () => {
    const planned = at('2026-06-01T08:00:30');
    expect(effectiveTime(planned, RULES)).toBe(planned);
  });

  it('moves to the window, and again if the cooldown ends outside it', () => {
    const afterCooldown = notBefore(at('2026-06-05T17:00:00'));
    expect(effectiveTime(at('2026-06-01T05:00:00'), { ...RULES, afterCooldown })).toEqual(
      at('2026-06-08T07:00:00'),
    );
  });

  it('moves to the next open day while days are full', () => {
    const full = ['2026-06-04', '2026-06-05'];
    const afterDailyLimit = (time: Date): Date => {
      let free = time;
      while (full.includes(localDay(free, 'Europe/Berlin'))) free = nextLocalDay(free, 'Europe/Berlin');
      return free;
    };
    expect(effectiveTime(at('2026-06-04T08:00:00'), { ...RULES, afterDailyLimit })).toEqual(
      at('2026-06-08T07:00:00'),
    );
  });

  it('ends although a rule moves the instant forever', () => {
    const afterDailyLimit = (time: Date): Date => new Date(time.getTime() + 1);
    expect(effectiveTime(at('2026-06-01T08:00:00'), { ...RULES, afterDailyLimit })).toEqual(
      at('2026-06-01T08:00:00.010'),
    );
  });
});
