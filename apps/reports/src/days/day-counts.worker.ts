import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { afterCommit, Database, type Tx } from '@plaudit/database';
import { warnOfFailure } from '@plaudit/runtime';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { DayCountsService } from './day-counts.service';

const RECOUNT_EVERY_MS = 5_000;

/** Counts days again where that is due. Every replica runs it. */
@Injectable()
export class DayCountsWorker {
  private readonly logger = new Logger(DayCountsWorker.name);
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly subAccounts: SubAccountsRepository,
    private readonly days: DayCountsService,
  ) {}

  /** Counts the days of all sub accounts that are due, as soon as this transaction has committed. */
  recountAfter(tx: Tx): void {
    afterCommit(tx, () => void this.recount());
  }

  /** Counts the days of all sub accounts that are due. Calls that overlap share one run. */
  @Interval(RECOUNT_EVERY_MS)
  async recount(): Promise<void> {
    this.running ??= this.recountAll().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async recountAll(): Promise<void> {
    try {
      for (const id of await this.subAccounts.due()) {
        if (this.stopping) return;
        await this.recountOne(id);
      }
    } catch (error) {
      warnOfFailure(this.logger, 'Could not look for days to count again; the next try comes later', error);
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
