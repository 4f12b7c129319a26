import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const REQUEST_ID = /^[\w.:-]{8,128}$/;
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the client's X-Request-Id if it has 8 to 128 safe characters, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Returns the client's traceparent (W3C Trace Context) if it is well-formed, otherwise null. */
export function traceparentOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const given = headers.traceparent;
  return typeof given === 'string' && TRACEPARENT.test(given) ? given : null;
}
