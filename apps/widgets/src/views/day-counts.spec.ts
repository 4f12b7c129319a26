import { type CountedDay, DayCounts, dayNumber, dayText } from './day-counts';

const [TODAY, TOMORROW] = [20_778, 20_779];

function sorted(counts: readonly CountedDay[]): [string, number, number, number][] {
  return counts
    .map(({ key, day, views, interactions }): [string, number, number, number] => [
      key,
      day,
      views,
      interactions,
    ])
    .sort(([key, day], [other, otherDay]) => key.localeCompare(other) || day - otherDay);
}

describe('DayCounts', () => {
  let counts: DayCounts;

  beforeEach(() => {
    counts = new DayCounts();
  });

  it('counts views and interactions of each widget and day', () => {
    for (const day of [TODAY, TODAY, TOMORROW]) counts.add('views', 'a', day, 9);
    counts.add('interactions', 'a', TODAY, 9);
    counts.add('interactions', 'b', TODAY, 9);
    expect(sorted(counts.take())).toEqual([
      ['a', TODAY, 2, 1],
      ['a', TOMORROW, 1, 0],
      ['b', TODAY, 0, 1],
    ]);
    expect(counts.take()).toEqual([]);
  });

  it('has room for so many widgets and no more, and still counts those that it knows', () => {
    expect(['a', 'b', 'c'].map((key) => counts.add('views', key, TODAY, 2))).toEqual([true, true, false]);
    expect(counts.add('views', 'a', TODAY, 2)).toBe(true);
    expect(counts.add('views', 'a', TOMORROW, 2)).toBe(false);
    expect(sorted(counts.take())).toEqual([
      ['a', TODAY, 2, 0],
      ['b', TODAY, 1, 0],
    ]);
    expect(counts.add('views', 'c', TODAY, 2)).toBe(true);
  });

  it('adds what was given back to what was counted meanwhile', () => {
    counts.add('views', 'a', TODAY, 2);
    counts.add('views', 'b', TODAY, 2);
    const taken = counts.take();
    counts.add('views', 'a', TODAY, 2);
    counts.add('interactions', 'c', TOMORROW, 2);
    counts.giveBack(taken);
    expect(counts.add('views', 'd', TODAY, 2)).toBe(false);
    expect(sorted(counts.take())).toEqual([
      ['a', TODAY, 2, 0],
      ['b', TODAY, 1, 0],
      ['c', TOMORROW, 0, 1],
    ]);
  });
});

describe('dayNumber and dayText', () => {
  it('change at midnight in UTC', () => {
    const days = ['2026-11-21T23:59:59.999Z', '2026-11-22T00:00:00Z'].map((time) =>
      dayText(dayNumber(new Date(time))),
    );
    expect(days).toEqual(['2026-11-21', '2026-11-22']);
  });
});
