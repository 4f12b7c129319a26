import { DiscoveryService } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { durablesOf } from '@plaudit/contracts';
import {
  attachConsumers,
  Broadcasts,
  eventContext,
  JetStreamStrategy,
  type RunInContext,
} from '@plaudit/events';
import { runInContext } from '../context';
import { consumerMetrics, parkedMetrics } from '../metrics/bus-metrics';
import { handlerMetrics } from '../metrics/handler-metrics';
import type { ServiceDefinition } from './define-service';
import type { Infrastructure } from './infrastructure';

/** Delivers events and broadcasts to an application. Its event handlers start and drain with the application. */
export class ServiceBus {
  private readonly broadcasts: Broadcasts;

  constructor(
    { name, consumes = [] }: ServiceDefinition,
    private readonly nest: NestFastifyApplication,
    { link, database, metrics }: Infrastructure,
  ) {
    const inContext = eventContextOf(name);
    const measured = handlerMetrics(metrics);
    const strategy = new JetStreamStrategy(link, {
      durables: durablesOf(name, consumes),
      database,
      runInContext: (event, work) => inContext(event, () => measured(event, work)),
    });
    attachConsumers(nest, strategy);
    this.broadcasts = new Broadcasts(link, inContext);
    consumerMetrics(metrics, strategy);
    parkedMetrics(metrics, strategy);
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

function eventContextOf(service: ServiceDefinition['name']): RunInContext {
  return (_event, work) => runInContext({ ...eventContext.current(), service }, work);
}
