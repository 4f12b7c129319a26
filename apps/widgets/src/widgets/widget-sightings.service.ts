import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { Widget } from './widget';
import { WidgetsRepository } from './widgets.repository';

const HOUR_MS = 3_600_000;

/** Notes that pages request a widget, so that its owner can see that the snippet is installed. */
@Injectable()
export class WidgetSightingsService {
  private readonly logger = new Logger(WidgetSightingsService.name);
  /** The hour in which each widget was last noted, by key. */
  private readonly seen = new LRUCache<string, number>({ max: 100_000 });

  constructor(
    private readonly widgets: WidgetsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the hour. Call it when the response is ready. Each replica writes at most once per widget and hour. Nothing is stored
   * about the visitor. A failure leaves the response alone, and the next visitor of the hour tries again.
   */
  async note({ key }: Pick<Widget, 'key'>): Promise<void> {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS);
    if (this.seen.get(key) === hour) return;
    this.seen.set(key, hour);
    try {
      await this.widgets.markSeen(key, new Date(hour * HOUR_MS));
    } catch (error) {
      this.seen.delete(key);
      this.logger.warn({
        message: 'Failed to store when a widget was last seen',
        reason: (error as Error).message,
      });
    }
  }
}
