import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { ReportsEnv } from '../reports.env';

/** The sub accounts, whose rows are the locks under which their projections change. */
@Injectable()
export class SubAccountsRepository {
  constructor(private readonly env: ReportsEnv) {}

  /**
   * Locks the sub accounts until the end of the transaction, in the order of their ids, and raises their `rev`, so that cached
   * reports are dropped. A sub account that is not known yet is added with the default zone.
   */
  async lock(tx: Tx, owners: readonly Tenant[]): Promise<void> {
    await queryRows(
      tx,
      `insert into sub_accounts (sub_account_id, account_id, counted_timezone)
       select distinct sub_account_id, account_id, $2
       from json_to_recordset($1::json) as given (sub_account_id bigint, account_id bigint) order by sub_account_id
       on conflict (sub_account_id) do update set rev = sub_accounts.rev + 1`,
      [JSON.stringify(owners), this.env.REPORT_TIMEZONE],
    );
  }
}
