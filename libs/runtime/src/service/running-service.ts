import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceName } from '@plaudit/contracts';
import { runInContext } from '../context';
import type { ReadinessRegistry } from '../health/readiness';
import type { HttpListener } from '../http/listener';
import type { Metrics } from '../metrics/metrics';
import { inTurn } from './in-turn';
import type { Infrastructure } from './infrastructure';
import type { ServiceBus } from './service-bus';

/** One started service and the order in which it stops. */
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

  /** Not ready any more; still answers. */
  startStopping(): void {
    this.parts.readiness.startStopping();
  }

  /** Drains requests, then handlers and workers, then closes what they used. */
  async close(): Promise<void> {
    const { listener, nest, bus, infrastructure } = this.parts;
    await runInContext({ service: this.name }, async () => {
      await inTurn([
        () => listener.close(),
        () => bus.stop(),
        () => nest.close(),
        () => infrastructure.close(),
      ]);
      new Logger('Service').log('stopped');
    });
  }
}
