import { nextOpening, plannedTimes } from './planned-sequence';
import type { ProfileDraft } from './profile-draft';

const WINDOW = {
  enabled: true,
  timezone: 'Europe/Berlin',
  days: [1, 2, 3, 4, 5],
  start: '09:00',
  end: '18:00',
  holidays: [] as string[],
};
const opening = (at: string, change: Partial<typeof WINDOW> = {}): string =>
  nextOpening(new Date(at), { ...WINDOW, ...change }).toISOString();

describe('nextOpening', () => {
  it.each([
    ['a time inside of the window stays', '2026-11-26T10:30:00Z', {}, '2026-11-26T10:30:00.000Z'],
    ['an early morning waits for the opening', '2026-11-26T03:00:00Z', {}, '2026-11-26T08:00:00.000Z'],
    ['an evening waits for the next day', '2026-11-26T17:00:00Z', {}, '2026-11-27T08:00:00.000Z'],
    ['a Saturday waits for Monday', '2026-11-28T10:00:00Z', {}, '2026-11-30T08:00:00.000Z'],
    [
      'a holiday is passed over',
      '2026-12-24T10:00:00Z',
      { holidays: ['12-24', '2026-12-25'] },
      '2026-12-28T08:00:00.000Z',
    ],
    [
      'a closed window is ignored when it is off',
      '2026-11-28T10:00:00Z',
      { enabled: false },
      '2026-11-28T10:00:00.000Z',
    ],
    [
      'equal times mean the whole day',
      '2026-11-27T23:30:00Z',
      { start: '00:00', end: '00:00' },
      '2026-11-29T23:00:00.000Z',
    ],
    [
      'a window past midnight belongs to its first day',
      '2026-11-28T00:30:00Z',
      { start: '20:00', end: '02:00' },
      '2026-11-28T00:30:00.000Z',
    ],
    [
      'a window past midnight closes',
      '2026-11-28T01:30:00Z',
      { start: '20:00', end: '02:00' },
      '2026-11-30T19:00:00.000Z',
    ],
    [
      'the local time counts after the clocks change',
      '2026-03-28T12:00:00Z',
      { days: [7] },
      '2026-03-29T07:00:00.000Z',
    ],
    [
      'an unknown time zone is read as UTC',
      '2026-11-26T03:00:00Z',
      { timezone: 'Nowhere/Here' },
      '2026-11-26T09:00:00.000Z',
    ],
  ])('%s', (_rule, at, change, expected) => {
    expect(opening(at, change)).toBe(expected);
  });

  it('reads a window without its holidays if they close every day', () => {
    const holidays = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].flatMap(
      (month) => Array.from({ length: 31 }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`),
    );
    expect(opening('2026-11-28T10:00:00Z', { holidays })).toBe('2026-11-30T08:00:00.000Z');
  });
});

describe('plannedTimes', () => {
  const draft = (change: object): ProfileDraft =>
    ({
      delay: 3,
      delay_unit: 'days',
      send_window: WINDOW,
      followup: { enabled: false, steps: [] },
      ...change,
    }) as unknown as ProfileDraft;

  it('plans each reminder after the message before it', () => {
    const followup = {
      enabled: true,
      steps: [
        { delay: 3, delay_unit: 'days' },
        { delay: 12, delay_unit: 'hours' },
      ],
    };
    const times = plannedTimes(draft({ followup }), new Date('2026-11-20T10:00:00Z'));
    expect(times.map((time) => time.toISOString())).toEqual([
      '2026-11-23T10:00:00.000Z',
      '2026-11-26T10:00:00.000Z',
      '2026-11-27T08:00:00.000Z',
    ]);
  });

  it('plans nothing for reminders that are switched off', () => {
    const followup = { enabled: false, steps: [{ delay: 3, delay_unit: 'days' }] };
    expect(plannedTimes(draft({ followup, delay: 0 }), new Date('2026-11-20T10:00:00Z'))).toHaveLength(1);
  });
});
