import { barsOf } from './window-bars';

describe('barsOf', () => {
  it('opens on the chosen days', () => {
    const bars = barsOf({ days: [1, 5], start: '09:30', end: '18:00' });
    expect(bars.map((day) => day.length)).toEqual([1, 0, 0, 0, 1, 0, 0]);
    expect(bars[0]).toEqual([{ from: 9.5, until: 18 }]);
  });

  it('goes on after midnight, also from Sunday to Monday', () => {
    expect(barsOf({ days: [7], start: '20:00', end: '02:00' })).toEqual([
      [{ from: 0, until: 2 }],
      [],
      [],
      [],
      [],
      [],
      [{ from: 20, until: 24 }],
    ]);
  });

  it('ends at midnight without a bar on the day after', () => {
    expect(barsOf({ days: [1], start: '20:00', end: '00:00' })[1]).toEqual([]);
  });

  it('is open all day if the times are the same', () => {
    expect(barsOf({ days: [2], start: '09:00', end: '09:00' })[1]).toEqual([{ from: 0, until: 24 }]);
  });
});
