import type { Tenant } from '@plaudit/contracts';

/**
 * What a report counts. Every condition holds at once. The ids were checked: none belongs to another account or to a sub account
 * that the caller may not see.
 */
export interface ReportScope extends Tenant {
  /** The sub accounts whose records count. Null for all of the account that are not deleted. Default: the caller's own. */
  sub_account_ids: readonly number[] | null;
  /** Only records of these channels; null for all records, also those without a channel. */
  channel_ids: readonly number[] | null;
  /** Only records of channels in one of these groups. */
  group_ids: readonly number[] | null;
  /** Only records of channels of this platform, and reviews that outlived such a channel. */
  type_id: number | null;
  /** The current date, `YYYY-MM-DD`, in `timezone`. */
  today: string;
  /** The zone of the caller's sub account, in which periods begin. */
  timezone: string;
}

/** What a question asks for, as it was sent: the ids were not checked. */
export type AskedScope = Omit<ReportScope, 'today' | 'timezone'>;

/** Local dates of a period, both included, as `YYYY-MM-DD`. */
export interface Period {
  from: string;
  to: string;
}
