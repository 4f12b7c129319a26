import type { ServiceName } from '@plaudit/contracts';

/**
 * What a request needs. `key`: a valid API key. `public`: nothing; the service gets a token with the scope `public` only.
 * `open`: nothing; the service gets no token.
 */
export type Access = 'key' | 'public' | 'open';

export interface Route {
  /** Matches whole segments. The longest matching prefix wins. */
  prefix: string;
  service: ServiceName;
  access: Access;
}

/** Prefix of every path of the versioned API. */
export const API = '/public/v1';

/** Maps each path to the service that owns it. A path without a route does not exist, even if a service has it. */
export const ROUTES: readonly Route[] = [
  // Also matches unknown paths of the API, which get 401 without a key and 404 with one.
  { prefix: API, service: 'gateway', access: 'key' },
  { prefix: `${API}/openapi.json`, service: 'gateway', access: 'public' },

  { prefix: `${API}/reviews`, service: 'reviews', access: 'key' },
  { prefix: `${API}/tags`, service: 'reviews', access: 'key' },
  { prefix: `${API}/sources`, service: 'reviews', access: 'key' },
  { prefix: `${API}/privacy`, service: 'reviews', access: 'key' },
  { prefix: `${API}/channels/rating_history`, service: 'reports', access: 'key' },
  { prefix: `${API}/reports`, service: 'reports', access: 'key' },
  { prefix: `${API}/channels/ai`, service: 'ai', access: 'key' },
  { prefix: `${API}/channels`, service: 'channels', access: 'key' },
  { prefix: `${API}/groups`, service: 'channels', access: 'key' },
  { prefix: `${API}/invite`, service: 'invitations', access: 'key' },
  { prefix: `${API}/widgets`, service: 'widgets', access: 'key' },
  { prefix: `${API}/webhooks`, service: 'webhooks', access: 'key' },

  { prefix: '/embed', service: 'widgets', access: 'public' },
  { prefix: '/w', service: 'widgets', access: 'public' },
  { prefix: '/i', service: 'invitations', access: 'public' },
  { prefix: '/o', service: 'invitations', access: 'public' },
  { prefix: '/u', service: 'invitations', access: 'public' },
  { prefix: '/hooks', service: 'invitations', access: 'public' },
  { prefix: '/oauth/callback', service: 'channels', access: 'public' },
  { prefix: '/login/once', service: 'gateway', access: 'public' },
  { prefix: '/app', service: 'gateway', access: 'public' },
  { prefix: '/docs', service: 'gateway', access: 'public' },
  { prefix: '/health', service: 'gateway', access: 'open' },
];

/** Prefixes with a second spelling. A path below the first is read as one below the second. */
export const ALIASES: readonly (readonly [from: string, to: string])[] = [
  [`${API}/profiles`, `${API}/channels`],
];

export interface Destination {
  service: ServiceName;
  access: Access;
  /** The path at the service, with aliases resolved. */
  path: string;
}

const byPrefix = new Map(ROUTES.map((route) => [route.prefix, route]));
const DEEPEST = Math.max(...ROUTES.map(({ prefix }) => prefix.split('/').length - 1));

/** The start page, which links to the other pages and the API. No path is below it. */
const ENTRANCE: Destination = { service: 'gateway', access: 'public', path: '/' };

/** Returns the destination of a path that {@link readRequestPath} accepted, or null if there is no route. */
export function findDestination(path: string): Destination | null {
  if (path === '/') return ENTRANCE;
  const canonical = resolveAlias(path);
  for (
    let prefix = firstSegments(canonical, DEEPEST);
    prefix;
    prefix = prefix.slice(0, prefix.lastIndexOf('/'))
  ) {
    const route = byPrefix.get(prefix);
    if (route) return { service: route.service, access: route.access, path: canonical };
  }
  return null;
}

/** Returns true for the paths of the versioned API. */
export function isApiPath(path: string): boolean {
  return isBelow(path, API);
}

function resolveAlias(path: string): string {
  const alias = ALIASES.find(([from]) => isBelow(path, from));
  return alias ? alias[1] + path.slice(alias[0].length) : path;
}

function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
}

function firstSegments(path: string, count: number): string {
  let end = 0;
  for (let taken = 0; taken < count && end !== -1; taken += 1) end = path.indexOf('/', end + 1);
  return end === -1 ? path : path.slice(0, end);
}
