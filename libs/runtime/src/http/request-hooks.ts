import { ApiError } from '@plaudit/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInContext } from '../context';
import type { HttpMetrics } from '../metrics/http-metrics';
import { assertCleanText } from './clean-text';

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** What every request gets before it reaches a controller: an id, its context, a sane query; and a measurement after. */
export function useRequestHooks(service: string, fastify: FastifyInstance, metrics: HttpMetrics): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id);
    const traceparent = traceparentOf(request);
    runInContext({ service, correlationId: request.id, causationId: null, traceparent }, done);
  });
  fastify.addHook('preValidation', (request, _reply, done) => done(queryFault(request)));
  fastify.addHook('onResponse', (request, reply, done) => {
    metrics.observe(request, reply);
    done();
  });
}

function traceparentOf(request: FastifyRequest): string | null {
  const given = request.headers.traceparent;
  return typeof given === 'string' && TRACEPARENT.test(given) ? given : null;
}

/** What has no one meaning is refused: a parameter given twice or as a list, and text that is no text. */
function queryFault(request: FastifyRequest): Error | undefined {
  const query = (request.query ?? {}) as Record<string, unknown>;
  const names = Object.keys(query);
  const repeated = names.find((name) => Array.isArray(query[name]));
  if (repeated !== undefined) return fault(repeated, 'is given more than once; send it once');
  const path = request.raw.url ?? '';
  // A link in a mail or an embedding page may carry anything: only the API's own questions must be exact.
  const isApi = path.startsWith('/public/v1/');
  const listed = isApi ? names.find((name) => IN_BRACKETS.test(name)) : undefined;
  if (listed !== undefined) {
    return fault(
      listed.slice(0, listed.indexOf('[')),
      'is given in brackets; send it once, under its plain name',
    );
  }
  const broken = isApi ? undecodable(path) : undefined;
  if (broken !== undefined) return fault(broken, 'is not percent-encoded UTF-8; encode it again');
  try {
    assertCleanText(query);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

const IN_BRACKETS = /^\w+\[/;

function fault(field: string, reason: string): ApiError {
  return new ApiError('invalid_value', `${field} ${reason}.`, { field });
}

/** The first parameter whose `%` escapes are no text: Fastify would take them as they stand, as a search for "%ff". */
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
