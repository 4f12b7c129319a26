import { Injectable } from '@nestjs/common';
import { INVITE_TYPES, type InviteType } from '@plaudit/contracts';
import { Measurement, Metrics } from '@plaudit/runtime';
import { MAX_COUNTED, QueueLagReadModel, type QueueOfType } from '../queue/queue-lag.read-model';
import { ENDINGS, type Ending } from './outcome';

const BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The metrics of sending. Labels never contain addresses or ids. */
@Injectable()
export class SendingMetrics {
  private readonly attempts;
  private readonly duration;
  private readonly lost;
  private readonly repaired;
  private readonly circuits = new Map<InviteType, () => boolean>();

  constructor(
    private readonly metrics: Metrics,
    queue: QueueLagReadModel,
  ) {
    this.attempts = metrics.counter({
      name: 'invite_attempts_total',
      help: 'Attempts to send a message that ended, by type and ending',
      labelNames: ['type', 'ending'],
    });
    // Prometheus sees no increase in a series that begins above 0.
    for (const type of INVITE_TYPES) for (const ending of ENDINGS) this.attempts.inc({ type, ending }, 0);
    this.duration = metrics.histogram({
      name: 'invite_attempt_duration_seconds',
      help: 'Duration of a conversation with the mail server or the SMS provider',
      labelNames: ['type'],
      buckets: BUCKETS_SECONDS,
    });
    this.lost = metrics.counter({
      name: 'invite_leases_expired_total',
      help: 'Leases that expired before the message was sent or its outcome was recorded',
    });
    this.repaired = metrics.counter({
      name: 'invite_lane_repairs_total',
      help: 'Lanes of invitations that were scheduled after their earliest message; must stay 0',
    });
    this.showQueue(new Measurement('the queue of invitations', () => queue.byType()));
  }

  /** Shows whether the circuit of a type is open. */
  watchCircuit(type: InviteType, isOpen: () => boolean): void {
    this.circuits.set(type, isOpen);
  }

  attempted(type: InviteType, seconds: number): void {
    this.duration.observe({ type }, seconds);
  }

  ended(type: InviteType, ending: Ending): void {
    this.attempts.inc({ type, ending });
  }

  leasesExpired(count: number): void {
    this.lost.inc(count);
  }

  lanesRepaired(count: number): void {
    this.repaired.inc(count);
  }

  private showQueue(measurement: Measurement<QueueOfType[]>): void {
    const gauge = (name: string, help: string, value: (of: QueueOfType) => number): void =>
      this.metrics.sampledGauge({ name, help, labelNames: ['type'] }, async () =>
        ((await measurement.latest()) ?? []).map((of) => ({ labels: { type: of.type }, value: value(of) })),
      );
    gauge(
      'invite_oldest_due_seconds',
      'Age of the oldest due message, by type',
      ({ oldest_seconds }) => oldest_seconds,
    );
    gauge(
      'invite_messages_waiting',
      `Due messages that wait for an attempt, by type; ${MAX_COUNTED} are counted at most`,
      ({ waiting }) => waiting,
    );
    this.metrics.sampledGauge(
      {
        name: 'invite_circuit_open',
        help: '1 while sending is paused because the mail server or the SMS provider cannot be reached, by type',
        labelNames: ['type'],
      },
      () =>
        Promise.resolve(
          [...this.circuits].map(([type, isOpen]) => ({ labels: { type }, value: isOpen() ? 1 : 0 })),
        ),
    );
  }
}
