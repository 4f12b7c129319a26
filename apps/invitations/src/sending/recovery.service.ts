import { Injectable, Logger } from '@nestjs/common';
import { Chore } from '@plaudit/runtime';
import { ClaimsRepository } from '../queue/claims.repository';
import { LanesRepository } from '../queue/lanes.repository';
import { FinishingService } from './finishing.service';
import { SendingMetrics } from './sending.metrics';
import { TransportsService } from './transports.service';

/** A lease lasts ten minutes, so this is soon enough. The query reads an index of leased rows only. */
const RECOVER_EVERY_MS = 15_000;
const REPAIR_EVERY_MS = 60_000;
const LOST = { code: 'worker_lost', msg: 'The process that sent it ended before the answer.' };

/**
 * Takes over messages whose worker was lost. One whose conversation had not begun is sent later. One whose conversation had begun may
 * have been taken, so it counts as a message without an answer.
 */
@Injectable()
export class RecoveryService {
  private readonly logger = new Logger(RecoveryService.name);

  constructor(
    private readonly claims: ClaimsRepository,
    private readonly finishing: FinishingService,
    private readonly transports: TransportsService,
    private readonly lanes: LanesRepository,
    private readonly metrics: SendingMetrics,
  ) {}

  @Chore({ name: 'lost_messages', everyMs: RECOVER_EVERY_MS, per: 'service' })
  async recover(): Promise<void> {
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
  }

  @Chore({ name: 'lane_repairs', everyMs: REPAIR_EVERY_MS, per: 'service' })
  async repair(): Promise<void> {
    const repaired = await this.lanes.repair();
    this.metrics.lanesRepaired(repaired);
    if (repaired === 0) return;
    const message = `Repaired ${repaired} lanes that were scheduled after their earliest message`;
    this.logger.error({ message, repaired });
  }
}
