import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock, warnOfFailure } from '@plaudit/runtime';
import { utcDay } from './daily-cap';
import { GenerationDaysRepository } from './generation-days.repository';
import { GenerationLocksRepository } from './generation-locks.repository';

const PURGE_EVERY_MS = 3_600_000;
/** Nothing reads the counts of past days. They are kept for a while to answer questions of customers. */
const KEPT_MS = 30 * 86_400_000;

/** Deletes counts of old days and leases of processes that died. Every replica runs it. */
@Injectable()
export class GenerationsWorker {
  private readonly logger = new Logger(GenerationsWorker.name);

  constructor(
    private readonly days: GenerationDaysRepository,
    private readonly locks: GenerationLocksRepository,
    private readonly clock: Clock,
  ) {}

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    try {
      await this.days.purge(utcDay(new Date(this.clock.now().getTime() - KEPT_MS)));
      await this.locks.purge();
    } catch (error) {
      warnOfFailure(this.logger, 'Could not delete old generation counts; the next try comes later', error);
    }
  }
}
