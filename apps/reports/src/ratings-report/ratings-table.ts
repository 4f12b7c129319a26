import type { ReportTable } from '../questions/report-format';
import type { CurrentTotals, RatingsReportResponse, RatingTotals } from './ratings-report.responses';

const COLUMNS = [
  'row',
  'type_id',
  'label',
  'rating_scale',
  'channel_id',
  'channel',
  'channel_count',
  'official_score',
  'official_num_reviews',
  'rating_value',
  'collected_rating_value',
  'collected_num_reviews',
];

type Row = ReportTable['rows'][number];

/** Returns one row per platform, after each the rows of its channels, and last those of the totals. */
export function ratingsTable({ types, totals, previous }: RatingsReportResponse): ReportTable {
  const rows = Object.entries(types).flatMap(([id, type]): Row[] => [
    [
      'type',
      Number(id),
      type.label,
      type.rating_scale,
      null,
      null,
      type.channel_count,
      type.official_score,
      type.official_num_reviews,
      type.rating_value,
      type.collected_rating_value,
      type.collected_num_reviews,
    ],
    ...type.channels.map((channel): Row => [
      'channel',
      Number(id),
      type.label,
      type.rating_scale,
      channel.id,
      channel.name,
      null,
      channel.official_score,
      channel.official_num_reviews,
      null,
      channel.collected_rating_value,
      channel.collected_num_reviews,
    ]),
  ]);
  const before = previous ? [totalsRow(`total on ${previous.on}`, previous.totals)] : [];
  return { columns: COLUMNS, rows: [...rows, totalsRow('total', totals), ...before] };
}

function totalsRow(name: string, totals: RatingTotals & Partial<CurrentTotals>): Row {
  const { official_num_reviews, rating_value, collected_rating_value, collected_num_reviews } = totals;
  return [
    name,
    ...Array<null>(7).fill(null),
    official_num_reviews,
    rating_value,
    collected_rating_value ?? null,
    collected_num_reviews ?? null,
  ];
}
