import { ApiError, MAX_COUNTED_SUB_ACCOUNTS, Optional } from '@plaudit/contracts';
import { type ListPage, listPageOf } from '@plaudit/runtime';
import { IsIn } from 'class-validator';
import { SubAccountListQuery } from '../sub-accounts/sub-accounts.dto';

/** Query of GET /app/session/sub_accounts. */
export class EnterableSubAccountsQuery extends SubAccountListQuery {
  /** 1 adds what waits and what fails in each sub account, for a page of at most 50. */
  @Optional()
  @IsIn(['1'])
  counts?: '1';
}

export interface EnterableSubAccountsPage extends ListPage {
  name?: string;
  withCounts: boolean;
}

/** Reads a query whose form the DTO has checked. Throws 400 for counts of a page that is too large. */
export function readEnterablePage(query: EnterableSubAccountsQuery): EnterableSubAccountsPage {
  const withCounts = query.counts !== undefined;
  const limit = withCounts ? (query.limit ?? String(MAX_COUNTED_SUB_ACCOUNTS)) : query.limit;
  const page = { ...listPageOf({ ...query, limit }), name: query.q, withCounts };
  if (!withCounts || page.limit <= MAX_COUNTED_SUB_ACCOUNTS) return page;
  throw new ApiError('validation_failed', `limit must be at most ${MAX_COUNTED_SUB_ACCOUNTS} with counts.`, {
    field: 'limit',
  });
}
