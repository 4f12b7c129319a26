import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { Widget } from './widget';
import { WidgetsRepository } from './widgets.repository';

const HOUR_MS = 3_600_000;

/** Notes that pages request a widget, so that its owner can see that the snippet is installed. */
@Injectable()
export class WidgetSightingsService {
  /** The hour in which each widget was last noted, by key. */
  private readonly seen = new LRUCache<string, number>({ max: 100_000 });

  constructor(
    private readonly widgets: WidgetsRepository,
    private readonly clock: Clock,
  ) {}

  /** Stores the hour. Each replica writes at most once per widget and hour. Nothing is stored about the visitor. */
  async note({ key }: Pick<Widget, 'key'>): Promise<void> {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS);
    if (this.seen.get(key) === hour) return;
    this.seen.set(key, hour);
    await this.widgets.markSeen(key, new Date(hour * HOUR_MS));
  }
}
