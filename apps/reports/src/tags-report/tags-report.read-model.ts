import { Injectable } from '@nestjs/common';
import { queryRows, SqlParameters, type Tx } from '@plaudit/database';
import type { Period, ReportScope } from '../questions/report-scope';
import { inScope } from '../questions/scope.sql';
import { hundredths } from '../ratings/weighted-average.sql';

/** The reviews of one tag in a period. */
export interface CountedTag {
  id: number;
  name: string;
  reviews: number;
  /** On 5 stars. Null without rated reviews. */
  average_rating: number | null;
  /** The months with reviews by `YYYY-MM`. */
  months: Record<string, Pick<CountedTag, 'reviews' | 'average_rating'>>;
  /** Tags with reviews in the period. */
  tags_total: number;
}

const AVERAGE = `${hundredths('sum(stars) / nullif(sum(rated), 0)')}::float8`;

@Injectable()
export class TagsReportReadModel {
  /** Returns the tags with reviews in the period, those with the most reviews first. `tagIds` null is all tags. */
  async counts(
    tx: Tx,
    scope: ReportScope,
    { from, to }: Period,
    { tagIds, limit }: { tagIds: readonly number[] | null; limit: number },
  ): Promise<CountedTag[]> {
    const parameters = new SqlParameters();
    const ofTags = tagIds === null ? 'true' : `tag_id = any(${parameters.add(tagIds, 'bigint[]')})`;
    return queryRows<CountedTag>(
      tx,
      `with scales as (
         select tag_id, date_trunc('month', day::timestamp)::date as month,
           sum(reviews) as reviews, sum(rated) as rated, sum(rating_sum) * 5 / rating_scale as stars
         from tag_days
         where ${inScope(scope, 'tag_days', 'tag_days', parameters)} and ${ofTags} and reviews > 0
           and day between ${parameters.add(from, 'date')} and ${parameters.add(to, 'date')}
         group by tag_id, month, rating_scale
       ), months as (
         select tag_id, month, sum(reviews) as reviews, sum(rated) as rated, sum(stars) as stars, ${AVERAGE} as average_rating
         from scales group by tag_id, month
       )
       select id, name, sum(reviews)::integer as reviews, ${AVERAGE} as average_rating,
         json_object_agg(to_char(month, 'YYYY-MM'), json_build_object('reviews', reviews, 'average_rating', average_rating)) as months,
         count(*) over ()::integer as tags_total
       from months join tags on tags.id = tag_id
       group by id, name order by sum(reviews) desc, name, id limit ${parameters.add(limit)}`,
      parameters.values,
    );
  }
}
