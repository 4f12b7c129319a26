import { ApiError } from '@plaudit/contracts';
import { MAX_BULK_ITEMS } from '@plaudit/runtime';
import { FILTER_NAMES, type FilterForm, readFilterObject } from '../lists/filter-object';
import { type ReviewFilter, readFilter } from '../lists/review-filter';
import { ReviewFilterQuery } from '../lists/review-filter.dto';
import { tagNames } from '../reviews/fields/field-values';
import { parseStatus, statusNumber } from '../reviews/review';
import type { ReviewBulkUpdateInput } from './bulk-update.dto';

/** The body of PUT /reviews/update_bulk, read. */
export type BulkUpdate = Selection & CurationChange & { validateOnly: boolean };

/** Which reviews to update. An id that is not one is the error of its item. */
type Selection =
  { ids: readonly (number | ApiError)[]; filter?: undefined } | { ids?: undefined; filter: ReviewFilter };

interface CurationChange {
  /** Null if the status stays. */
  status: number | null;
  /** Names of tags, each once in any case. */
  add: readonly string[];
  remove: readonly string[];
}

const FORM: FilterForm<ReviewFilterQuery> = { field: 'filter', dto: ReviewFilterQuery, names: FILTER_NAMES };

/** Reads the body of PUT /reviews/update_bulk. Throws 400 unless it says which reviews and what to change. */
export function readBulkUpdate(body: ReviewBulkUpdateInput): BulkUpdate {
  const change = { ...readChange(body), validateOnly: body.validate_only ?? false };
  const { ids, filter } = body;
  if (ids !== undefined && filter !== undefined) {
    throw new ApiError(
      'invalid_value',
      'filter and ids are two ways to name the reviews; send one of them.',
      {
        field: 'filter',
      },
    );
  }
  if (filter !== undefined) return { ...change, filter: readSelection(filter) };
  if (ids !== undefined) return { ...change, ids: readIds(ids) };
  throw new ApiError('missing_field', 'ids is required, or filter instead of it.', { field: 'ids' });
}

function readChange({ status, tags_add, tags_remove }: ReviewBulkUpdateInput): CurationChange {
  const word = status === undefined ? null : parseStatus(status);
  const add = new Map(tagNames(tags_add, 'tags_add').map((name) => [name.toLowerCase(), name]));
  const remove = new Map(tagNames(tags_remove, 'tags_remove').map((name) => [name.toLowerCase(), name]));
  if (word === null && add.size + remove.size === 0) {
    throw new ApiError('missing_field', 'status is required, or tags_add or tags_remove instead of it.', {
      field: 'status',
    });
  }
  for (const [folded, name] of remove) {
    if (!add.has(folded)) continue;
    throw new ApiError(
      'invalid_value',
      `tags_remove has "${name}", which tags_add has, too; keep one of them.`,
      {
        field: 'tags_remove',
      },
    );
  }
  return {
    status: word === null ? null : statusNumber(word),
    add: [...add.values()],
    remove: [...remove.values()],
  };
}

function readIds(ids: readonly unknown[]): (number | ApiError)[] {
  if (ids.length === 0) throw new ApiError('bulk_empty', 'ids must have at least one id.', { field: 'ids' });
  if (ids.length > MAX_BULK_ITEMS) {
    throw new ApiError(
      'bulk_too_large',
      `ids must have at most ${MAX_BULK_ITEMS} ids, not ${ids.length}; send the rest in another request.`,
      { field: 'ids' },
    );
  }
  return ids.map((id, index) => {
    if (Number.isSafeInteger(id) && (id as number) > 0) return id as number;
    const field = `ids[${index}]`;
    return new ApiError('validation_failed', `${field} must be a positive integer.`, { field });
  });
}

function readSelection(filter: Record<string, unknown>): ReviewFilter {
  const selection = readFilterObject(FORM, filter, readFilter);
  if (Object.values(filter).every((value) => value === '')) {
    throw new ApiError('missing_field', 'filter must have at least one field.', { field: 'filter' });
  }
  return selection;
}
