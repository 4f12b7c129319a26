import type { IncomingMessage, ServerResponse } from 'node:http';
import { PRINCIPAL_HEADER, type Principal } from '@plaudit/contracts';
import type { PrincipalVerifier } from '../principal/principal-token';
import type { ImmediateResponder } from './listener';
import type { Observers } from './request-hooks';
import { requestIdOf, traceOf } from './trace-headers';

/** A response as it is sent. */
export interface ReadyResponse {
  status: number;
  /** Names and values in turn. Each response sets the last one, which belongs to X-Request-Id. A copy would take longer. */
  headers: string[];
  /** Null for a response without a body. */
  body: Buffer | null;
}

/**
 * Responses that a service has ready. They are sent before Fastify and Nest see the request, because these cost several times as
 * much as such a response. The request needs a token that this process has verified, of any scope.
 */
export abstract class ReadyResponses {
  /** The pattern of the route, as Fastify names it in metrics and in the log. */
  abstract readonly route: string;

  /** Returns the response to a GET without a body, or null if the application has to make one. */
  abstract find(request: IncomingMessage): ReadyResponse | null;
}

interface Surroundings extends Observers {
  service: string;
  verifier: PrincipalVerifier;
}

/** Returns what sends a ready response where there is one. Returns null if the requests have spans, which the hooks of Fastify make. */
export function readyResponder(
  ready: ReadyResponses,
  { service, verifier, metrics, accessLog, tracing }: Surroundings,
): ImmediateResponder | null {
  if (tracing.on) return null;
  return (request, response) => {
    const principal = principalOf(request, verifier);
    const found = principal && hasNoBody(request) ? ready.find(request) : null;
    if (!principal || !found) return false;
    const startedAt = performance.now();
    const correlationId = requestIdOf(request);
    if (accessLog) {
      const context = { service, correlationId, principal, ...traceOf(request) };
      accessLog.begin(request, response, context, ready.route);
    }
    send(response, found, correlationId);
    const seconds = (performance.now() - startedAt) / 1000;
    metrics.answered({ method: 'GET', route: ready.route, status: found.status }, seconds);
    return true;
  };
}

/** Returns the caller if its token was verified before. A new token is left to the guard of the application. */
function principalOf({ headers }: IncomingMessage, verifier: PrincipalVerifier): Principal | undefined {
  const token = headers[PRINCIPAL_HEADER];
  return typeof token === 'string' ? verifier.findVerified(token) : undefined;
}

function hasNoBody({ method, headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return method === 'GET' && length === undefined && encoding === undefined;
}

function send(response: ServerResponse, { status, headers, body }: ReadyResponse, requestId: string): void {
  headers[headers.length - 1] = requestId;
  response.writeHead(status, headers);
  if (body) response.end(body);
  else response.end();
}
