import { groupByDay } from './audit-days';

const entries = [
  { id: 4, created_on: '2026-11-28 23:30:00' },
  { id: 3, created_on: '2026-11-28 22:30:00' },
  { id: 2, created_on: '2026-11-28 00:10:00' },
  { id: 1, created_on: '2026-11-26 12:00:00' },
];

function dateOf(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}Z`);
}

function idsByDay(timeZone: string): Record<string, number[]> {
  const days = groupByDay(entries, dateOf, timeZone);
  return Object.fromEntries(days.map((one) => [one.day, one.entries.map(({ id }) => id)]));
}

describe('the days of the audit log', () => {
  it('begin at midnight of the zone of the page', () => {
    expect(idsByDay('UTC')).toEqual({ '2026-11-28': [4, 3, 2], '2026-11-26': [1] });
    expect(idsByDay('Europe/Berlin')).toEqual({
      '2026-11-29': [4],
      '2026-11-28': [3, 2],
      '2026-11-26': [1],
    });
    expect(idsByDay('America/New_York')).toEqual({
      '2026-11-28': [4, 3],
      '2026-11-27': [2],
      '2026-11-26': [1],
    });
  });

  it('are none without entries', () => {
    expect(groupByDay([], dateOf, 'UTC')).toEqual([]);
  });
});
