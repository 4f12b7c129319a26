import { fillOf, type StreamKeeper, type StreamReport } from '@plaudit/events';
import type { GaugeSample, Metrics } from './metrics';

/**
 * Registers the metrics of the streams. Only the replica that keeps the streams has values, so a query takes the maximum
 * over all replicas.
 */
export function streamMetrics(metrics: Metrics, keeper: StreamKeeper): void {
  const gauge = reportGauges(metrics, keeper);
  const ofStreams = (name: string, help: string, value: (of: StreamReport['streams'][number]) => number) =>
    gauge(name, help, ['stream'], ({ streams }) =>
      streams.map((level) => ({ labels: { stream: level.stream }, value: value(level) })),
    );
  ofStreams('stream_bytes', 'Size of the messages in the stream', ({ bytes }) => bytes);
  ofStreams(
    'stream_max_bytes',
    'Size at which the stream is full; -1 without a limit',
    ({ maxBytes }) => maxBytes,
  );
  ofStreams('stream_messages', 'Messages in the stream', ({ messages }) => messages);
  ofStreams('stream_fill_ratio', 'Share of the size of the stream that is used', fillOf);
  gauge(
    'stream_oldest_unacknowledged_seconds',
    'Age of the oldest event that a durable of the product has not acknowledged',
    [],
    ({ oldestUnacknowledgedSeconds }) => [{ labels: {}, value: oldestUnacknowledgedSeconds }],
  );
  gauge(
    'stream_blocked',
    '1 while a durable of the product prevents the purge of EVENTS',
    [],
    ({ blocked }) => [{ labels: {}, value: blocked ? 1 : 0 }],
  );
  gauge(
    'stream_consumer_lag',
    'Messages that the consumer has not acknowledged. Consumers from outside have outside="true"',
    ['stream', 'durable', 'outside'],
    ({ consumers }) =>
      consumers.map(({ stream, durable, outside, lag }) => ({
        labels: { stream, durable, outside: String(outside) },
        value: lag,
      })),
  );
  gauge('dead_letters', 'Dead letters in the DLQ, by the durable that gave them up', ['durable'], (report) =>
    report.deadLetters.map(({ durable, letters }) => ({ labels: { durable }, value: letters })),
  );
  streamCounters(metrics, keeper);
}

type Values = (report: StreamReport) => GaugeSample<string>[];

/** Returns a function that registers a gauge, which has values only while there is a report. */
function reportGauges(
  metrics: Metrics,
  keeper: StreamKeeper,
): (name: string, help: string, labelNames: string[], values: Values) => void {
  return (name, help, labelNames, values) =>
    metrics.sampledGauge({ name, help, labelNames }, () => (keeper.report ? values(keeper.report) : []));
}

function streamCounters(metrics: Metrics, keeper: StreamKeeper): void {
  metrics.counter({
    name: 'stream_purged_total',
    help: 'Acknowledged events that EVENTS gave up',
    collect() {
      this.reset();
      this.inc(keeper.counters.purgedEvents);
    },
  });
  metrics.counter({
    name: 'stream_dead_letters_lost_total',
    help: 'Dead letters that the server deleted because the DLQ was full',
    collect() {
      this.reset();
      this.inc(keeper.counters.lostDeadLetters);
    },
  });
  metrics.counter({
    name: 'stream_durable_missing_total',
    help: 'How often the keeper found the durable missing',
    labelNames: ['stream', 'durable'],
    collect() {
      this.reset();
      for (const { stream, durable, times } of keeper.counters.missingDurables)
        this.inc({ stream, durable }, times);
    },
  });
}
