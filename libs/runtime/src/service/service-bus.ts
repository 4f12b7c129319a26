import { Logger } from '@nestjs/common';
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
import { handling } from '../tracing/event-spans';
import type { Tracing } from '../tracing/tracing';
import type { ServiceDefinition } from './define-service';
import type { Infrastructure } from './infrastructure';

/** Delivers events and broadcasts to an application. Its event handlers start and drain with the application. */
export class ServiceBus {
  private readonly broadcasts: Broadcasts;

  constructor(
    { name, consumes = [], lanes }: ServiceDefinition,
    private readonly nest: NestFastifyApplication,
    { link, database, metrics, tracing }: Infrastructure,
  ) {
    const inContext = (consumer?: string): RunInContext => eventContextOf(name, tracing, consumer);
    const handlerContext = inContext(name);
    const measured = handlerMetrics(metrics);
    const strategy = new JetStreamStrategy(link, {
      durables: durablesOf(name, consumes),
      database,
      lanes,
      runInContext: (event, work) => handlerContext(event, () => measured(event, work)),
    });
    attachConsumers(nest, strategy);
    this.broadcasts = new Broadcasts(link, inContext());
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

/** `consumer` is the service whose durables deliver the events, and absent for broadcasts. */
function eventContextOf(
  service: ServiceDefinition['name'],
  tracing: Tracing,
  consumer?: string,
): RunInContext {
  const logger = new Logger('Events');
  return (event, work) => {
    const handle = async (): ReturnType<typeof work> => {
      const result = await work();
      logger.debug({ message: 'Handled an event', kind: `${event.type}.v${event.dataversion}` });
      return result;
    };
    const traced = tracing.on ? () => tracing.run(...handling(event, consumer), handle) : handle;
    return runInContext({ ...eventContext.current(), service, tenant: event.accountid }, traced);
  };
}
