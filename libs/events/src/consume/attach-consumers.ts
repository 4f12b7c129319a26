import type { INestApplication } from '@nestjs/common';
import type { NestMicroservice } from '@nestjs/microservices';
import type { JetStreamStrategy } from './jetstream.strategy';
import { RethrowFilter } from './rethrow.filter';

/**
 * Connects the strategy to an application, to be started by `app.startAllMicroservices()`. Guards, pipes and filters
 * of the application are for HTTP and not inherited.
 */
export function attachConsumers(app: INestApplication, strategy: JetStreamStrategy): void {
  // Deferred, because listeners are bound with the filters that are known at that moment; and marked as initialised,
  // because Nest would run the application's init hooks a second time otherwise.
  const microservice = app.connectMicroservice(
    { strategy },
    { inheritAppConfig: false, deferInitialization: true },
  ) as unknown as NestMicroservice;
  microservice.useGlobalFilters(new RethrowFilter());
  microservice.registerListeners();
  microservice.setIsInitialized(true);
  microservice.setIsInitHookCalled(true);
}
