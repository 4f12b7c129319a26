import { Injectable } from '@nestjs/common';
import { Metrics } from '@plaudit/runtime';
import type { StreamEnd } from './event-stream';

/** Counts the open streams of live events, and why streams ended. */
@Injectable()
export class LiveStreamsMetrics {
  private readonly ends;

  constructor(private readonly metrics: Metrics) {
    this.ends = metrics.counter({
      name: 'gateway_event_streams_ended_total',
      help: 'Streams of live events that ended, by the reason: left, session, slow or stopping',
      labelNames: ['reason'],
    });
  }

  /** `open` returns how many streams are open. Call it once. */
  watch(open: () => number): void {
    this.metrics.gauge({
      name: 'gateway_event_streams',
      help: 'Open streams of live events',
      collect() {
        this.set(open());
      },
    });
  }

  ended(reason: StreamEnd): void {
    this.ends.inc({ reason });
  }
}
