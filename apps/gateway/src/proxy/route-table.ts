import { SERVICE_NAMES, type ServiceName, UNKNOWN_SUB_ACCOUNTS_PATH } from '@plaudit/contracts';

/**
 * What a request needs. `key`: a valid API key. `session`: the session of a signed-in user, for the same operations below
 * {@link SESSION_API}. `public`: nothing; the service gets a token with the scope `public` only. `open`: nothing; the
 * service gets no token. `service`: the token that another service got with the request of its caller.
 */
export type Access = 'key' | 'session' | 'public' | 'open' | 'service';

/** The tags of the OpenAPI document with their descriptions, in the order of the reference page. */
const TAG_DESCRIPTIONS = {
  Connection: 'Does the key work, and what can be asked.',
  Reviews: 'Collected and added reviews: list, add, curate.',
  Tags: 'Labels on reviews.',
  Sources: 'Where reviews come from that no channel collected.',
  Channels: 'Profiles on review platforms, connected and crawled.',
  Profiles: 'The operations of Channels under their other name.',
  Properties: 'Groups of channels, for example by location.',
  Invitations: 'Requests for a review, by e-mail or SMS.',
  Reports: 'Ratings and reviews over time.',
  AI: 'Drafts of replies and tags, and who writes and translates.',
  Widgets: 'What web pages embed.',
  Webhooks: 'Signed notifications to other systems.',
  Account: 'The account, its sub accounts and their users.',
  Access: 'API keys, connected apps and one-time sign-in.',
  Privacy: 'Requests of the people who are written about.',
} as const;

type Tag = keyof typeof TAG_DESCRIPTIONS;

export const TAGS: readonly { name: string; description: string }[] = Object.entries(TAG_DESCRIPTIONS).map(
  ([name, description]) => ({ name, description }),
);

interface ServiceRoute {
  /** Matches whole segments. The longest matching prefix wins. */
  prefix: string;
  /** Every path with the access `key` also has a spelling with the access `session`. */
  access: Exclude<Access, 'session'>;
  /** `only`: a page that anyone opens, for which PUBLIC_PAGES_URL is. `too`: served on that host as well. */
  onPagesHost?: 'only' | 'too';
  /** True for paths that only keys reach. */
  isForKeysOnly?: boolean;
  /** True for public paths whose service gets the session of the browser, without its rights. */
  showsSession?: true;
  /** Tag of the operations below the prefix. Only paths of the API are documented and have one. */
  tag?: Tag;
}

export interface Route extends ServiceRoute {
  service: ServiceName;
}

/** Prefix of every path of the versioned API. */
export const API = '/public/v1';

/** Prefix of the API for the dashboard. `/app/api/tags` is `/public/v1/tags` with a session instead of a key. */
export const SESSION_API = '/app/api';

export const MCP_PATH = `${API}/mcp`;

/** Paths of the OAuth authorization server. `/oauth/callback` belongs to channels, which are clients of platforms. */
export const OAUTH = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  /** Metadata of the authorization server, RFC 8414. */
  server: '/.well-known/oauth-authorization-server',
  /** Metadata of the API, RFC 9728. The path of a resource may follow. */
  resource: '/.well-known/oauth-protected-resource',
} as const;
const OAUTH_PATHS = Object.values(OAUTH);

/** Prefix of the requests that the widgets on customers' pages send. */
const EMBED = '/embed';

/** Prefix of the links with which recipients unsubscribe. */
const UNSUBSCRIBE = '/u';

