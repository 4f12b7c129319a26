import type { ReportTable } from '../questions/report-format';
import { type StarCounts, sumOfStars } from '../rating-distribution/star-counts';

/** The reviews of one platform, or of one custom source, in one month. */
export interface MonthCount {
  label: string;
  /** `YYYY-MM`. Null for a platform that only has to be in the report because it has a channel. */
  month: string | null;
  reviews: number;
  stars: StarCounts;
}

export interface ReviewsOverTime {
  /** `M/YYYY`, oldest first. */
  labels: string[];
  /** Counts by label of the platform. `total`, the sum, is last. */
  datasets: Record<string, number[]>;
  distributions: StarCounts;
}

export interface ComparedReviewsOverTime extends ReviewsOverTime {
  previous?: ReviewsOverTime;
  change?: { total: number };
}

const TOTAL = 'total';

/** Returns the report on consecutive months. Counts of other months are ignored. */
export function reviewsOverTime(months: readonly string[], counts: readonly MonthCount[]): ReviewsOverTime {
  const columns = new Map(months.map((month, index) => [month, index]));
  const datasets = new Map<string, number[]>();
  const total = months.map(() => 0);
  const shown = counts.filter(({ month }) => month === null || columns.has(month));
  for (const { label, month, reviews } of shown) {
    const name = datasetName(label);
    const dataset = datasets.get(name) ?? months.map(() => 0);
    datasets.set(name, dataset);
    const column = month === null ? undefined : columns.get(month);
    if (column === undefined) continue;
    dataset[column]! += reviews;
    total[column]! += reviews;
  }
  return {
    labels: months.map(monthLabel),
    datasets: Object.fromEntries([...datasets].sort(byLabel).concat([[TOTAL, total]])),
    distributions: sumOfStars(shown.map(({ stars }) => stars)),
  };
}

/** Returns the report on the last `range` months, compared with those before if there are more. */
export function comparedReviewsOverTime(
  months: readonly string[],
  range: number,
  counts: readonly MonthCount[],
): ComparedReviewsOverTime {
  const report = reviewsOverTime(months.slice(-range), counts);
  if (months.length === range) return report;
  const previous = reviewsOverTime(months.slice(0, -range), counts);
  return { ...report, previous, change: { total: reviewsIn(report) - reviewsIn(previous) } };
}

/** Returns one row per month and platform, and one per month for all platforms. Those of `previous` are first. */
export function reviewsOverTimeTable({ previous, ...report }: ComparedReviewsOverTime): ReportTable {
  return {
    columns: ['month', 'platform', 'reviews'],
    rows: [...(previous ? rowsOf(previous) : []), ...rowsOf(report)],
  };
}

function rowsOf({ labels, datasets }: ReviewsOverTime): ReportTable['rows'] {
  return labels.flatMap((month, index) =>
    Object.entries(datasets).map(([platform, reviews]) => [month, platform, reviews[index]!]),
  );
}

function reviewsIn({ datasets }: ReviewsOverTime): number {
  return datasets[TOTAL]!.reduce((sum, reviews) => sum + reviews, 0);
}

/** The key `total` is taken. */
function datasetName(label: string): string {
  return label === TOTAL ? `${TOTAL} (platform)` : label;
}

/** Returns `4/2026` for `2026-04`. */
function monthLabel(month: string): string {
  return `${Number(month.slice(5))}/${month.slice(0, 4)}`;
}

function byLabel([one]: [string, number[]], [other]: [string, number[]]): number {
  return one < other ? -1 : 1;
}
