import { dayText } from './day-counts';
import type { WidgetViewsResponse } from './widget-views.responses';

/** A widget with the days that have a row. */
export interface ViewedWidget {
  id: number;
  days: readonly { day: string; views: number; interactions: number }[];
}

/** Returns so many days (YYYY-MM-DD) up to `today`, which is a number of days since 1970. The oldest one comes first. */
export function daysUntil(today: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayText(today - count + 1 + index));
}

/** Returns a number for each of the days. It is 0 for a day without a row. */
export function dailyViews(
  { id, days: counted }: ViewedWidget,
  days: readonly string[],
): WidgetViewsResponse {
  const byDay = new Map(counted.map((one) => [one.day, one]));
  const views = days.map((day) => byDay.get(day)?.views ?? 0);
  const interactions = days.map((day) => byDay.get(day)?.interactions ?? 0);
  return {
    widget_id: id,
    views,
    interactions,
    total_views: sum(views),
    total_interactions: sum(interactions),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
