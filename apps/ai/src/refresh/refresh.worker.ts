import { AsyncResource } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { RefreshNotifier } from './refresh.notifier';
import { type RefreshLease, RefreshesRepository } from './refreshes.repository';
import { SummaryRefreshService } from './summary-refresh.service';

const TICK_MS = 1_000;
/** Refreshes of this process at the same time. People's requests share the model and the worker thread with them. */
const MAX_RUNNING = 2;
/** What is not finished within this time is left to another replica, after its lease has ended. */
const DRAIN_MS = 20_000;
/** The delay after each failed attempt. After the last one, the next read of the summary begins again. */
const RETRY_DELAYS_MS = [60_000, 600_000];
const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Claims due refreshes, up to {@link MAX_RUNNING} at a time. Any number of replicas may run it. */
@Injectable()
export class RefreshWorker implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(RefreshWorker.name);
  /** A notification arrives inside a request. A refresh must not run in its context. */
  private readonly ownContext = new AsyncResource('RefreshWorker');
  private readonly running = new Set<Promise<void>>();
  private claiming: Promise<void> | null = null;
  private isDueAgain = false;
  private stopping = false;

  constructor(
    private readonly refreshes: RefreshesRepository,
    private readonly summaries: SummaryRefreshService,
    private readonly notifier: RefreshNotifier,
  ) {}

  onModuleInit(): void {
    this.notifier.onNotify(() => this.ownContext.runInAsyncScope(() => this.tick()));
  }

  /** Claims refreshes until none is due or all places are taken. A tick during a claim makes it run once more. */
  @Interval(TICK_MS)
  tick(): void {
    this.isDueAgain = true;
    this.claiming ??= this.claimAll().finally(() => {
      this.claiming = null;
    });
  }

  /** Stops claiming, and waits for the refreshes under way. */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.claiming;
    const waiting = new AbortController();
    const limit = delay(DRAIN_MS, undefined, { signal: waiting.signal }).catch(() => {});
    await Promise.race([Promise.all(this.running), limit]);
    waiting.abort();
  }

  private async claimAll(): Promise<void> {
    while (this.isDueAgain && !this.stopping) {
      this.isDueAgain = false;
      try {
        await this.claim();
      } catch (error) {
        warnOfFailure(this.logger, 'Could not claim refreshes of summaries', error);
      }
    }
  }

  private async claim(): Promise<void> {
    const places = MAX_RUNNING - this.running.size;
    if (places === 0) return;
    for (const lease of await this.refreshes.claim(places)) this.start(lease);
  }

  private start(lease: RefreshLease): void {
    const job = this.run(lease).finally(() => {
      this.running.delete(job);
      if (!this.stopping) this.tick();
    });
    this.running.add(job);
  }

  private async run(lease: RefreshLease): Promise<void> {
    try {
      // A process that dies counts as a failed attempt, too.
      if (lease.attempts <= MAX_ATTEMPTS) await this.summaries.refresh(lease);
      await this.refreshes.finish(lease);
    } catch (error) {
      const line = { message: 'Could not refresh a summary', channel_id: lease.id, attempt: lease.attempts };
      warnOfFailure(this.logger, line, error);
      await this.postpone(lease);
    }
  }

  private async postpone(lease: RefreshLease): Promise<void> {
    const delayMs = RETRY_DELAYS_MS[lease.attempts - 1];
    try {
      if (delayMs === undefined) await this.refreshes.finish(lease);
      else await this.refreshes.postpone(lease, delayMs);
    } catch (error) {
      // The lease ends by itself.
      warnOfFailure(this.logger, 'Could not postpone the refresh of a summary', error);
    }
  }
}
