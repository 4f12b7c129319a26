import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { correctDays, type DayTable, isEmptyDay, REVIEW_DAYS, TAG_DAYS, wrongDays } from './day-counts.sql';

const COUNTED = `counted as (
  select reviews.*, 1 as sign, (select counted_timezone from sub_accounts where sub_account_id = $2) as counted_timezone
  from reviews where account_id = $1 and sub_account_id = $2 and not deleted)`;

/** How many rows of each table a recount changed. */
export interface CorrectedDays {
  review_days: number;
  tag_days: number;
}

/** The counts of the days of a sub account, compared with the reviews that they count. */
@Injectable()
export class DayCountsRepository {
  /**
   * Returns true if the days of the sub account equal its reviews. It needs no lock: reviews and days change in one transaction, so
   * a statement sees both before a change or both after it.
   */
  async areRight(tx: Tx, { account_id, sub_account_id }: Tenant): Promise<boolean> {
    const wrong = await queryRows(
      tx,
      `with ${COUNTED} (${wrongDays(REVIEW_DAYS, 'counted')}) union all (${wrongDays(TAG_DAYS, 'counted')}) limit 1`,
      [account_id, sub_account_id],
    );
    return wrong.length === 0;
  }

  /** Makes the days of the sub account equal to its reviews. The caller holds its row. */
  async recount(tx: Tx, tenant: Tenant): Promise<CorrectedDays> {
    return {
      review_days: await this.correct(tx, tenant, REVIEW_DAYS),
      tag_days: await this.correct(tx, tenant, TAG_DAYS),
    };
  }

  /** Deletes the days that have no reviews any more. The caller holds the row of the sub account. */
  async deleteEmpty(tx: Tx, { account_id, sub_account_id }: Tenant): Promise<void> {
    for (const days of [REVIEW_DAYS, TAG_DAYS]) {
      await queryRows(
        tx,
        `delete from ${days.table} where account_id = $1 and sub_account_id = $2 and ${isEmptyDay(days)}`,
        [account_id, sub_account_id],
      );
    }
  }

  private async correct(tx: Tx, { account_id, sub_account_id }: Tenant, days: DayTable): Promise<number> {
    const [row] = await queryRows<{ corrected: number }>(
      tx,
      `with ${COUNTED}, corrected as (${correctDays(days, 'counted')} returning 1)
       select count(*)::int as corrected from corrected`,
      [account_id, sub_account_id],
    );
    return row!.corrected;
  }
}
