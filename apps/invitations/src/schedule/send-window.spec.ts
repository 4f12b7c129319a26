import fc from 'fast-check';
import { isInWindow, localDay, nextInWindow, nextLocalDay, type SendWindow } from './send-window';

const ALWAYS: SendWindow = {
  enabled: true,
  timezone: 'UTC',
  days: [1, 2, 3, 4, 5, 6, 7],
  start: '00:00',
  end: '00:00',
  holidays: [],
};
const window = (overrides: Partial<SendWindow>): SendWindow => ({ ...ALWAYS, ...overrides });
const daily = (timezone: string, start: string, end: string): SendWindow => window({ timezone, start, end });

const BERLIN = window({ timezone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], start: '09:00', end: '18:00' });
const GAP = window({ timezone: 'Europe/Berlin', days: [7], start: '02:15', end: '02:45' });
const NIGHT = daily('America/New_York', '20:00', '02:00');
const FRIDAY_NIGHT = { ...NIGHT, days: [5] };
const LORD_HOWE = window({ timezone: 'Australia/Lord_Howe', days: [7], start: '02:00', end: '03:00' });
const SANTIAGO = window({ timezone: 'America/Santiago', days: [7], start: '00:00', end: '01:30' });
const APIA = window({ timezone: 'Pacific/Apia', days: [1], start: '09:00', end: '10:00' });

const instant = (text: string): Date => new Date(`${text}Z`);
const next = (planned: string, given: SendWindow, timezone?: string): string =>
  nextInWindow(instant(planned), given, timezone).toISOString().slice(0, 19);

