import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Optional, REVIEW_STATUSES } from '@plaudit/contracts';
import { CommaList } from '@plaudit/runtime';
import { Matches, MaxLength } from 'class-validator';
import { readFilter } from '../lists/review-filter';
import { ReviewFilterQuery } from '../lists/review-filter.dto';
import { type CountsRequest, type Facet, FACETS } from './facets';

const STATUS = `(${REVIEW_STATUSES.join('|')}|[012])`;
const ANY = `(${FACETS.join('|')})`;

/** Query of GET /reviews/counts. An empty value means left out, except that of a list. */
export class ReviewCountsQuery extends OmitType(ReviewFilterQuery, ['status'] as const) {
  @ApiPropertyOptional({
    description: `What to count the values of, comma separated: ${FACETS.join(', ')}`,
    example: 'rating,language',
  })
  @CommaList()
  @Optional()
  @MaxLength(60)
  @Matches(new RegExp(`^${ANY}(,${ANY}){0,${FACETS.length - 1}}$`), {
    message: `facets must be any of ${FACETS.join(', ')}, separated by commas`,
  })
  facets?: string;

  @ApiPropertyOptional({
    description: 'Statuses whose reviews the facets count, comma separated. The counts have every status',
    example: 'inbox',
  })
  @CommaList()
  @Optional()
  @MaxLength(60)
  @Matches(new RegExp(`^${STATUS}(,${STATUS})*$`), {
    message: `facet_status must be any of ${REVIEW_STATUSES.join(', ')} (or 0, 1, 2), separated by commas`,
  })
  facet_status?: string;
}

/** Reads a query whose form the DTO has checked. Throws 400 for a date or status that does not exist. */
export function readCountsRequest({ facets, facet_status, ...filter }: ReviewCountsQuery): CountsRequest {
  return {
    filter: readFilter({ ...filter, status: facet_status }),
    facets: facets ? [...new Set(facets.split(','))].map((facet) => facet as Facet) : [],
  };
}
