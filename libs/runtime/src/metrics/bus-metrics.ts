import type { ConsumerStatus, JetStreamStrategy, OutboxRelay } from '@plaudit/events';
import type { Metrics } from './metrics';

/** What the relay counts, read whenever Prometheus asks. */
export function relayMetrics(metrics: Metrics, relay: OutboxRelay): void {
  const gauge = (name: string, help: string, value: () => number): void => {
    metrics.gauge({
      name,
      help,
      collect() {
        this.set(value());
      },
    });
  };
  const counter = (name: string, help: string, value: () => number): void => {
    metrics.counter({
      name,
      help,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  };
  gauge('outbox_leader', '1 on the replica whose relay is active', () => (relay.metrics.leader ? 1 : 0));
  gauge('outbox_pending', 'Events that wait to be published', () => relay.metrics.pending);
  gauge('outbox_oldest_seconds', 'Age of the oldest event that waits', () => relay.metrics.oldestAgeSeconds);
  counter('outbox_published_total', 'Events published since the start', () => relay.metrics.published);
  counter('outbox_publish_errors_total', 'Batches that were refused', () => relay.metrics.publishErrors);
  counter(
    'outbox_duplicate_acks_total',
    'Events that the stream had already',
    () => relay.metrics.duplicateAcks,
  );
}

/** What the consumers count, by durable. */
export function consumerMetrics(metrics: Metrics, strategy: JetStreamStrategy): void {
  const read = (
    kind: 'gauge' | 'counter',
    name: string,
    help: string,
    value: (of: ConsumerStatus) => number,
  ): void => {
    metrics[kind]({
      name,
      help,
      labelNames: ['durable'],
      collect() {
        this.reset();
        for (const status of strategy.consumerStatus) this.inc({ durable: status.durable }, value(status));
      },
    });
  };
  read('gauge', 'consumer_waiting', 'Events that wait for the durable', ({ waiting }) => waiting);
  read('gauge', 'consumer_held', 'Events in hand', ({ held }) => held);
  read('gauge', 'consumer_pulling', '1 while the durable is consumed', ({ consuming }) =>
    consuming ? 1 : 0,
  );
  read('counter', 'consumer_handled_total', 'Events handled', ({ handled }) => handled);
  read('counter', 'consumer_ignored_total', 'Events of kinds without a handler', ({ ignored }) => ignored);
  read('counter', 'consumer_retried_total', 'Deliveries that will be repeated', ({ retried }) => retried);
  read('counter', 'consumer_dead_lettered_total', 'Events given up on', ({ deadLettered }) => deadLettered);
}