/** The routes of each service. A path without a route does not exist, even if a service has it. */
const SERVICE_ROUTES: Readonly<Record<ServiceName, readonly ServiceRoute[]>> = {
  gateway: [
    // Also matches unknown paths of the API, which get 401 without a key, and 404 or 405 with one.
    { prefix: API, access: 'key' },
    { prefix: `${API}/hello`, access: 'key', tag: 'Connection' },
    { prefix: `${API}/openapi.json`, access: 'public', tag: 'Connection' },
    { prefix: `${API}/account`, access: 'key', tag: 'Account' },
    { prefix: `${API}/users`, access: 'key', tag: 'Account' },
    { prefix: `${API}/keys`, access: 'key', tag: 'Access' },
    { prefix: `${API}/apps`, access: 'key', tag: 'Access' },
    { prefix: `${API}/login`, access: 'key', isForKeysOnly: true, tag: 'Access' },
    { prefix: MCP_PATH, access: 'key', isForKeysOnly: true, tag: 'Access' },
    ...OAUTH_PATHS.map((prefix) => ({ prefix, access: 'public' as const })),
    { prefix: '/login/once', access: 'public' },
    { prefix: '/app', access: 'public' },
    { prefix: '/docs', access: 'public' },
    { prefix: '/health', access: 'open', onPagesHost: 'too' },
    { prefix: UNKNOWN_SUB_ACCOUNTS_PATH, access: 'service' },
  ],
  reviews: [
    { prefix: `${API}/reviews`, access: 'key', tag: 'Reviews' },
    { prefix: `${API}/tags`, access: 'key', tag: 'Tags' },
    { prefix: `${API}/sources`, access: 'key', tag: 'Sources' },
    { prefix: `${API}/privacy`, access: 'key', tag: 'Privacy' },
  ],
  channels: [
    { prefix: `${API}/channels`, access: 'key', tag: 'Channels' },
    { prefix: `${API}/groups`, access: 'key', tag: 'Properties' },
    { prefix: '/oauth/callback', access: 'public', showsSession: true },
  ],
  invitations: [
    { prefix: `${API}/invite`, access: 'key', tag: 'Invitations' },
    { prefix: '/i', access: 'public', onPagesHost: 'only' },
    { prefix: '/o', access: 'public', onPagesHost: 'only' },
    { prefix: UNSUBSCRIBE, access: 'public', onPagesHost: 'only' },
    { prefix: '/hooks', access: 'public' },
  ],
  reports: [
    { prefix: `${API}/channels/rating_history`, access: 'key', tag: 'Channels' },
    { prefix: `${API}/reports`, access: 'key', tag: 'Reports' },
  ],
  ai: [
    { prefix: `${API}/channels/ai`, access: 'key', tag: 'Channels' },
    { prefix: `${API}/reviews/ai`, access: 'key', tag: 'AI' },
    { prefix: `${API}/account/ai`, access: 'key', tag: 'AI' },
  ],
  widgets: [
    { prefix: `${API}/widgets`, access: 'key', tag: 'Widgets' },
    { prefix: EMBED, access: 'public', onPagesHost: 'too' },
    { prefix: '/w', access: 'public', onPagesHost: 'only' },
  ],
  webhooks: [{ prefix: `${API}/webhooks`, access: 'key', tag: 'Webhooks' }],
};

/** Maps each path to the service that owns it. */
export const ROUTES: readonly Route[] = SERVICE_NAMES.flatMap((service) =>
  SERVICE_ROUTES[service].map((route) => ({ ...route, service })),
);

/** Prefixes with a second spelling. A path below `from` is read as one below `to`. */
export const ALIASES: readonly { from: string; to: string; tag: Tag }[] = [
  { from: `${API}/profiles`, to: `${API}/channels`, tag: 'Profiles' },
];

export type UpstreamName = Exclude<ServiceName, 'gateway'>;

/** The services behind the gateway: all except the gateway itself. */
export const UPSTREAM_NAMES: readonly UpstreamName[] = SERVICE_NAMES.filter((name) => name !== 'gateway');

export interface Destination {
  service: ServiceName;
  access: Access;
  /** The path at the service, with aliases resolved. */
  path: string;
  /** The prefix of the route that the path matched. It contains nothing of the request. */
  prefix: string;
}

const byPrefix = new Map(ROUTES.map((route) => [route.prefix, route]));
const MAX_SEGMENTS = Math.max(...ROUTES.map(({ prefix }) => prefix.split('/').length - 1));

/** The start page, which links to the other pages and the API. No path is below it. */
const ENTRANCE: Destination = { service: 'gateway', access: 'public', path: '/', prefix: '/' };

/** Returns the destination of a path that `readRequestPath` accepted, or null if there is no route. */
export function findDestination(path: string): Destination | null {
  if (path === '/') return ENTRANCE;
  return isBelow(path, SESSION_API) ? findSessionDestination(path) : findCanonical(path);
}

/**
 * Returns the target of the API that a target below {@link SESSION_API} stands for. A target of the API has no slash at the end of its
 * path. Returns every other target as it is.
 */
export function apiTargetOf(target: string): string {
  const canonical = SESSION_TARGET.test(target) ? API + target.slice(SESSION_API.length) : target;
  return canonical.replace(API_WITH_SLASH, '$1');
}

/** Returns a `Link` header whose targets below {@link API} are those below {@link SESSION_API}. */
export function sessionLinkOf(link: string): string {
  return link.replace(API_LINK, `$1<${SESSION_API}/`);
}

