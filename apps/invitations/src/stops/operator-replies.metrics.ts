import { Injectable } from '@nestjs/common';
import { Metrics } from '@plaudit/runtime';

/** Where a reply came from that means our relay, login or sender. */
const ORIGINS = ['sending', 'report'] as const;
type Origin = (typeof ORIGINS)[number];

/** Counts replies of mail servers that mean our relay, login or sender. */
@Injectable()
export class OperatorRepliesMetrics {
  private readonly replies;

  constructor(metrics: Metrics) {
    this.replies = metrics.counter({
      name: 'invite_operator_replies_total',
      help: 'Replies and reports of mail servers that refuse our relay, login or sender, by origin',
      labelNames: ['origin'],
    });
    // Prometheus sees no increase in a series that begins above 0.
    for (const origin of ORIGINS) this.replies.inc({ origin }, 0);
  }

  replied(origin: Origin, count = 1): void {
    this.replies.inc({ origin }, count);
  }
}
