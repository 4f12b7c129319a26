import { PRINCIPAL_HEADER } from '@plaudit/contracts';
import type { PrincipalVerifier } from '../../principal/principal-token';
import type { Observers } from '../request-hooks';
import { requestIdOf, traceOf } from '../trace-headers';
import type { ReadyResponses } from './ready-responses';
import type { RequestHead } from './request-head';

/** A whole response. */
export interface WrittenResponse {
  /** In latin1, with the empty line at its end. */
  head: string;
  body: Buffer | null;
}

/** Returns the response to a request without a body if there is one ready, and observes it. Otherwise it does nothing. */
export type ReadyResponder = (request: RequestHead) => WrittenResponse | null;

interface Surroundings extends Observers {
  verifier: PrincipalVerifier;
  /** How long an idle connection stays open. */
  keepAliveMs: number;
}

/** Returns what finds ready responses. Returns null if the requests have spans, which the hooks of Fastify make. */
export function readyResponder(
  ready: ReadyResponses,
  { verifier, keepAliveMs, metrics, accessLog, tracing }: Surroundings,
): ReadyResponder | null {
  if (tracing.on) return null;
  const { route } = ready;
  const ofConnection = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1000}\r\n\r\n`;
  const observers = new Map<number, (seconds: number) => void>();
  const observerOf = (status: number): ((seconds: number) => void) => {
    const known = observers.get(status) ?? metrics.observer({ method: 'GET', route, status });
    observers.set(status, known);
    return known;
  };
  return (request) => {
    const { method, headers } = request;
    if (method !== 'GET') return null;
    const startedAt = performance.now();
    const token = headers.get(PRINCIPAL_HEADER);
    // A token that is new to this process is left to the guard of the application.
    const principal = token === undefined ? undefined : verifier.findVerified(token);
    const found = principal && ready.find(request);
    if (!found) return null;
    const { status, body } = found;
    const requestId = requestIdOf({ headers: { 'x-request-id': headers.get('x-request-id') } });
    const head = `${found.head}x-request-id: ${requestId}\r\nDate: ${httpDate()}\r\n${ofConnection}`;
    const ms = performance.now() - startedAt;
    observerOf(status)(ms / 1000);
    if (accessLog) {
      const bytes = head.length + (body?.length ?? 0);
      const { traceparent } = traceOf({ headers: { traceparent: headers.get('traceparent') } });
      accessLog.ready({ route, status, ms, bytes, requestId, principal, traceparent });
    }
    return { head, body };
  };
}

let second = 0;
let text = '';

/** Returns the current time as in a Date header. */
function httpDate(): string {
  const now = Date.now();
  if (now >= second + 1_000 || now < second) {
    second = now - (now % 1_000);
    text = new Date(now).toUTCString();
  }
  return text;
}
