import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { ClaimsRepository } from '../queue/claims.repository';
import { LaneRepairsRepository } from '../queue/lane-repairs.repository';
import { FinishingService } from './finishing.service';
import { SendingMetrics } from './sending.metrics';
import { TransportsService } from './transports.service';

/** A lease lasts ten minutes, so this is soon enough. The query reads an index of leased rows only. */
const RECOVER_EVERY_MS = 5_000;
const REPAIR_EVERY_MS = 60_000;
const LOST = { code: 'worker_lost', msg: 'The process that sent it ended before the answer.' };

/**
 * Takes over messages whose worker was lost. One whose conversation had not begun is sent later. One whose conversation had begun may
 * have been taken, so it counts as a message without an answer. Every replica runs this, because the statements tolerate each other.
 */
@Injectable()
export class RecoveryWorker {
  private readonly logger = new Logger(RecoveryWorker.name);

  constructor(
    private readonly claims: ClaimsRepository,
    private readonly finishing: FinishingService,
    private readonly transports: TransportsService,
    private readonly repairs: LaneRepairsRepository,
    private readonly metrics: SendingMetrics,
  ) {}

  @Interval(RECOVER_EVERY_MS)
  async recover(): Promise<void> {
    await this.run('take over messages of lost workers', async () => {
      this.metrics.leasesExpired(await this.claims.recoverUnbegun());
      const begun = await this.claims.begunAndLost();
      if (begun.length === 0) return;
      const attempts = begun.map((row) => ({
        row,
        provider: this.transports.providerOf(row.type),
        outcome: this.transports.withoutAnswer(row, LOST),
      }));
      await this.finishing.finish(attempts);
      this.metrics.leasesExpired(begun.length);
    });
  }

  @Interval(REPAIR_EVERY_MS)
  async repair(): Promise<void> {
    await this.run('repair lanes of invitations', async () => {
      const repaired = await this.repairs.repair();
      this.metrics.lanesRepaired(repaired);
      if (repaired === 0) return;
      const message = `Repaired ${repaired} lanes that were scheduled after their earliest message`;
      this.logger.error({ message, repaired });
    });
  }

  /** Logs a failure as a warning only: the next run tries again, and an unavailable database has alarms of its own. */
  private async run(task: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      warnOfFailure(this.logger, `Could not ${task}`, error);
    }
  }
}
