import { Catch, type ExceptionFilter, type INestApplication } from '@nestjs/common';
import type { NestMicroservice } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import type { JetStreamStrategy } from './jetstream.strategy';

/**
 * Lets an error of a handler reach the strategy as it is. Nest's own filter turns every error into
 * `{status: 'error', message: 'Internal server error'}`, after which a permanent one cannot be told from another.
 */
@Catch()
class RethrowFilter implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

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
