import { Injectable } from '@nestjs/common';
import { Measurement, Metrics } from '@plaudit/runtime';
import { BounceFusesRepository } from '../fuses/bounce-fuses.repository';
import { SendingStopsRepository } from './sending-stops.repository';

/** Where a reply came from that means our relay, login or sender. */
const ORIGINS = ['sending', 'report'] as const;
type Origin = (typeof ORIGINS)[number];

/** The metrics of stops and fuses. Labels never contain addresses or ids. */
@Injectable()
export class MailHealthMetrics {
  private readonly replies;

  constructor(metrics: Metrics, stops: SendingStopsRepository, fuses: BounceFusesRepository) {
    this.replies = metrics.counter({
      name: 'invite_operator_replies_total',
      help: 'Replies and reports of mail servers that refuse our relay, login or sender, by origin',
      labelNames: ['origin'],
    });
    // Prometheus sees no increase in a series that begins above 0.
    for (const origin of ORIGINS) this.replies.inc({ origin }, 0);
    const counted = new Measurement('the stops of invitations', () => stops.countByCode());
    metrics.sampledGauge(
      {
        name: 'invite_sending_stops',
        help: 'Senders whose mails wait because the mail server refuses our relay, login or sender, by code',
        labelNames: ['code'],
      },
      async () =>
        ((await counted.latest()) ?? []).map(({ code, count }) => ({ labels: { code }, value: count })),
    );
    const open = new Measurement('the fuses of invitations', () => fuses.countOpen());
    metrics.sampledGauge(
      {
        name: 'invite_bounce_fuses',
        help: 'Fuses of the last day that wait for a decision, because too many mails came back as unknown',
        labelNames: [],
      },
      async () => {
        const count = await open.latest();
        return count === null ? [] : [{ labels: {}, value: count }];
      },
    );
  }

  replied(origin: Origin, count = 1): void {
    this.replies.inc({ origin }, count);
  }
}
