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

/** The operations that add something with a name, and what else their bodies need. */
const NAMED: readonly [string, object][] = [
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

/** Looks for operations that break the rules of docs/api.md for all of them. The OpenAPI document lists the operations. */
export class RequestRules {
  constructor(private readonly product: ProductWorld) {}

  async request(method: string, path: string, body?: object): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.product.apiKey}`,
      'content-type': 'application/json',
    };
    return fetch(`${this.product.world.url('gateway')}/public/v1${path}`, {
      method: method.toUpperCase(),
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  /** Returns the query parameters that take a list. */
  lists(): { method: string; path: string; name: string }[] {
    return operationsOf(this.product.document).flatMap(({ method, path, operation }) =>
      (operation.parameters ?? [])
        .filter((one) => one.in === 'query' && LISTED.test(one.description ?? ''))
        .map(({ name }) => ({ method, path: path.replace(/\{\w+\}/, '1'), name })),
    );
  }

  /** Returns the lists that take no item, or whose error does not name the parameter. */
  async emptyLists(): Promise<string[]> {
    const cases = this.lists().flatMap((list) => ['', '%20', ','].map((value) => ({ ...list, value })));
    return surprisesOf(cases, async ({ method, path, name, value }) => {
      const response = await this.request(method, `${path}?${name}=${value}`);
      const { field } = (await response.json()) as { field?: string };
      const isHidden = response.status === 404 && path.includes('/1');
      if (isHidden || (response.status === 400 && field === name)) return null;
      return `${path}?${name}=${value}: ${response.status} ${field}`;
    });
  }

  /** Returns the operations that do not answer 404 for an id in the path that no object can have. */
  async impossibleIds(): Promise<string[]> {
    const cases = operationsOf(this.product.document)
      .filter(({ path }) => path.includes('{') && !path.startsWith('/profiles/'))
      .flatMap(({ method, path }, place) => {
        // A body is checked after the id.
        const body = method === 'get' || method === 'delete' ? undefined : {};
        // Each operation gets three of them, and all operations together each of them many times.
        const tried = IMPOSSIBLE.filter((_id, index) => (index + place) % 4 === 0);
        return tried.map((id) => ({ method, path: path.replace(/\{\w+\}/, id), body }));
      });
    return surprisesOf(cases, async ({ method, path, body }) => {
      const { status } = await this.request(method, path, body);
      const isRefused = status === 404 || (body && (status === 400 || status === 422));
      return isRefused ? null : `${method} ${path}: ${status}`;
    });
  }

  /** Returns the paths that do not answer 405 with their methods, with a slash at their end. */
  async wrongMethods(): Promise<string[]> {
    const methods = new Map<string, Set<ApiMethod>>();
    for (const { method, path } of operationsOf(this.product.document))
      methods.set(path, (methods.get(path) ?? new Set()).add(method));
    const paths = [...methods].filter(([path]) => path !== '/mcp');
    return surprisesOf(paths, async ([path, known]) => {
      const response = await this.request('patch', `${path.replace(/\{\w+\}/, '1')}/`, {});
      const allowed = (response.headers.get('allow') ?? '').toLowerCase().split(', ');
      const isRight = response.status === 405 && [...known, 'options'].every((one) => allowed.includes(one));
      return isRight ? null : `${path}: ${response.status} ${allowed.join()}`;
    });
  }

  /** Returns what takes a blank name, or does not say which field has it. */
  async blankNames(): Promise<string[]> {
    const bodies = BLANK.flatMap((name) => [
      ...NAMED.map(([path, body]) => ({ method: 'post', path, body: { ...body, name }, field: 'name' })),
      { method: 'post', path: '/invite/settings/add', body: { settings: { name } }, field: 'settings.name' },
      { method: 'put', path: '/account', body: { company_name: name }, field: 'company_name' },
    ]);
    return surprisesOf(bodies, async ({ method, path, body, field }) => {
      const response = await this.request(method, path, body);
      const answer = (await response.json()) as { field?: string };
      const isRefused = response.status === 400 && answer.field === field;
      return isRefused ? null : `${path} ${JSON.stringify(body)}: ${response.status} ${answer.field}`;
    });
  }
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