describe('nextInWindow', () => {
  it.each<[string, SendWindow, string, string]>([
    ['at the opening', BERLIN, '2026-06-01T06:59:59', '2026-06-01T07:00:00'],
    ['at once in the last second', BERLIN, '2026-06-01T15:59:59', '2026-06-01T15:59:59'],
    ['the next day, because the end is exclusive', BERLIN, '2026-06-01T16:00:00', '2026-06-02T07:00:00'],
    ['after the weekend', BERLIN, '2026-06-05T16:00:00', '2026-06-08T07:00:00'],
    ['an hour of UTC earlier after the spring change', BERLIN, '2026-03-27T17:00:00', '2026-03-30T07:00:00'],
    ['an hour of UTC later after the autumn change', BERLIN, '2026-10-23T16:00:00', '2026-10-26T08:00:00'],
    ['a week later if the clocks skip the window', GAP, '2026-03-28T20:00:00', '2026-04-05T00:15:00'],
    ['the first time that the clocks show 02:15', GAP, '2026-10-24T20:00:00', '2026-10-25T00:15:00'],
    ['the second time that the clocks show 02:15', GAP, '2026-10-25T00:50:00', '2026-10-25T01:15:00'],
    ['at once after midnight', NIGHT, '2026-06-02T05:30:00', '2026-06-02T05:30:00'],
    ['in the evening', NIGHT, '2026-06-02T06:30:00', '2026-06-03T00:00:00'],
    ['at once when 01:30 comes a second time', NIGHT, '2026-11-01T06:30:00', '2026-11-01T06:30:00'],
    ['at once on the morning after Friday', FRIDAY_NIGHT, '2026-06-06T05:30:00', '2026-06-06T05:30:00'],
    ['a week after the morning after Friday', FRIDAY_NIGHT, '2026-06-06T06:00:00', '2026-06-13T00:00:00'],
    [
      'in a zone of half an hour',
      daily('Asia/Kolkata', '09:00', '21:00'),
      '2026-06-01T03:29:00',
      '2026-06-01T03:30:00',
    ],
    [
      'when clocks jump half an hour into the window',
      LORD_HOWE,
      '2026-10-03T12:00:00',
      '2026-10-03T15:30:00',
    ],
    ['at 01:00 if there is no midnight', SANTIAGO, '2026-09-06T02:00:00', '2026-09-06T04:00:00'],
    ['13 hours ahead of UTC', APIA, '2026-06-01T00:00:00', '2026-06-07T20:00:00'],
  ])('sends %s', (_case, given, planned, expected) => {
    expect(next(planned, given)).toBe(expected);
  });

  it('opens for the ten minutes that a change of the clocks leaves of a window', () => {
    expect(next('2026-03-28T20:00:00', daily('Europe/Berlin', '01:50', '02:20'))).toBe('2026-03-29T00:50:00');
  });

  it('keeps seconds and milliseconds of an instant in the window', () => {
    const planned = new Date('2026-06-01T08:00:01.234Z');
    expect(nextInWindow(planned, BERLIN)).toBe(planned);
  });

  it('is open at all times if it is not enabled', () => {
    const closed = { ...BERLIN, enabled: false, holidays: ['06-06'] };
    expect(next('2026-06-06T23:00:00', closed)).toBe('2026-06-06T23:00:00');
  });

  it("uses the recipient's zone instead of that of the window", () => {
    expect(next('2026-06-01T07:00:00', BERLIN, 'America/New_York')).toBe('2026-06-01T13:00:00');
    expect(nextInWindow(instant('2026-06-01T07:00:00'), BERLIN, null)).toEqual(
      instant('2026-06-01T07:00:00'),
    );
  });

  it('throws for a zone that does not exist and for a window that never opens', () => {
    expect(() => next('2026-06-01T07:00:00', daily('Europe/Nowhere', '09:00', '10:00'))).toThrow(RangeError);
    expect(() => next('2026-06-01T07:00:00', window({ days: [] }))).toThrow('never opens');
  });

  describe('with holidays', () => {
    it.each<[string, string[], string, string]>([
      ['a date of one year', ['2026-06-01'], '2026-06-01T08:00:00', '2026-06-02T07:00:00'],
      ['a date of every year', ['06-01'], '2026-06-01T08:00:00', '2026-06-02T07:00:00'],
      ['several days and the weekend', ['12-25', '2026-12-24'], '2026-12-23T17:30:00', '2026-12-28T08:00:00'],
      ['a date of another year', ['2025-06-01'], '2026-06-01T08:00:00', '2026-06-01T08:00:00'],
      ['29 February', ['02-29'], '2028-02-28T17:00:00', '2028-03-01T08:00:00'],
    ])('sends nothing on %s', (_case, holidays, planned, expected) => {
      expect(next(planned, { ...BERLIN, holidays })).toBe(expected);
    });

    it('sends nothing after midnight if either the day or the evening before was a holiday', () => {
      const after = '2026-06-02T04:30:00';
      expect(isInWindow(instant(after), NIGHT)).toBe(true);
      expect(isInWindow(instant(after), { ...NIGHT, holidays: ['2026-06-01'] })).toBe(false);
      expect(isInWindow(instant(after), { ...NIGHT, holidays: ['2026-06-02'] })).toBe(false);
    });

    it('ignores holidays that leave no day', () => {
      const holidays = Array.from({ length: 366 }, (_, day) =>
        new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(5, 10),
      );
      expect(next('2026-06-01T08:00:00', { ...BERLIN, holidays })).toBe('2026-06-01T08:00:00');
    });
  });

  it('finds the same minute as a search minute by minute, around changes of the clocks in many zones', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'America/Santiago',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
      'Pacific/Chatham',
      'UTC',
    ];
    const days = [
      '2026-03-08',
      '2026-03-29',
      '2026-04-05',
      '2026-09-06',
      '2026-10-04',
      '2026-10-25',
      '2026-11-01',
    ];
    const clock = fc.integer({ min: 0, max: 24 * 12 - 1 }).map((fives) => clockText(fives * 5));
    fc.assert(
      fc.property(
        fc.record({
          timezone: fc.constantFrom(...zones),
          days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 2 }),
          start: clock,
          end: clock,
          holidays: fc.uniqueArray(fc.constantFrom(...days), { maxLength: 2 }),
        }),
        fc.constantFrom(...days),
        fc.integer({ min: -36 * 60, max: 12 * 60 }),
        (given, day, minutes) => {
          const planned = new Date(instant(`${day}T12:00:00`).getTime() + minutes * 60_000);
          const found = nextInWindow(planned, { enabled: true, ...given });
          expect(found.toISOString()).toBe(naiveNext(planned, { enabled: true, ...given }).toISOString());
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('localDay', () => {
  it('returns the day that the calendar on the wall shows', () => {
    expect(localDay(instant('2026-06-01T23:30:00'), 'Europe/Berlin')).toBe('2026-06-02');
    expect(localDay(instant('2026-06-01T23:30:00'), 'America/New_York')).toBe('2026-06-01');
  });
});

describe('nextLocalDay', () => {
  it.each([
    ['Europe/Berlin', '2026-06-01T08:00:00', '2026-06-01T22:00:00'],
    ['Europe/Berlin', '2026-06-01T22:00:00', '2026-06-02T22:00:00'],
    ['America/New_York', '2026-06-01T03:59:59', '2026-06-01T04:00:00'],
    // There is no midnight: the day begins at 01:00.
    ['America/Santiago', '2026-09-06T01:00:00', '2026-09-06T04:00:00'],
    // The day has 25 hours.
    ['Europe/Berlin', '2026-10-24T22:00:00', '2026-10-25T23:00:00'],
  ])('of %s after %s begins at %s', (timezone, at, expected) => {
    expect(nextLocalDay(instant(at), timezone)).toEqual(instant(expected));
  });
});

/** Asks Intl about every minute. */
function naiveNext(planned: Date, given: SendWindow): Date {
  if (naiveOpen(planned, given)) return planned;
  for (let minute = Math.ceil(planned.getTime() / 60_000); ; minute++) {
    const at = new Date(minute * 60_000);
    if (naiveOpen(at, given)) return at;
  }
}

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const formats = new Map<string, Intl.DateTimeFormat>();

function naiveOpen(at: Date, { timezone, days, start, end, holidays }: SendWindow): boolean {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(timezone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const clock = `${parts.hour}:${parts.minute}`;
  const weekday = NAMES.indexOf(parts.weekday as string) + 1;
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  const eve = new Date(instant(`${date}T00:00:00`).getTime() - 86_400_000).toISOString().slice(0, 10);
  const today = days.includes(weekday) && !holidays.includes(date);
  const yesterday = days.includes(weekday === 1 ? 7 : weekday - 1) && !holidays.includes(eve);
  if (start === end) return today;
  if (start < end) return today && clock >= start && clock < end;
  return (today && clock >= start) || (yesterday && !holidays.includes(date) && clock < end);
}

function clockText(minutes: number): string {
  return new Date(minutes * 60_000).toISOString().slice(11, 16);
}
