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
import { consumerMetrics } from '../metrics/bus-metrics';
import type { Infrastructure } from './infrastructure';

/** Feeds an application's event handlers and broadcasts; handlers start with the application and drain with it. */
export class ServiceBus {
  private readonly broadcasts: Broadcasts;

  constructor(
    service: ServiceName,
    private readonly nest: NestFastifyApplication,
    { link, readiness, metrics }: Infrastructure,
  ) {
    const inContext = eventContextOf(service);
    const strategy = new JetStreamStrategy(link, { runInContext: inContext });
    attachConsumers(nest, strategy);
    this.broadcasts = new Broadcasts(link, inContext);
    consumerMetrics(metrics, strategy);
    readiness.add({ name: 'consumers', check: () => Promise.resolve(problemsOf(strategy)) });
  }

  /** Once the application is initialised. */
  async start(): Promise<void> {
    this.broadcasts.discover(this.nest.get(DiscoveryService, { strict: false }));
    this.broadcasts.start();
    await this.nest.startAllMicroservices();
  }

  /** Broadcasts only; the consumers drain when the application closes. */
  async stop(): Promise<void> {
    await this.broadcasts.stop();
  }
}

function eventContextOf(service: ServiceName): RunInContext {
  return (_event, work) => runInContext({ ...eventContext.current(), service }, work);
}

/** A durable that is missing or ahead of the stream makes the service not ready; NATS being away does not. */
function problemsOf(strategy: JetStreamStrategy): string | null {
  const problems = strategy.consumerStatus.flatMap(({ problem }) => problem ?? []);
  return problems.join('; ') || null;
}
