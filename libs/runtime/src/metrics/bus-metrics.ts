import type { ConsumerStatus, JetStreamStrategy, NatsLink, OutboxRelay, ParkedCount } from '@plaudit/events';
import type { Metrics } from './metrics';

/** Registers the metrics of the relay. They are read at every scrape. */
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
  gauge('outbox_leader', '1 on the replica whose relay is the leader', () => (relay.metrics.leader ? 1 : 0));
  gauge('outbox_pending', 'Events waiting to be published', () => relay.metrics.pending);
  gauge(
    'outbox_oldest_seconds',
    'Age of the oldest event waiting to be published',
    () => relay.metrics.oldestAgeSeconds,
  );
  gauge(
    'outbox_blocked_seconds',
    'Time since publishing stopped because of an error',
    () => relay.metrics.blockedSeconds,
  );
  counter('outbox_published_total', 'Events published since the start', () => relay.metrics.published);
  counter(
    'outbox_publish_errors_total',
    'Batches that failed to be published',
    () => relay.metrics.publishErrors,
  );
  counter(
    'outbox_duplicate_acks_total',
    'Published events that the stream already had',
    () => relay.metrics.duplicateAcks,
  );
}

/** Registers the metrics of the connection to NATS. They are read at every scrape. */
export function linkMetrics(metrics: Metrics, link: NatsLink): void {
  metrics.gauge({
    name: 'nats_connected',
    help: '1 while the service is connected to NATS',
    collect() {
      this.set(link.connected ? 1 : 0);
    },
  });
  metrics.counter({
    name: 'nats_reconnects_total',
    help: 'How often the connection to NATS was lost and found again',
    collect() {
      this.reset();
      this.inc(link.reconnects);
    },
  });
  metrics.gauge({
    name: 'nats_max_payload_too_small',
    help: '1 while the server of NATS cannot take the largest event, so that nothing is published',
    collect() {
      this.set(link.publishProblem ? 1 : 0);
    },
  });
}

/** Registers the metrics of the consumers, with the durable and its stream as labels. */
export function consumerMetrics(metrics: Metrics, strategy: JetStreamStrategy): void {
  const read = readerOf(metrics, strategy);
  stateMetrics(read);
  resultMetrics(read);
}

type Read = (
  kind: 'gauge' | 'counter',
  name: string,
  help: string,
  value: (of: ConsumerStatus) => number,
) => void;

function readerOf(metrics: Metrics, strategy: JetStreamStrategy): Read {
  return (kind, name, help, value) => {
    metrics[kind]({
      name,
      help,
      labelNames: ['durable', 'stream'],
      collect() {
        this.reset();
        for (const status of strategy.consumerStatus) {
          const { durable, stream } = status;
          this.inc({ durable, stream }, value(status));
        }
      },
    });
  };
}

function stateMetrics(read: Read): void {
  read(
    'gauge',
    'consumer_waiting',
    'Events waiting to be delivered to the durable',
    ({ waiting }) => waiting,
  );
  read('gauge', 'consumer_held', 'Events delivered and not yet acknowledged', ({ held }) => held);
  read(
    'gauge',
    'consumer_oldest_held_seconds',
    'Age of the oldest event delivered and not yet acknowledged',
    ({ oldestHeldSeconds }) => oldestHeldSeconds,
  );
  read('gauge', 'consumer_pulling', '1 while the service consumes the durable', ({ consuming }) =>
    consuming ? 1 : 0,
  );
}

function resultMetrics(read: Read): void {
  read('counter', 'consumer_handled_total', 'Events handled', ({ handled }) => handled);
  read(
    'counter',
    'consumer_ignored_total',
    'Events ignored because their type has no handler',
    ({ ignored }) => ignored,
  );
  read(
    'counter',
    'consumer_retried_total',
    'Failed attempts after which another one follows',
    ({ retried }) => retried,
  );
  read(
    'counter',
    'consumer_put_back_total',
    'Deliveries returned without an attempt, because of an outage or an unknown kind of event',
    ({ putBack }) => putBack,
  );
  read('counter', 'consumer_parked_total', 'Events moved to the parked events', ({ parked }) => parked);
  read(
    'counter',
    'consumer_expired_total',
    'Parked events that became dead letters after 14 days because no build knew them',
    ({ expired }) => expired,
  );
  read(
    'counter',
    'consumer_dead_lettered_total',
    'Events moved to the dead letters',
    ({ deadLettered }) => deadLettered,
  );
}

/** Registers the gauges of parked events. All replicas of a service report the same table. */
export function parkedMetrics(metrics: Metrics, strategy: JetStreamStrategy): void {
  const gauge = (name: string, help: string, value: (of: ParkedCount) => number): void => {
    metrics.gauge({
      name,
      help,
      labelNames: ['durable'],
      collect() {
        this.reset();
        for (const count of strategy.parkedCounts) this.set({ durable: count.durable }, value(count));
      },
    });
  };
  gauge('parked_events', 'Events that wait for another attempt outside NATS', ({ parked }) => parked);
  gauge('parked_oldest_seconds', 'Age of the oldest parked event', ({ oldestSeconds }) => oldestSeconds);
}
