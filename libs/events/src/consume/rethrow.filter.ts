import { Catch, type ExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';

/**
 * Passes the error of a handler on to the strategy. Nest's own filter turns every error into
 * `{status: 'error', message: 'Internal server error'}`, so that permanent errors look like all others.
 */
@Catch()
export class RethrowFilter implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
