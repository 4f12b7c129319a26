import { ownValue } from '@plaudit/contracts';
import { change } from '../questions/figures';
import { monthsOf } from '../questions/month-periods';
import type { ReportTable } from '../questions/report-format';
import type { Period } from '../questions/report-scope';
import type { CountedTag } from './tags-report.read-model';
import type { TagsReportResponse } from './tags-report.responses';

type Row = ReportTable['rows'][number];

/** Returns the report on the counted tags, with every month of the period. */
export function tagsReport(period: Period, counted: readonly CountedTag[]): TagsReportResponse {
  const months = monthsOf(period);
  return {
    success: true,
    ...period,
    tags_total: counted[0]?.tags_total ?? 0,
    tags: counted.map((tag) => ({
      id: tag.id,
      name: tag.name,
      reviews: tag.reviews,
      average_rating: tag.average_rating,
      months: months.map((month) => ({
        month,
        reviews: ownValue(tag.months, month)?.reviews ?? 0,
        average_rating: ownValue(tag.months, month)?.average_rating ?? null,
      })),
    })),
  };
}

/** Returns the report with the figures that its tags had in an earlier period. */
export function comparedTags(
  report: TagsReportResponse,
  period: Period,
  counted: readonly CountedTag[],
): TagsReportResponse {
  const before = new Map(counted.map((tag) => [tag.id, tag]));
  return {
    ...report,
    previous: period,
    tags: report.tags.map((tag) => {
      const { reviews, average_rating } = before.get(tag.id) ?? { reviews: 0, average_rating: null };
      return {
        ...tag,
        previous: { reviews, average_rating },
        change: {
          reviews: tag.reviews - reviews,
          average_rating: change(tag.average_rating, average_rating),
        },
      };
    }),
  };
}

/** Returns one row for each tag and one for each of its months. */
export function tagsTable({ previous, tags }: TagsReportResponse): ReportTable {
  const compared = previous ? ['previous_reviews', 'previous_average_rating'] : [];
  return {
    columns: ['row', 'id', 'name', 'month', 'reviews', 'average_rating', ...compared],
    rows: tags.flatMap(({ id, name, months, previous: before, ...all }): Row[] => [
      [
        'tag',
        id,
        name,
        null,
        all.reviews,
        all.average_rating,
        ...(before ? [before.reviews, before.average_rating] : []),
      ],
      ...months.map((one): Row => [
        'month',
        id,
        name,
        one.month,
        one.reviews,
        one.average_rating,
        ...compared.map(() => null),
      ]),
    ]),
  };
}
