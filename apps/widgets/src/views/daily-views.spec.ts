import { dailyViews, daysUntil } from './daily-views';
import { dayNumber } from './day-counts';

describe('daysUntil', () => {
  it('ends with today and has no gap at the end of February', () => {
    const today = dayNumber(new Date('2028-03-01T10:00:00Z'));
    expect(daysUntil(today, 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(daysUntil(today, 1)).toEqual(['2028-03-01']);
    expect(new Set(daysUntil(today, 365)).size).toBe(365);
  });
});

describe('dailyViews', () => {
  it('is 0 on a day without a row, and sums up the others', () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
    const counted = [
      { day: '2026-11-22', views: 5, interactions: 0 },
      { day: '2026-11-20', views: 2, interactions: 1 },
    ];
    expect(dailyViews({ id: 12, days: counted }, days)).toEqual({
      widget_id: 12,
      views: [2, 0, 5],
      interactions: [1, 0, 0],
      total_views: 7,
      total_interactions: 1,
    });
    expect(dailyViews({ id: 12, days: [] }, days)).toMatchObject({ views: [0, 0, 0], total_views: 0 });
  });
});
