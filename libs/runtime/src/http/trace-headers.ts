import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readTraceContext, type TraceContext } from '@plaudit/contracts';

const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** Returns the client's X-Request-Id if it has 8 to 128 safe characters, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Returns the client's trace context (W3C Trace Context) as far as it is well-formed. */
export function traceOf({ headers }: Pick<IncomingMessage, 'headers'>): TraceContext {
  const { traceparent, tracestate } = headers;
  return readTraceContext({ traceparent, tracestate });
}
