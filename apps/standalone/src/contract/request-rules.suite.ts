import { type ApiMethod, operationsOf } from '@plaudit/runtime';
import type { ProductWorld } from './product-world.suite';

/** Ids that no object can have. */
const IMPOSSIBLE = [
  '0',
  '-1',
  '2147483648',
  '9223372036854775808',
  '1e9',
  '%2B1',
  '007',
  '%D9%A1',
  '1.0',
  'abc',
];
const BLANK = ['', '   ', '\u200b', '\u00a0\u2060'];
const LISTED = /comma separated|separated by commas/;
const AT_ONCE = 8;

/** The rules of docs/api.md that hold for every operation, read from the OpenAPI document. */
export function requestRules(productOf: () => ProductWorld): void {
  async function statusOf(method: string, path: string, body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${productOf().apiKey}`, 'content-type': 'application/json' };
    return fetch(`${productOf().world.url('gateway')}/public/v1${path}`, {
      method: method.toUpperCase(),
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  async function surprisesOf<T>(
    items: readonly T[],
    look: (item: T) => Promise<string | null>,
  ): Promise<string[]> {
    const found: string[] = [];
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const lines = await Promise.all(items.slice(at, at + AT_ONCE).map(look));
      found.push(...lines.filter((line) => line !== null));
    }
    return found;
  }

  it('answer 400 that names the parameter for an empty list', async () => {
    const lists = operationsOf(productOf().document).flatMap(({ method, path, operation }) =>
      (operation.parameters ?? [])
        .filter((one) => one.in === 'query' && LISTED.test(one.description ?? ''))
        .map(({ name }) => ({ method, path: path.replace(/\{\w+\}/, '1'), name })),
    );
    expect(lists.length).toBeGreaterThan(50);
    const cases = lists.flatMap((list) => ['', '%20', ','].map((value) => ({ ...list, value })));
    const surprises = await surprisesOf(cases, async ({ method, path, name, value }) => {
      const response = await statusOf(method, `${path}?${name}=${value}`);
      const { field } = (await response.json()) as { field?: string };
      const isHidden = response.status === 404 && path.includes('/1');
      if (isHidden || (response.status === 400 && field === name)) return null;
      return `${path}?${name}=${value}: ${response.status} ${field}`;
    });
    expect(surprises).toEqual([]);
  }, 120_000);

  it('answer 404 for an id in the path that no object can have', async () => {
    const cases = operationsOf(productOf().document)
      .filter(({ path }) => path.includes('{') && !path.startsWith('/profiles/'))
      .flatMap(({ method, path }, place) => {
        // A body is checked after the id.
        const body = method === 'get' || method === 'delete' ? undefined : {};
        // Each operation gets three of them, and all operations together each of them many times.
        const tried = IMPOSSIBLE.filter((_id, index) => (index + place) % 4 === 0);
        return tried.map((id) => ({ method, path: path.replace(/\{\w+\}/, id), body }));
      });
    const surprises = await surprisesOf(cases, async ({ method, path, body }) => {
      const { status } = await statusOf(method, path, body);
      return status === 404 || (body && (status === 400 || status === 422))
        ? null
        : `${method} ${path}: ${status}`;
    });
    expect(surprises).toEqual([]);
  }, 120_000);

  it('answer 405 with the methods of the path, and take a slash at its end', async () => {
    const methods = new Map<string, Set<ApiMethod>>();
    for (const { method, path } of operationsOf(productOf().document))
      methods.set(path, (methods.get(path) ?? new Set()).add(method));
    const paths = [...methods].filter(([path]) => path !== '/mcp');
    const surprises = await surprisesOf(paths, async ([path, known]) => {
      const response = await statusOf('patch', `${path.replace(/\{\w+\}/, '1')}/`, {});
      const allowed = (response.headers.get('allow') ?? '').toLowerCase().split(', ');
      const isRight = response.status === 405 && [...known, 'options'].every((one) => allowed.includes(one));
      return isRight ? null : `${path}: ${response.status} ${allowed.join()}`;
    });
    expect(surprises).toEqual([]);
    expect((await statusOf('options', '/tags')).status).toBe(204);
    expect((await statusOf('patch', '/nowhere')).status).toBe(404);
    expect((await statusOf('get', '/tags/')).status).toBe(200);
  }, 120_000);

  it('refuse a blank name of everything that has one', async () => {
    const adds: [string, object][] = [
      ['/tags', {}],
      ['/sources', {}],
      ['/groups', {}],
      ['/widgets/add', { type: 'list' }],
      ['/keys', {}],
      ['/users', { email: 'blank@example.com', password: 'correct horse battery' }],
      ['/account/subaccount', {}],
      ['/reviews/views', { filters: { status: 'inbox' } }],
      ['/channels/import', { type: 'csv', csv: 'rating,date\n5,2026-01-02' }],
    ];
    const bodies = BLANK.flatMap((name) => [
      ...adds.map(([path, body]) => ({ method: 'post', path, body: { ...body, name }, field: 'name' })),
      { method: 'post', path: '/invite/settings/add', body: { settings: { name } }, field: 'settings.name' },
      { method: 'put', path: '/account', body: { company_name: name }, field: 'company_name' },
    ]);
    const surprises = await surprisesOf(bodies, async ({ method, path, body, field }) => {
      const response = await statusOf(method, path, body);
      const answer = (await response.json()) as { field?: string };
      return response.status === 400 && answer.field === field
        ? null
        : `${path} ${JSON.stringify(body)}: ${response.status} ${answer.field}`;
    });
    expect(surprises).toEqual([]);
  }, 120_000);
}
