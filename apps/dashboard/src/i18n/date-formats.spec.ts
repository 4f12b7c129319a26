import { DateFormats } from './date-formats';

const ZONES = ['Pacific/Kiritimati', 'America/New_York', 'Asia/Tokyo', 'UTC', 'Pacific/Pago_Pago'];
/** Days on which clocks change in one of the zones, and the ends of months and years. */
const DAYS = [
  '2026-01-01',
  '2026-03-08',
  '2026-03-29',
  '2026-10-04',
  '2026-11-01',
  '2026-12-31',
  '2024-02-29',
];
const NOON = new Date('2026-11-30T12:00:00Z');

const posted = (timeZone: string, posted_on: string, posted_precision: string | null, now = NOON) =>
  new DateFormats('en', timeZone).posted({ posted_on, posted_precision }, now);

describe('The date of a review', () => {
  it.each(ZONES)('is the same day without a time in %s if it has no time', (zone) => {
    const inUtc = new DateFormats('en', 'UTC');
    for (const day of DAYS) {
      for (const precision of ['day', null]) {
        expect(posted(zone, `${day} 00:00:00`, precision)).toMatchObject({
          day: inUtc.day(new Date(`${day}T12:00:00Z`), NOON),
          exact: expect.not.stringContaining(':'),
          machine: day,
        });
      }
      expect(posted(zone, `${day} 23:59:59`, 'relative')).toMatchObject({ machine: day });
    }
  });

  it.each(['en', 'de', 'es', 'fr', 'it', 'pt'])('shows a month without a day in %s', (language) => {
    const month = new DateFormats(language, 'America/New_York').posted(
      { posted_on: '2026-10-01 00:00:00', posted_precision: 'month' },
      NOON,
    );
    const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(
      new Date('2026-10-15T12:00:00Z'),
    );
    expect(month).toEqual({ age: name, day: name, exact: name, machine: '2026-10' });
  });

  it.each([
    ['Pacific/Kiritimati', '2026-10-04 10:00:00', '5 Oct'],
    ['Pacific/Kiritimati', '2026-10-04 09:59:59', '4 Oct'],
    ['America/New_York', '2026-10-04 03:59:59', '3 Oct'],
    ['America/New_York', '2026-10-04 04:00:00', '4 Oct'],
    ['America/New_York', '2026-11-01 04:59:59', '1 Nov'],
    ['America/New_York', '2026-11-02 04:59:59', '1 Nov'],
    ['America/New_York', '2026-11-02 05:00:00', '2 Nov'],
    ['Asia/Tokyo', '2026-10-04 15:00:00', '5 Oct'],
    ['UTC', '2026-10-04 23:59:59', '4 Oct'],
    ['Pacific/Pago_Pago', '2026-10-04 10:59:59', '3 Oct'],
    ['Pacific/Pago_Pago', '2026-10-04 11:00:00', '4 Oct'],
  ])('with a time is in %s at %s the day %s', (zone, at, day) => {
    const written = new DateFormats('en-GB', zone).posted(
      { posted_on: at, posted_precision: 'second' },
      NOON,
    );
    expect(written).toMatchObject({ day, exact: expect.stringContaining(':') });
  });

  it.each([
    ['America/New_York', '2026-10-05T03:59:59Z', 'today'],
    ['America/New_York', '2026-10-05T04:00:00Z', 'yesterday'],
    ['America/New_York', '2026-10-06T04:00:00Z', 'Oct 4'],
    ['Pacific/Kiritimati', '2026-10-03T10:00:00Z', 'today'],
    ['Pacific/Kiritimati', '2026-10-04T10:00:00Z', 'yesterday'],
    ['Pacific/Pago_Pago', '2026-10-04T10:59:59Z', 'Oct 4'],
    ['Pacific/Pago_Pago', '2026-10-04T11:00:00Z', 'today'],
  ])('without a time is in %s at %s said as %s, never in hours', (zone, now, age) => {
    expect(posted(zone, '2026-10-04 00:00:00', 'day', new Date(now))?.age).toBe(age);
  });

  it('has the year unless it is that of the time zone', () => {
    const newYear = new Date('2027-01-01T03:00:00Z');
    expect(posted('America/New_York', '2026-12-30 00:00:00', 'day', newYear)?.day).toBe('Dec 30');
    expect(posted('UTC', '2026-12-30 00:00:00', 'day', newYear)?.day).toBe('Dec 30, 2026');
    expect(new DateFormats('en', 'America/New_York').day(new Date('2027-01-01T02:00:00Z'), newYear)).toBe(
      'Dec 31',
    );
  });

  it.each([
    ['en', '7m ago', '3h ago'],
    ['de', 'vor 7 Min.', 'vor 3 Std.'],
    ['fr', 'il y a 7 min', 'il y a 3 h'],
  ])('has in %s an age that is %s or %s', (language, minutes, hours) => {
    const formats = new DateFormats(language, 'UTC');
    const ages = [7, 180].map((age) => formats.age(new Date(NOON.getTime() - age * 60_000), NOON));
    expect(ages.map((age) => age.replaceAll(/\s/g, ' '))).toEqual([minutes, hours]);
  });

  it('is null if it is not known', () => {
    expect(posted('UTC', '1970-01-01 00:00:00', 'unknown')).toBeNull();
  });
});
