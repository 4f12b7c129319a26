import { ApiError } from '@plaudit/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods that a path has, sorted; none for an unknown path. */
    methodsOf(path: string): readonly string[];
  }
}

/** The path exists, but not with this method. */
class WrongMethodError extends ApiError {
  constructor(
    readonly allowed: readonly string[],
    msg: string,
  ) {
    super('method_not_allowed', msg);
  }
}

const NO_CONTENT = 204;
/** A route that takes what no other one does, so it says nothing about a path. */
const CATCH_ALL = /^\/?\*$/;

/** Remembers the methods of all routes. Call it before the first route is added. */
export function rememberMethods(fastify: FastifyInstance): void {
  const methods = new Map<string, { pattern: RegExp; names: Set<HTTPMethods> }>();
  fastify.addHook('onRoute', ({ url, method }) => {
    if (CATCH_ALL.test(url)) return;
    const route = methods.get(url) ?? { pattern: patternOf(url), names: new Set() };
    methods.set(url, route);
    for (const name of [method].flat()) route.names.add(name);
  });
  fastify.decorate('methodsOf', (path: string) => {
    const matching = [...methods.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap(({ names }) => [...names]))].sort();
  });
}

/** Returns the error for a request without a handler: 405 with the methods that its path has, otherwise 404. */
export function unroutedError({ method, url, originalUrl, server }: FastifyRequest): ApiError {
  const allowed = server.methodsOf(pathOf(url));
  const path = pathOf(originalUrl);
  if (allowed.length === 0) return new ApiError('not_found', `There is no ${method} ${path} in this API.`);
  const all = [...new Set([...allowed, 'OPTIONS'])].sort();
  return new WrongMethodError(all, `${path} takes ${allowed.join(', ')}, not ${method}.`);
}

/**
 * Sets the header `Allow` for an error of {@link unroutedError}. Returns true after it has answered a request with OPTIONS, which asks
 * for these methods.
 */
export function sendAllowed(error: ApiError, { method }: FastifyRequest, reply: FastifyReply): boolean {
  if (!(error instanceof WrongMethodError)) return false;
  void reply.header('Allow', error.allowed.join(', '));
  if (method !== 'OPTIONS') return false;
  void reply.code(NO_CONTENT).send();
  return true;
}

/** The patterns of Fastify: `:name` is one segment, and `*` is everything that follows. */
function patternOf(url: string): RegExp {
  const source = url
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}/?$`);
}

function pathOf(target: string): string {
  return target.split('?')[0] ?? '';
}
