import { AsyncResource } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import { Clock, Randomness } from '../clock-and-randomness';
import { warnOfFailure } from '../warn-of-failure';
import { Metrics } from '../metrics/metrics';
import { type ChoreOptions, choresIn, type OwnedChore } from './chore.decorator';
import { ChoresRepository } from './chores.repository';

const TICK_MS = 1_000;
/** What is not finished within this time after a stop is left to the next run. */
const DRAIN_MS = 20_000;
/** A tenth more or less keeps replicas and chores apart. */
const JITTER = 0.1;
/** How much of the interval no other replica runs a chore of the service. Below 1 − {@link JITTER}, so that a replica never skips its own. */
const HELD_SHARE = 0.8;

interface RegisteredChore extends OwnedChore {
  dueAt: number;
  running: Promise<void> | null;
  /** True if it was asked for while it ran. */
  isWanted: boolean;
}

/**
 * Runs the background chores of a service: every method with `@Chore` of its providers. One clock wakes them all. A chore that is not due costs
 * nothing, and one that runs does not start a second time.
 */
@Injectable()
export class Chores implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Chores.name);
  /** A chore may be asked for inside a request. It must not run in the context of that. */
  private readonly ownContext = new AsyncResource('Chores');
  private readonly stopping = new AbortController();
  private readonly chores = new Map<string, RegisteredChore>();
  private readonly duration;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly turns: ChoresRepository,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    metrics: Metrics,
  ) {
    this.duration = metrics.histogram({
      name: 'chore_duration_seconds',
      help: 'Duration of the runs of a background chore; result "failed" if it threw',
      labelNames: ['chore', 'result'],
      buckets: [0.01, 0.1, 1, 10, 60, 600],
    });
  }

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (typeof instance === 'object' && instance !== null) this.register(instance as object);
    }
  }

  /**
   * Runs a chore now, whichever replica ran it last. If it runs already, it runs once more after that. Resolves when it has ended, and
   * never rejects.
   */
  run(name: string): Promise<void> {
    const chore = this.chores.get(name);
    // Before the start and after the stop there is nothing to run.
    if (!chore || this.stopping.signal.aborted) return Promise.resolve();
    return this.ownContext.runInAsyncScope(() => this.begin(chore));
  }

  @Interval(TICK_MS)
  tick(): void {
    const now = performance.now();
    for (const chore of this.chores.values()) {
      if (chore.dueAt > now || chore.running || this.stopping.signal.aborted) continue;
      chore.dueAt = now + this.interval(chore);
      void this.begin(chore, chore.per === 'service');
    }
  }

  /** Starts no more chores, and waits for those that run. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('The process is stopping'));
    const running = [...this.chores.values()].flatMap((chore) => chore.running ?? []);
    const waiting = new AbortController();
    const limit = delay(DRAIN_MS, undefined, { signal: waiting.signal }).catch(() => {});
    await Promise.race([Promise.all(running), limit]);
    waiting.abort();
  }

  private register(provider: object): void {
    for (const chore of choresIn(provider.constructor)) {
      const other = this.chores.get(chore.name);
      if (other) throw new Error(`${other.owner} and ${chore.owner} are both the chore ${chore.name}`);
      this.chores.set(chore.name, {
        ...chore,
        work: chore.work.bind(provider),
        // The first runs of a process are spread over half of the interval.
        dueAt: performance.now() + chore.everyMs * (1 - this.randomness.fraction() / 2),
        running: null,
        isWanted: false,
      });
    }
  }

  private interval({ everyMs }: ChoreOptions): number {
    return everyMs * (1 - JITTER + 2 * JITTER * this.randomness.fraction());
  }

  private begin(chore: RegisteredChore, takesTurns = false): Promise<void> {
    if (chore.running) {
      chore.isWanted = true;
      return chore.running;
    }
    chore.running = this.runOnce(chore, takesTurns)
      .then(async () => {
        while (chore.isWanted && !this.stopping.signal.aborted) {
          chore.isWanted = false;
          await this.runOnce(chore, false);
        }
      })
      .finally(() => {
        chore.running = null;
      });
    return chore.running;
  }

  private async runOnce(chore: RegisteredChore, takesTurns: boolean): Promise<void> {
    const { name, everyMs } = chore;
    const began = performance.now();
    try {
      if (takesTurns && !(await this.turns.take(name, everyMs * HELD_SHARE))) return;
      while ((await chore.work(this.clock.now(), this.stopping.signal)) === true)
        if (this.stopping.signal.aborted) break;
      this.duration.observe({ chore: name, result: 'done' }, (performance.now() - began) / 1_000);
    } catch (error) {
      this.duration.observe({ chore: name, result: 'failed' }, (performance.now() - began) / 1_000);
      const message = `The chore ${name} failed; the next run is in ${Math.round(everyMs / 1_000)} s`;
      warnOfFailure(this.logger, { message }, error);
    }
  }
}
