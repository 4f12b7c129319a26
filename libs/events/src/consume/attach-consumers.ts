import type { INestApplication } from '@nestjs/common';
import type { NestMicroservice } from '@nestjs/microservices';
import type { JetStreamStrategy } from './jetstream.strategy';
import { RethrowFilter } from './rethrow.filter';

/**
 * Connects the strategy to an application. `app.startAllMicroservices()` starts it. The guards, pipes and filters of
 * the application are for HTTP, so the consumers do not inherit them.
 */
export function attachConsumers(app: INestApplication, strategy: JetStreamStrategy): void {
  // The initialization is deferred, because Nest binds listeners to the filters that are registered at that moment. The
  // microservice is marked as initialized, because Nest would otherwise run the application's init hooks a second time.
  const microservice = app.connectMicroservice(
    { strategy },
    { inheritAppConfig: false, deferInitialization: true },
  ) as unknown as NestMicroservice;
  microservice.useGlobalFilters(new RethrowFilter());
  microservice.registerListeners();
  microservice.setIsInitialized(true);
  microservice.setIsInitHookCalled(true);
}
