import type { TraceContext } from '@plaudit/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isProbe } from '../health/probes';
import { onAnswered } from '../http/on-answered';
import { traceOf } from '../http/trace-headers';
import type { OpenSpan, SpanOptions } from './span';
import type { Tracing } from './tracing';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);
const FIRST_CLIENT_ERROR = 400;
const FIRST_SERVER_ERROR = 500;

/** Where a request that has arrived continues its trace. */
export interface ReceivedTrace {
  trace: TraceContext;
  /** The span of the request. Absent if tracing is off. */
  serverSpan?: OpenSpan;
}

/** Starts the span of a request, which ends with the response. Probes have none. */
export function receive(tracing: Tracing, request: FastifyRequest, reply: FastifyReply): ReceivedTrace {
  const parent = traceOf(request.raw);
  if (!tracing.on || isProbe(request.url)) return { trace: parent };
  const method = methodOf(request.method);
  const route = routeOf(request);
  const span = tracing.start(route ? `${method} ${route}` : method, {
    kind: 'server',
    parent,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'url.scheme': request.protocol,
      'plaudit.request_id': request.id,
    },
  });
  if (!span) return { trace: parent };
  onAnswered(request.raw, reply.raw, () => endServerSpan(span, reply));
  return { trace: span.trace, serverSpan: span };
}

/** A 4xx is the client's fault, so only a 5xx is an error of this service. */
function endServerSpan(span: OpenSpan, { raw }: FastifyReply): void {
  // A client that left before the response has no status.
  if (!raw.headersSent) return span.end('client_gone');
  const { statusCode } = raw;
  span.set({ 'http.response.status_code': statusCode });
  span.end(statusCode >= FIRST_SERVER_ERROR ? String(statusCode) : undefined);
}

/** A route that ends with a wildcard says nothing. The gateway names such requests by its route table. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string | undefined {
  return url === undefined || url.endsWith('*') ? undefined : url;
}

/** A request that is sent to another service or system. */
export interface SentRequest extends Pick<SpanOptions, 'parent' | 'attributes'> {
  method: string;
  /**
   * Only its host and port are recorded, because paths and queries may contain personal data and keys. Absent if the sender
   * learns only from the response which replica it talked to.
   */
  url?: string | URL;
  /** The name of the receiver if it is one of our services. */
  peer?: string;
}

/** Starts the span of a request that is sent. Returns null if tracing is off. */
export function startRequest(
  tracing: Tracing,
  { method, url, peer, parent, attributes }: SentRequest,
): OpenSpan | null {
  if (!tracing.on) return null;
  const known = { 'http.request.method': methodOf(method), 'peer.service': peer, ...(url && placeOf(url)) };
  return tracing.start(methodOf(method), { kind: 'client', parent, attributes: { ...known, ...attributes } });
}

/** Returns the attributes of the server of a URL. */
function placeOf(url: string | URL): Record<string, string | number> {
  const { hostname, port, protocol } = new URL(url);
  return {
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
}

/**
 * Ends the span of a request that was sent. For the sender a 4xx is an error, too. `replica` is the `host:port` that
 * responded, if the request named none.
 */
export function endRequest(span: OpenSpan | null, status: number, replica?: string | null): void {
  if (!span) return;
  span.set({ 'http.response.status_code': status, ...(replica ? placeOf(`http://${replica}`) : {}) });
  span.end(status >= FIRST_CLIENT_ERROR ? String(status) : undefined);
}

/**
 * Runs `send` in the span of its request. `send` gets the trace context that the request may state, or null if tracing is
 * off. Its promise is then returned as it is, because one more would cost every request.
 */
export function sendTraced<T extends { status: number; replica?: string }>(
  tracing: Tracing,
  request: SentRequest,
  send: (trace: TraceContext | null) => Promise<T>,
): Promise<T> {
  const span = startRequest(tracing, request);
  if (!span) return send(null);
  return tracing.within(span, async () => {
    const response = await send(span.trace);
    endRequest(span, response.status, response.replica);
    return response;
  });
}

function methodOf(method: string): string {
  return METHODS.has(method) ? method : '_OTHER';
}
