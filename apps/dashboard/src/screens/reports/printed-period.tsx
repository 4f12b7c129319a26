import type { ReactNode } from 'react';
import { dayIn, daysAgo, firstDay } from './data/months';
import { useReportZone } from './data/reports-data';
import { useDayTexts } from './data/use-days';

/** The period and its time zone, for paper, which has no choice of them. */
export function PrintedPeriod({ period }: { period: { months: number } | { days: number } }): ReactNode {
  const zone = useReportZone() ?? 'UTC';
  const now = new Date();
  const today = dayIn(zone, now);
  const from =
    'months' in period ? firstDay(period.months, zone, now) : daysAgo(period.days - 1, new Date(today));
  const { titles } = useDayTexts([from, today]);
  return (
    <p className="print-only print-period">
      {titles.join(' – ')} ({zone})
    </p>
  );
}
