import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Chore, Clock, warnOfFailure } from '@plaudit/runtime';
import type { HttpRequest } from '../http/http-exchange';
import { type Widget, WIDGET_KEY } from '../widgets/widget';
import { countedHeaders, isInteraction, isView } from './counted-requests';
import { type Counted, DayCounts, dayNumber } from './day-counts';
import { WidgetDaysRepository } from './widget-days.repository';

/** Widgets and days that are counted at the same time. A count takes about 200 bytes. */
const MAX_COUNTS = 10_000;
/** Reported keys are looked up only when they are stored. Invented ones leave room for the views of real widgets. */
const MAX_REPORTED = MAX_COUNTS / 2;
const FLUSH_MS = 2_000;

type CountedWidget = Pick<Widget, 'key' | 'active'>;

/**
 * Counts how often each widget is shown and used. The counts are in memory until the next flush, so a crash loses those of the last
 * two seconds. Nothing is known about a visitor.
 */
@Injectable()
export class ViewCounterService implements OnApplicationShutdown {
  private readonly logger = new Logger(ViewCounterService.name);
  private readonly counts = new DayCounts();
  private flushing: Promise<void> | null = null;
  private failed = false;

  constructor(
    private readonly days: WidgetDaysRepository,
    private readonly clock: Clock,
  ) {}

  /** Call it when the response is ready. An inactive widget shows nothing. */
  view(request: HttpRequest, { key, active }: CountedWidget): void {
    const counts = active && request.method === 'GET' && isView(countedHeaders(request));
    if (counts) this.count('views', key, MAX_COUNTS);
  }

  /** Counts a request for reviews that a visitor chose. */
  interaction(request: HttpRequest, { key, active }: CountedWidget): void {
    const counts = active && request.method === 'GET' && isInteraction(countedHeaders(request));
    if (counts) this.count('interactions', key, MAX_COUNTS);
  }

  /** Counts an interaction that a page reports. A text that cannot be a key does nothing. */
  report(request: HttpRequest, key: string): void {
    if (!WIDGET_KEY.test(key) || !isInteraction(countedHeaders(request))) return;
    this.count('interactions', key, MAX_REPORTED);
  }

  /** Stores the counts. After a failure they are kept for the next flush. If Postgres stored them before the failure, they count twice. */
  @Chore({ name: 'widget_views', everyMs: FLUSH_MS, per: 'process' })
  async flush(): Promise<void> {
    this.flushing ??= this.store().finally(() => {
      this.flushing = null;
    });
    return this.flushing;
  }

  async onApplicationShutdown(): Promise<void> {
    // The first flush may have begun before the last request was counted.
    await this.flush();
    await this.flush();
  }

  private count(what: Counted, key: string, max: number): void {
    const add = (): boolean => this.counts.add(what, key, dayNumber(this.clock.now()), max);
    // While Postgres is away, each request would try again.
    if (add() || this.failed) return;
    // Unless another flush is under way, this one takes the counts at once, so there is room again.
    void this.flush();
    add();
  }

  private async store(): Promise<void> {
    const taken = this.counts.take();
    if (taken.length === 0) return;
    try {
      await this.days.add(taken);
      this.failed = false;
    } catch (error) {
      this.failed = true;
      this.counts.giveBack(taken);
      warnOfFailure(this.logger, `Could not store the views of ${taken.length} widgets`, error);
    }
  }
}
