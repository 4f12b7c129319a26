import { change, share } from '../questions/figures';
import { monthsOf } from '../questions/month-periods';
import type { ReportTable } from '../questions/report-format';
import type { Period } from '../questions/report-scope';
import type { CountedReplies } from './response-report.read-model';
import type { ReplyFigures, ResponseReportResponse } from './response-report.responses';

/** Returns the report on counted replies, with every month of the period. */
export function responseReport(period: Period, counted: readonly CountedReplies[]): ResponseReportResponse {
  const months = new Map(counted.map((count) => [count.month, count]));
  return {
    success: true,
    ...period,
    totals: figures(counted.find(({ part }) => part === 'total')),
    months: monthsOf(period).map((month) => ({ month, ...figures(months.get(month)) })),
    platforms: counted.flatMap((count) =>
      count.label === null ? [] : [{ label: count.label, ...figures(count) }],
    ),
  };
}

/** Returns the report with the totals of an earlier report. */
export function comparedResponse(
  report: ResponseReportResponse,
  { from, to, totals }: ResponseReportResponse,
): ResponseReportResponse {
  const now = report.totals;
  return {
    ...report,
    previous: { from, to, totals },
    change: {
      reviews: now.reviews - totals.reviews,
      replied: now.replied - totals.replied,
      share: change(now.share, totals.share),
      dated_replies: now.dated_replies - totals.dated_replies,
      median_hours: change(now.median_hours, totals.median_hours),
    },
  };
}

/** Returns one row for each month and platform, for the total, and for the total of the period before. */
export function responseTable(report: ResponseReportResponse): ReportTable {
  const cells = (one: ReplyFigures) => [
    one.reviews,
    one.replied,
    one.share,
    one.dated_replies,
    one.median_hours,
  ];
  return {
    columns: ['row', 'month', 'label', 'reviews', 'replied', 'share', 'dated_replies', 'median_hours'],
    rows: [
      ...report.months.map((one) => ['month', one.month, null, ...cells(one)]),
      ...report.platforms.map((one) => ['platform', null, one.label, ...cells(one)]),
      ['total', null, null, ...cells(report.totals)],
      ...(report.previous ? [['previous', null, null, ...cells(report.previous.totals)]] : []),
    ],
  };
}

function figures(counted: CountedReplies | undefined): ReplyFigures {
  const { reviews = 0, replied = 0, dated_replies = 0, median_hours = null } = counted ?? {};
  return { reviews, replied, share: share(replied, reviews), dated_replies, median_hours };
}
