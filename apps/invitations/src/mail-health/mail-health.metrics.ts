import { Injectable } from '@nestjs/common';
import { Measurement, Metrics } from '@plaudit/runtime';
import { BounceFusesRepository } from '../fuses/bounce-fuses.repository';
import { SendingStopsRepository } from '../stops/sending-stops.repository';

/** Shows how many stops and fuses there are. Labels never contain addresses or ids. */
@Injectable()
export class MailHealthMetrics {
  constructor(metrics: Metrics, stops: SendingStopsRepository, fuses: BounceFusesRepository) {
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
}
