import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock, warnOfFailure } from '@plaudit/runtime';
import { dayNumber, dayText } from './day-counts';
import { ViewCounterService } from './view-counter.service';
import { WidgetDaysRepository } from './widget-days.repository';

const FLUSH_MS = 2_000;
const HOUR_MS = 3_600_000;
/** A report covers at most 365 days. */
const KEPT_DAYS = 400;

/** Stores the counted views every two seconds and before the service stops. Deletes old days every hour. Replicas do not block each other. */
@Injectable()
export class WidgetDaysWorker implements OnApplicationShutdown {
  private readonly logger = new Logger(WidgetDaysWorker.name);

  constructor(
    private readonly counter: ViewCounterService,
    private readonly days: WidgetDaysRepository,
    private readonly clock: Clock,
  ) {}

  @Interval(FLUSH_MS)
  async flush(): Promise<void> {
    await this.counter.flush();
  }

  @Interval(HOUR_MS)
  async purge(): Promise<void> {
    try {
      await this.days.purge(dayText(dayNumber(this.clock.now()) - KEPT_DAYS));
    } catch (error) {
      warnOfFailure(
        this.logger,
        'Could not delete old days of widgets; the next attempt is in an hour',
        error,
      );
    }
  }

  async onApplicationShutdown(): Promise<void> {
    // The first flush may have begun before the last request was counted.
    await this.counter.flush();
    await this.counter.flush();
  }
}
