import { Injectable, Logger } from '@nestjs/common';
import { afterCommit, Database, type Tx } from '@plaudit/database';
import { Chore, Chores, warnOfFailure } from '@plaudit/runtime';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { DayCountsService } from './day-counts.service';

const CHORE = 'day_counts';

/** Counts days again where that is due. */
@Injectable()
export class DayRecountsService {
  private readonly logger = new Logger(DayRecountsService.name);

  constructor(
    private readonly database: Database,
    private readonly chores: Chores,
    private readonly subAccounts: SubAccountsRepository,
    private readonly days: DayCountsService,
  ) {}

  /** Counts the days of all sub accounts that are due, as soon as this transaction has committed. */
  recountAfter(tx: Tx): void {
    afterCommit(tx, () => void this.chores.run(CHORE));
  }

  /** Counts the days of all sub accounts that are due. */
  @Chore({ name: CHORE, everyMs: 15_000, per: 'process' })
  async recount(_now: Date, stopping: AbortSignal): Promise<void> {
    for (const id of await this.subAccounts.due()) {
      if (stopping.aborted) return;
      await this.recountOne(id);
    }
  }

  /** A sub account that fails does not hold up the others. */
  private async recountOne(id: number): Promise<void> {
    try {
      await this.database.transaction((tx) => this.days.recountIfDue(tx, id), 'background');
    } catch (error) {
      const message = 'Could not count the days of a sub account again; the next try comes later';
      const line = { message, sub_account_id: id };
      warnOfFailure(this.logger, line, error);
    }
  }
}
