import { SERVICE_NAMES } from '@plaudit/contracts';
import fc from 'fast-check';
import { ALIASES, findDestination, isApiPath, ROUTES, SESSION_API, UPSTREAM_NAMES } from './route-table';

function routed(path: string): string {
  const destination = findDestination(path);
  return destination ? `${destination.service} ${destination.access} ${destination.path}` : 'nowhere';
}

describe('the route table', () => {
  it('has a route to every service', () => {
    const reached = new Set(ROUTES.map(({ service }) => service));
    expect(SERVICE_NAMES.filter((name) => !reached.has(name))).toEqual([]);
    expect([...UPSTREAM_NAMES, 'gateway']).toEqual(SERVICE_NAMES);
  });

  it.each([
    ['/public/v1/hello', 'gateway key /public/v1/hello'],
    ['/public/v1/account', 'gateway key /public/v1/account'],
    ['/public/v1/account/subaccounts', 'gateway key /public/v1/account/subaccounts'],
    ['/public/v1/users/7', 'gateway key /public/v1/users/7'],
    ['/public/v1/login/get_url', 'gateway key /public/v1/login/get_url'],
    ['/public/v1/keys', 'gateway key /public/v1/keys'],
    ['/public/v1/mcp', 'gateway key /public/v1/mcp'],
    ['/public/v1/openapi.json', 'gateway public /public/v1/openapi.json'],
    ['/public/v1/reviews/get/5', 'reviews key /public/v1/reviews/get/5'],
    ['/public/v1/tags', 'reviews key /public/v1/tags'],
    ['/public/v1/sources/get', 'reviews key /public/v1/sources/get'],
    ['/public/v1/privacy/erase', 'reviews key /public/v1/privacy/erase'],
    ['/public/v1/channels/get', 'channels key /public/v1/channels/get'],
    ['/public/v1/channels/types/ai', 'channels key /public/v1/channels/types/ai'],
    ['/public/v1/groups', 'channels key /public/v1/groups'],
    ['/public/v1/channels/rating_history/5', 'reports key /public/v1/channels/rating_history/5'],
    ['/public/v1/reports/ratings', 'reports key /public/v1/reports/ratings'],
    ['/public/v1/channels/ai/summary/5', 'ai key /public/v1/channels/ai/summary/5'],
    ['/public/v1/invite/requests/get', 'invitations key /public/v1/invite/requests/get'],
    ['/public/v1/widgets/5/reviews', 'widgets key /public/v1/widgets/5/reviews'],
    ['/public/v1/webhooks/add', 'webhooks key /public/v1/webhooks/add'],
    ['/public/v1', 'gateway key /public/v1'],
    ['/public/v1/nonsense', 'gateway key /public/v1/nonsense'],
    ['/embed/v1/w_1', 'widgets public /embed/v1/w_1'],
    ['/w/w_1', 'widgets public /w/w_1'],
    ['/i/x', 'invitations public /i/x'],
    ['/o/x', 'invitations public /o/x'],
    ['/u/x', 'invitations public /u/x'],
    ['/hooks/mail/1', 'invitations public /hooks/mail/1'],
    ['/oauth/callback/google', 'channels public /oauth/callback/google'],
    ['/login/once', 'gateway public /login/once'],
    ['/app/session', 'gateway public /app/session'],
    ['/docs', 'gateway public /docs'],
    ['/', 'gateway public /'],
    ['/app/api/hello', 'gateway session /public/v1/hello'],
    ['/app/api/reviews/get/5', 'reviews session /public/v1/reviews/get/5'],
    ['/app/api/profiles/add', 'channels session /public/v1/channels/add'],
    ['/app/api/nonsense', 'gateway session /public/v1/nonsense'],
    ['/app/api', 'gateway session /public/v1'],
    ['/app/apis', 'gateway public /app/apis'],
    ['/health/live', 'gateway open /health/live'],
    ['/internal/sub_accounts/unknown', 'gateway service /internal/sub_accounts/unknown'],
  ])('maps %s to %s', (path, destination) => {
    expect(routed(path)).toBe(destination);
  });

  it.each([
    ['/public/v1/profiles/add', 'channels key /public/v1/channels/add'],
    ['/public/v1/profiles', 'channels key /public/v1/channels'],
    ['/public/v1/profiles/rating_history/5', 'reports key /public/v1/channels/rating_history/5'],
    ['/public/v1/profiles/ai/insights/5', 'ai key /public/v1/channels/ai/insights/5'],
  ])('maps the alias %s to %s', (path, destination) => {
    expect(routed(path)).toBe(destination);
  });

  it.each([
    '/internal',
    '/internal/rev',
    '/internal/openapi.json',
    '/internal/sub_accounts',
    '/metrics',
    '/public',
    '/public/v2/hello',
    '/Public/v1/hello',
    '/embedded',
    '/widgets',
    '/oauth',
    '/login',
    '/reviews/get',
    '/public/internal/rev',
    '/app/api/mcp',
    '/app/api/login/get_url',
    '/app/api/openapi.json',
  ])('has no route for %s', (path) => {
    expect(routed(path)).toBe('nowhere');
  });

  it.each([
    '/public/v1/reviewsx',
    '/public/v1/channels.json',
    '/public/v1/profilesx/add',
    '/public/v1/channels-ai/5',
  ])('matches whole segments only, so that %s is an unknown path of the API', (path) => {
    expect(routed(path)).toBe(`gateway key ${path}`);
  });

  it('prefers the longest matching prefix and keeps the rest of the path', () => {
    const segment = fc.stringMatching(/^[a-z0-9_]{1,12}$/);
    fc.assert(
      fc.property(fc.constantFrom(...ROUTES), fc.array(segment, { maxLength: 5 }), (route, rest) => {
        const path = [route.prefix, ...rest].join('/');
        const matching = ROUTES.filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
        const longest = matching.toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
        const aliased = ALIASES.some(({ from }) => path === from || path.startsWith(`${from}/`));
        fc.pre(!aliased && !path.startsWith(SESSION_API));
        expect(findDestination(path)).toMatchObject({ service: longest?.service, path });
      }),
    );
  });

  it('has one route per prefix, each an absolute path of plain segments', () => {
    expect(new Set(ROUTES.map(({ prefix }) => prefix)).size).toBe(ROUTES.length);
    for (const { prefix } of ROUTES) expect(prefix).toMatch(/^(\/[a-z0-9_.-]+)+$/);
  });

  it('requires a key for every path under /public/v1 except the OpenAPI document, and for no other', () => {
    for (const { prefix, access } of ROUTES) {
      expect(access === 'key').toBe(isApiPath(prefix) && !prefix.endsWith('/openapi.json'));
    }
  });
});