/** The beginning of each target in a `Link` header. */
const API_LINK = new RegExp(`(^|, *)<${API}/`, 'g');

const SESSION_TARGET = new RegExp(`^${SESSION_API}(?:[/?]|$)`);
const API_WITH_SLASH = new RegExp(`^(${API}/[^?]*)/(?=\\?|$)`);

function findSessionDestination(path: string): Destination | null {
  const destination = findCanonical(apiTargetOf(path));
  if (destination?.access !== 'key' || byPrefix.get(destination.prefix)?.isForKeysOnly) return null;
  return { ...destination, access: 'session' };
}

function findCanonical(path: string): Destination | null {
  const alias = findAlias(path);
  const canonical = alias ? alias.to + path.slice(alias.from.length) : path;
  const route = findRoute(canonical);
  if (!route) return null;
  const { service, access, prefix } = route;
  // The gateway redirects its pages to their path without a slash at the end.
  const isPage = service === 'gateway' && !isApiPath(canonical);
  return { service, access, prefix, path: isPage ? canonical : canonical.replace(/\/$/, '') };
}

/** The name of an operation, which follows the prefix of its route: `/get`, `/update`. */
const OPERATION = /^\/[a-z_]{1,32}(?=\/|$)/;

/**
 * Returns what a log may say of a path: the prefix of its route, and the name of the operation behind the prefix of an API
 * route. Everything else becomes `*`, because the gateway does not know which segments are tokens of links.
 */
export function loggedRoute({ access, path, prefix }: Destination): string {
  const rest = path.slice(prefix.length);
  if (rest.length <= 1) return prefix;
  const names = actsForAccount(access) && prefix !== API;
  const operation = (names && OPERATION.exec(rest)?.[0]) || '';
  return `${prefix}${operation}${operation === rest ? '' : '/*'}`;
}

/** Returns true if a request with this access acts for an account: that of its key or its session. */
export function actsForAccount(access: Access): boolean {
  return access === 'key' || access === 'session';
}

/** Returns true for the public paths whose service gets the session of the browser. */
export function showsSession({ prefix }: Destination): boolean {
  return byPrefix.get(prefix)?.showsSession === true;
}

/** Returns the tag of an operation of the API. A path without one gets its first segment below {@link API}. */
export function tagOf(path: string): string {
  return findAlias(path)?.tag ?? findRoute(path)?.tag ?? path.slice(API.length).split('/')[1] ?? '';
}

/** Returns true for the paths of the versioned API. */
export function isApiPath(path: string): boolean {
  return isBelow(path, API);
}

/** Returns true for a request target that the widgets on customers' pages use. */
export function isEmbedPath(target: string): boolean {
  return target.startsWith(`${EMBED}/`);
}

/** Returns true for a request target that connected apps use from a page of their own. */
export function isAppPath(target: string): boolean {
  const [path = ''] = target.split('?');
  return (
    path === MCP_PATH ||
    (OAUTH_PATHS.some((prefix) => isBelow(path, prefix)) && !isBelow(path, OAUTH.authorize))
  );
}

/** Returns true for the links with which recipients unsubscribe. */
export function isUnsubscribePath(path: string): boolean {
  return isBelow(path, UNSUBSCRIBE);
}

/** Returns true for the pages that anyone opens: hosted pages of widgets, and those behind links of messages. */
export function isPublicPage({ prefix }: Destination): boolean {
  return byPrefix.get(prefix)?.onPagesHost === 'only';
}

/** Returns true for what the host of PUBLIC_PAGES_URL serves. */
export function isOnPagesHost({ prefix }: Destination): boolean {
  return byPrefix.get(prefix)?.onPagesHost !== undefined;
}

function findRoute(path: string): Route | null {
  for (
    let prefix = firstSegments(path, MAX_SEGMENTS);
    prefix;
    prefix = prefix.slice(0, prefix.lastIndexOf('/'))
  ) {
    const route = byPrefix.get(prefix);
    if (route) return route;
  }
  return null;
}

function findAlias(path: string): (typeof ALIASES)[number] | undefined {
  return ALIASES.find(({ from }) => isBelow(path, from));
}

function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
}

function firstSegments(path: string, count: number): string {
  let end = 0;
  for (let taken = 0; taken < count && end !== -1; taken += 1) end = path.indexOf('/', end + 1);
  return end === -1 ? path : path.slice(0, end);
}
