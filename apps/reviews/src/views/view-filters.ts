import { OmitType } from '@nestjs/swagger';
import { ApiError } from '@plaudit/contracts';
import { FILTER_NAMES, type FilterForm, readFilterObject } from '../lists/filter-object';
import { readFilter } from '../lists/review-filter';
import { ReviewListQuery } from '../lists/review-lists.dto';

/** The stored filters of a view have at most as many characters as JSON. */
export const MAX_VIEW_FILTERS = 4_000;

/** The parameters of a list that a view has: all but those of one page. */
export class ViewFiltersQuery extends OmitType(ReviewListQuery, [
  'limit',
  'cursor',
  'before_ts',
  'before_id',
  'translate',
] as const) {}

const FORM: FilterForm<ViewFiltersQuery> = {
  field: 'filters',
  dto: ViewFiltersQuery,
  names: { ...FILTER_NAMES, sort: true },
};

/** Returns the filters of a view as the parameters of GET /reviews/get. Throws 400 if that would refuse them. */
export function viewFilters(given: Record<string, unknown>): Record<string, string> {
  const filters = readFilterObject(FORM, given, (query, texts) => {
    readFilter(query);
    return texts;
  });
  if (JSON.stringify(filters).length <= MAX_VIEW_FILTERS) return filters;
  throw new ApiError(
    'validation_failed',
    `filters must have at most ${MAX_VIEW_FILTERS} characters; save fewer values.`,
    { field: 'filters' },
  );
}
