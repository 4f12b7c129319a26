import { dateText, machineDate } from './dates';

describe('the date of a review in a widget', () => {
  it.each([
    [{ date: '2026-10-04' }, '2026-10-04'],
    [{ date: '2026-10-01', date_precision: 'month' as const }, '2026-10'],
    [{ date: null }, null],
  ])('of %j is %j to machines', (review, machine) => {
    expect(machineDate(review)).toBe(machine);
  });

  it.each([
    ['2026-10-04', 'medium', 'en', 'Oct 4, 2026'],
    ['2026-10-04', 'long', 'de', '4. Oktober 2026'],
    ['2026-10', 'long', 'en', 'October 2026'],
    ['2026-10', 'relative', 'fr', 'octobre 2026'],
  ] as const)('of %s in the format %s and the language %s is %s', (machine, format, lang, text) => {
    expect(dateText(machine, format, lang, Date.UTC(2026, 10, 30))).toBe(text);
  });

  it.each([
    [Date.UTC(2026, 9, 3), 'today'],
    [Date.UTC(2026, 9, 4), 'today'],
    [Date.UTC(2026, 9, 5), 'yesterday'],
    [Date.UTC(2026, 9, 6), '2 days ago'],
    [Date.UTC(2026, 9, 18), '2 weeks ago'],
    [Date.UTC(2027, 9, 4), 'last year'],
  ])('is counted in days from that of the visitor', (today, text) => {
    expect(dateText('2026-10-04', 'relative', 'en', today)).toBe(text);
  });
});
