import { Catch, type ExceptionFilter, type INestApplication } from '@nestjs/common';
import type { NestMicroservice } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import type { JetStreamStrategy } from './jetstream.strategy';

/**
 * Passes an error of a handler to the strategy unchanged. Nest's own filter turns every error into
 * `{status: 'error', message: 'Internal server error'}`, which hides whether it is a PermanentError.
 */
@Catch()
class RethrowFilter implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

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
