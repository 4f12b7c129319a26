import { DiscoveryService } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceName } from '@plaudit/contracts';
import {
  attachConsumers,
  Broadcasts,
  eventContext,
  JetStreamStrategy,
  type RunInContext,
} from '@plaudit/events';
import { runInContext } from '../context';
import { consumerMetrics, parkedMetrics } from '../metrics/bus-metrics';
import type { Infrastructure } from './infrastructure';

/** Delivers events and broadcasts to an application. Its event handlers start and drain with the application. */
export class ServiceBus {
  private readonly broadcasts: Broadcasts;

  constructor(
    service: ServiceName,
    private readonly nest: NestFastifyApplication,
    { link, database, readiness, metrics }: Infrastructure,
  ) {
    const inContext = eventContextOf(service);
    const strategy = new JetStreamStrategy(link, { database, runInContext: inContext });
    attachConsumers(nest, strategy);
    this.broadcasts = new Broadcasts(link, inContext);
    consumerMetrics(metrics, strategy);
    parkedMetrics(metrics, strategy);
    readiness.add({ name: 'consumers', check: () => Promise.resolve(problemsOf(strategy)) });
  }

  /** Call it after the application is initialised. */
  async start(): Promise<void> {
    this.broadcasts.discover(this.nest.get(DiscoveryService, { strict: false }));
    this.broadcasts.start();
    await this.nest.startAllMicroservices();
  }

  /** Stops the broadcasts. The consumers drain when the application closes. */
  async stop(): Promise<void> {
    await this.broadcasts.stop();
  }
}

function eventContextOf(service: ServiceName): RunInContext {
  return (_event, work) => runInContext({ ...eventContext.current(), service }, work);
}

/**
 * Returns the problems of durables that are missing or ahead of the stream, or null. A NATS outage is not a problem.
 */
function problemsOf(strategy: JetStreamStrategy): string | null {
  const problems = strategy.consumerStatus.flatMap(({ problem }) => problem ?? []);
  return problems.join('; ') || null;
}
