import { ApiError, ownValue } from '@plaudit/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInContext } from '../context';
import type { AccessLog } from '../logging/access-log';
import type { HttpMetrics } from './http-metrics';
import { receive } from '../tracing/http-spans';
import type { Tracing } from '../tracing/tracing';
import { assertCleanText } from './input/clean-text';

/** What observes the requests of a service. */
interface Observers {
  metrics: HttpMetrics;
  accessLog: AccessLog | null;
  tracing: Tracing;
}

/** Gives every request an id and a context, checks its query string, measures its duration, logs it and traces it. */
export function useRequestHooks(
  service: string,
  fastify: FastifyInstance,
  { metrics, accessLog, tracing }: Observers,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id);
    const { id, raw } = request;
    const { trace, serverSpan } = receive(tracing, request, reply);
    // Without spreads, which cost a microsecond each.
    const { traceparent, tracestate } = trace;
    const context = {
      service,
      correlationId: id,
      causationId: null,
      traceparent,
      tracestate,
      request: raw,
      serverSpan,
    };
    accessLog?.begin(raw, reply.raw, context, request.routeOptions.url);
    runInContext(context, done);
  });
  fastify.addHook('preValidation', (request, _reply, done) => done(queryErrorOf(request)));
  fastify.addHook('onResponse', (request, reply, done) => {
    metrics.observe(request, reply);
    done();
  });
}

/** Returns an error if the query is ambiguous (a repeated parameter, a list in brackets) or not valid UTF-8. */
function queryErrorOf(request: FastifyRequest): Error | undefined {
  const query = (request.query ?? {}) as Record<string, unknown>;
  const names = Object.keys(query);
  const repeated = names.find((name) => Array.isArray(ownValue(query, name)));
  if (repeated !== undefined) return invalidParameter(repeated, 'is given more than once; send it once');
  const path = request.raw.url ?? '';
  // Links in mails and on embedding pages may have any parameters, so only API requests are checked strictly.
  const isApi = path.startsWith('/public/v1/');
  const listed = isApi ? names.find((name) => IN_BRACKETS.test(name)) : undefined;
  if (listed !== undefined) {
    return invalidParameter(
      listed.slice(0, listed.indexOf('[')),
      'is given in brackets; send it once, under its plain name',
    );
  }
  const broken = isApi ? undecodable(path) : undefined;
  if (broken !== undefined) return invalidParameter(broken, 'is not percent-encoded UTF-8; encode it again');
  try {
    assertCleanText(query);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

const IN_BRACKETS = /^\w+\[/;

function invalidParameter(field: string, reason: string): ApiError {
  return new ApiError('invalid_value', `${field} ${reason}.`, { field });
}

/**
 * Returns the name of the first parameter that is not percent-encoded UTF-8. Fastify would keep it as it is and search
 * for the text "%ff".
 */
function undecodable(path: string): string | undefined {
  const text = path.slice(path.indexOf('?') + 1);
  if (!path.includes('?') || isDecodable(text)) return undefined;
  const pair = text.split('&').find((each) => !isDecodable(each)) ?? text;
  return pair.split('=', 1)[0] as string;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
