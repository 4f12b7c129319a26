import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { INVITATION_DAYS } from '../invitations/invitation-days.sql';
import { CORRECT_REVIEW_DAYS, REVIEW_DAYS, TAG_DAYS, WRONG_REVIEW_DAYS } from '../reviews/review-days.sql';
import { correctDays, type DayTable, isEmptyDay, wrongDays } from './day-table.sql';

const TABLES = [REVIEW_DAYS, TAG_DAYS, INVITATION_DAYS];

/** How many rows of each table a recount changed. */
export interface CorrectedDays {
  review_days: number;
  tag_days: number;
  invitation_days: number;
}

/** The counts of the days of a sub account, compared with the records that they count. */
@Injectable()
export class DayCountsRepository {
  /**
   * Returns true if the days of the sub account equal its reviews and invitations, and its dated replies have the days of their
   * reviews. It needs no lock: records and days change in one transaction, so a statement sees both before a change or both after it.
   */
  async areRight(tx: Tx, { account_id, sub_account_id }: Tenant): Promise<boolean> {
    const wrong = await queryRows(
      tx,
      `${[...TABLES.map(wrongDays), WRONG_REVIEW_DAYS].map((rows) => `(${rows})`).join(' union all ')} limit 1`,
      [account_id, sub_account_id],
    );
    return wrong.length === 0;
  }

  /**
   * Makes the days of the sub account equal to its reviews and invitations, and gives its dated replies the days of their reviews. The
   * caller holds its row.
   */
  async recount(tx: Tx, tenant: Tenant): Promise<CorrectedDays> {
    await queryRows(tx, CORRECT_REVIEW_DAYS, [tenant.account_id, tenant.sub_account_id]);
    return {
      review_days: await this.correct(tx, tenant, REVIEW_DAYS),
      tag_days: await this.correct(tx, tenant, TAG_DAYS),
      invitation_days: await this.correct(tx, tenant, INVITATION_DAYS),
    };
  }

  /** Deletes the days that count nothing any more. The caller holds the row of the sub account. */
  async deleteEmpty(tx: Tx, { account_id, sub_account_id }: Tenant): Promise<void> {
    for (const days of TABLES) {
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
      `with corrected as (${correctDays(days)} returning 1)
       select count(*)::int as corrected from corrected`,
      [account_id, sub_account_id],
    );
    return row!.corrected;
  }
}
