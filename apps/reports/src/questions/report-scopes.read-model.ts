import { Injectable } from '@nestjs/common';
import { Database, SqlParameters } from '@plaudit/database';
import type { AskedScope } from './report-scope';

/** Ids that the caller may not see, and ids about which only their owner knows. */
interface CheckedIds {
  /** Ids that are deleted or belong to others. */
  refused: number[];
  /** Ids without a copy, because no event has told of them. */
  uncopied: number[];
}

interface CheckedRow {
  id: number;
  copied: boolean;
  visible: boolean;
}

/** Reads what the copies know of the records that questions name. */
@Injectable()
export class ReportScopesReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns a text that changes with everything that these sub accounts' reports may show, and the zone in which the days of the
   * caller's sub account are counted, before its first event that of the account, or null.
   */
  async state({
    account_id,
    sub_account_id,
    sub_account_ids,
  }: AskedScope): Promise<{ rev: string; timezone: string | null }> {
    const parameters = new SqlParameters();
    const account = parameters.add(account_id, 'bigint');
    const own = parameters.add(sub_account_id, 'bigint');
    const asked =
      sub_account_ids === null
        ? ''
        : `and sub_account_id = any(${parameters.add(sub_account_ids, 'bigint[]')})`;
    // A rev only grows, so the sum changes with each of them, and with each new row.
    const [row] = await this.database.query<{ rev: string; timezone: string | null }>(
      `select coalesce(sum(rev), 0)::text as rev,
         coalesce(
           (select counted_timezone from sub_accounts where sub_account_id = ${own} and account_id = ${account}),
           (select timezone from account_zones where account_id = ${account})) as timezone
       from sub_accounts where account_id = ${account} ${asked}`,
      parameters.values,
      sub_account_ids === null ? 'reports of an account' : 'reports of sub accounts',
    );
    return row as { rev: string; timezone: string | null };
  }

  async subAccounts(accountId: number, ids: readonly number[]): Promise<CheckedIds> {
    return checkedIds(
      await this.database.query<CheckedRow>(
        `select wanted.id, known.sub_account_id is not null as copied,
           coalesce(account_id = $1 and closed_on is null, false) as visible
         from unnest($2::bigint[]) as wanted (id) left join sub_accounts known on known.sub_account_id = wanted.id`,
        [accountId, ids],
      ),
    );
  }

  /** Channels of sub accounts that the scope does not have count as channels of others. */
  async channels(
    { account_id, sub_account_ids }: AskedScope,
    channelIds: readonly number[],
  ): Promise<CheckedIds> {
    return checkedIds(
      await this.database.query<CheckedRow>(
        `select wanted.id, known.id is not null as copied,
           coalesce(known.account_id = $1 and not known.deleted and owner.closed_on is null
             and ($2::bigint[] is null or known.sub_account_id = any($2)), false) as visible
         from unnest($3::bigint[]) as wanted (id)
         left join channels known on known.id = wanted.id
         left join sub_accounts owner on owner.sub_account_id = known.sub_account_id`,
        [account_id, sub_account_ids, channelIds],
      ),
    );
  }

  /** Returns true if the account has or had a channel of this platform. */
  async knowsType(accountId: number, typeId: number): Promise<boolean> {
    const rows = await this.database.query(
      'select from channels where account_id = $1 and type_id = $2 limit 1',
      [accountId, typeId],
    );
    return rows.length > 0;
  }
}

function checkedIds(rows: readonly CheckedRow[]): CheckedIds {
  const idsOf = (wanted: (row: CheckedRow) => boolean): number[] => rows.filter(wanted).map(({ id }) => id);
  return { refused: idsOf((row) => row.copied && !row.visible), uncopied: idsOf((row) => !row.copied) };
}
