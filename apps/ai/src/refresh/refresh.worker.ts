import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type Claim, QueueNotifier, QueueWorker } from '@plaudit/queue';
import { warnOfFailure } from '@plaudit/runtime';
import type { RefreshEntity } from './refresh.entity';
import { REFRESHES, RefreshesRepository } from './refreshes.repository';
import { SummaryRefreshService } from './summary-refresh.service';

/** Refreshes of this process at the same time. People's requests share the model and the worker thread with them. */
const MAX_RUNNING = 2;
/** What is not finished within this time is left to another replica, after its lease has ended. */
const DRAIN_MS = 20_000;
/** The delay after each failed attempt. After the last one, the next read of the summary begins again. */
const RETRY_DELAYS_MS = [60_000, 600_000];
const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Claims due refreshes, up to {@link MAX_RUNNING} at a time, and writes their summaries again. */
@Injectable()
export class RefreshWorker implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(RefreshWorker.name);
  private readonly worker: QueueWorker<RefreshEntity>;

  constructor(
    private readonly refreshes: RefreshesRepository,
    private readonly summaries: SummaryRefreshService,
    notifier: QueueNotifier,
  ) {
    const work = {
      what: REFRESHES,
      drainMs: DRAIN_MS,
      claim: () => this.claim(),
      handle: (lease: RefreshEntity) => this.handle(lease),
    };
    this.worker = new QueueWorker(work, notifier);
  }

  onModuleInit(): void {
    this.worker.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.stop();
  }

  private async claim(): Promise<Claim<RefreshEntity>> {
    const places = MAX_RUNNING - this.worker.size;
    return { items: places > 0 ? await this.refreshes.claim(places) : [], isFull: places === 0 };
  }

  private async handle(lease: RefreshEntity): Promise<boolean> {
    try {
      // A process that dies counts as a failed attempt, too.
      if (lease.attempts <= MAX_ATTEMPTS) await this.summaries.refresh(lease);
      await this.refreshes.finish(lease);
    } catch (error) {
      const line = { message: 'Could not refresh a summary', channel_id: lease.id, attempt: lease.attempts };
      warnOfFailure(this.logger, line, error);
      const delayMs = RETRY_DELAYS_MS[lease.attempts - 1];
      if (delayMs === undefined) await this.refreshes.finish(lease);
      else await this.refreshes.postpone(lease, delayMs);
    }
    return false;
  }
}
