import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceName } from '@plaudit/contracts';
import { runInContext } from '../context';
import type { ReadinessRegistry } from '../health/readiness';
import type { HttpListener } from '../http/listener';
import type { Metrics } from '../metrics/metrics';
import { runAll } from './run-all';
import type { Infrastructure } from './infrastructure';
import type { ServiceBus } from './service-bus';

/** A started service. Defines the order in which it stops. */
export class RunningService {
  constructor(
    readonly name: ServiceName,
    readonly url: string,
    readonly metrics: Metrics,
    private readonly parts: {
      listener: HttpListener;
      nest: NestFastifyApplication;
      bus: ServiceBus;
      readiness: ReadinessRegistry;
      infrastructure: Infrastructure;
    },
  ) {}

  /** Makes the service not ready, and asks clients to use other connections. It still serves requests. */
  beginShutdown(): void {
    this.parts.readiness.beginShutdown();
    this.parts.listener.beginShutdown();
  }

  /** Drains requests, then event handlers and workers, then closes the connections. */
  async close(): Promise<void> {
    const { listener, nest, bus, infrastructure } = this.parts;
    await runInContext({ service: this.name }, async () => {
      await runAll([
        () => listener.close(),
        () => bus.stop(),
        () => nest.close(),
        () => infrastructure.close(),
      ]);
      new Logger('Service').log('Stopped the service');
    });
  }
}
