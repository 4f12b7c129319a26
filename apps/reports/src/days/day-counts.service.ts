import { Injectable, Logger } from '@nestjs/common';
import { afterCommit, type Tx } from '@plaudit/database';
import { DriftMetrics } from '@plaudit/runtime';
import { SubAccountsRepository, type Zones } from '../sub-accounts/sub-accounts.repository';
import { type CorrectedDays, DayCountsRepository } from './day-counts.repository';

const TABLES = [
  'review_days',
  'tag_days',
  'invitation_days',
] as const satisfies readonly (keyof CorrectedDays)[];

/** Counts the days of sub accounts again from their reviews and invitations. */
@Injectable()
export class DayCountsService {
  private readonly logger = new Logger('DayCounts');

  constructor(
    private readonly subAccounts: SubAccountsRepository,
    private readonly days: DayCountsRepository,
    private readonly drift: DriftMetrics,
  ) {
    for (const counter of TABLES) drift.expose(counter);
  }

  /** Counts the days of the sub account in the zone that it wants. The caller holds its row. */
  async recount(tx: Tx, subAccount: Zones): Promise<void> {
    const timezone = subAccount.timezone ?? this.subAccounts.defaultTimezone;
    await this.subAccounts.noteRecount(tx, subAccount, timezone);
    const corrected = await this.days.recount(tx, subAccount);
    await this.days.deleteEmpty(tx, subAccount);
    // In another zone all days are others.
    if (timezone === subAccount.counted_timezone) afterCommit(tx, () => this.report(subAccount, corrected));
  }

  /**
   * Like {@link recount}, if the sub account is still due and no other replica works on it. Counts under the lock of its row only if
   * days are wrong or belong to another zone: events wait for the row, and the days of millions of reviews take long to count.
   */
  async recountIfDue(tx: Tx, subAccountId: number): Promise<void> {
    const seen = await this.subAccounts.beginRecount(tx, subAccountId);
    if (!seen) return;
    const isSameZone = (seen.timezone ?? this.subAccounts.defaultTimezone) === seen.counted_timezone;
    if (isSameZone && (await this.days.areRight(tx, seen))) {
      await this.subAccounts.endRecount(tx, seen);
      return this.days.deleteEmpty(tx, seen);
    }
    const subAccount = await this.subAccounts.claim(tx, subAccountId);
    if (subAccount) await this.recount(tx, subAccount);
  }

  private report({ account_id, sub_account_id }: Zones, corrected: CorrectedDays): void {
    if (TABLES.every((table) => corrected[table] === 0)) return;
    for (const table of TABLES) this.drift.add(table, corrected[table]);
    const message = 'Corrected days that differed from the records that they count';
    this.logger.warn({ message, account_id, sub_account_id, ...corrected });
  }
}
