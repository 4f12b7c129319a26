import type { PlauditClient } from '@plaudit/client';
import { type ApiMethod, type ApiOperation, operationsOf } from '@plaudit/runtime';
import { eventually } from '@plaudit/testing';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';

/** How an object of a resource is created, and how its owner reads it. */
interface Resource {
  make(owner: PlauditClient): Promise<number>;
  read(owner: PlauditClient, id: number): Promise<unknown>;
}

interface Operation {
  at: string;
  method: ApiMethod;
  path: string;
  operation: ApiOperation;
}

interface Call {
  id: number;
  apiKey: string;
  query?: string;
  body?: object;
  headers?: Record<string, string>;
}

const PASSWORD = 'correct horse battery staple';

/**
 * Calls every operation of the document over HTTP. Operations with an id must not accept another account's id, and each one
 * must respond as documented. A new operation is called with the example of its body, or with {@link bodyFor}.
 */
describe('every operation', () => {
  let product: ProductWorld;
  let operations: Operation[];
  /** Admin keys with account management: of another account, and of another sub account of the same account. */
  let strangers: Record<string, string>;
  /** One object of each resource, created when it is first needed, because crawls are paced. */
  const made = new Map<Resource, Promise<number>>();
  let count = 0;

  const resources: Readonly<Record<string, Resource>> = {
    reviews: {
      make: async (owner) => {
        const text = `Review number ${(count += 1)}.`;
        return (
          await owner.post('/reviews/add', { body: { from_name: 'Ida', text, posted_on: '2026-01-02' } })
        ).id;
      },
      read: (owner, id) => owner.get('/reviews/get/{id}', { params: { path: { id } } }),
    },
    channels: {
      make: async (owner) => {
        const url = `${product.outside.url}/${(count += 1)}`;
        const { channel } = await owner.post('/channels/add', { body: { type: 'website_schema', url } });
        await eventually(
          () => owner.get('/channels/get/{id}', { params: { path: { id: channel.id } } }),
          ({ crawling, collected_reviews }) => !crawling && collected_reviews === 1,
          'the end of the crawl',
        );
        return channel.id;
      },
      read: (owner, id) => owner.get('/channels/get/{id}', { params: { path: { id } } }),
    },
    webhooks: {
      make: async (owner) => {
        const url = `${product.outside.url}/hook/${(count += 1)}`;
        return (await owner.post('/webhooks/add', { body: { url, events: ['review.created'] } })).id;
      },
      read: async (owner, id) => [
        await owner.get('/webhooks/get/{id}', { params: { path: { id } } }),
        await owner.get('/webhooks/deliveries/{id}', { params: { path: { id } } }),
      ],
    },
    widgets: {
      make: async (owner) => (await owner.post('/widgets/add', { body: { type: 'list' } })).id,
      read: (owner, id) => owner.get('/widgets/get/{id}', { params: { path: { id } } }),
    },
    users: {
      make: async (owner) => {
        const email = `user${(count += 1)}@example.com`;
        return (await owner.post('/users', { body: { email, password: PASSWORD } })).id;
      },
      read: (owner, id) => owner.get('/users/{id}', { params: { path: { id } } }),
    },
    account: {
      make: async (owner) =>
        (await owner.post('/account/subaccount', { body: { name: `Branch ${(count += 1)}` } })).id,
      read: async (owner, id) => (await owner.get('/account/subaccounts')).find((one) => one.id === id),
    },
    keys: {
      make: async (owner) => (await owner.post('/keys', { body: { name: `Key ${(count += 1)}` } })).id,
      read: async (owner, id) => (await owner.get('/keys')).keys.find((one) => one.id === id),
    },
  };

  /** Bodies for operations whose example names an object that does not exist. */
  function bodyFor(at: string): object | undefined {
    const { url } = product.outside;
    const bodies: Record<string, object> = {
      'PUT /reviews/update/{id}': { status: 'approved', text: 'Changed.' },
      'POST /reviews/add': { from_name: 'Ida', text: `Number ${(count += 1)}.`, posted_on: '2026-01-02' },
      'POST /reviews/add_bulk': {
        reviews: [{ from_name: 'Ida', text: 'Of many.', posted_on: '2026-01-02' }],
      },
      'POST /channels/check': { type: 'website_schema' },
      'POST /channels/add': { type: 'website_schema', url: `${url}/${(count += 1)}` },
      'PUT /channels/update/{id}': { name: 'Changed', auto_approve: true },
      'POST /webhooks/add': { url: `${url}/hook/${(count += 1)}`, events: ['review.created'] },
      'PUT /webhooks/update/{id}': { active: false },
      'POST /users': { email: `person${(count += 1)}@example.com`, password: PASSWORD },
      'POST /sources/add': { name: `Fair ${(count += 1)}` },
      'PUT /users/{id}': { name: 'Changed' },
      'POST /keys': { name: 'Changed', role: 'user' },
      'PUT /keys/{id}': { name: 'Changed' },
      'POST /privacy/erase': { from_email: 'nobody@example.com' },
      'POST /login/get_url': { email: 'first@example.com', password: PASSWORD },
    };
    return bodies[at.replace(' /profiles/', ' /channels/')];
  }

  beforeAll(async () => {
    product = await startProductWorld({ BOOTSTRAP_EMAIL: 'first@example.com', BOOTSTRAP_PASSWORD: PASSWORD });
    operations = operationsOf(product.document).map(({ path, method, operation }) => ({
      at: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation,
    }));
    const { id } = await product.admin.post('/account/subaccount', { body: { name: 'Other' } });
    strangers = {
      'another account': await product.foreignKey(),
      'another sub account': await product.addKey({ account_management: true, sub_account_id: id }),
    };
  });
  afterAll(() => product.close());

  const withId = (): Operation[] => operations.filter(({ path }) => /\{(\w+_)?id\}/.test(path));

  function resourceOf({ path }: Operation): Resource {
    const name = path.split('/')[1] === 'profiles' ? 'channels' : (path.split('/')[1] as string);
    const resource = resources[name];
    if (!resource) throw new Error(`${path}: add to this spec how an object of ${name} is created`);
    return resource;
  }

  /** Returns the order in which operations run: an object is deleted last, after its parts. */
  function deletionRank({ method, path }: Operation): number {
    if (method !== 'delete') return 0;
    return path.endsWith('}') ? 2 : 1;
  }

  function objectOf(resource: Resource): Promise<number> {
    const id = made.get(resource) ?? resource.make(product.admin);
    made.set(resource, id);
    return id;
  }

  function sampleBody({ at, operation }: Operation): object {
    const example = operation.requestBody?.content['application/json']?.example as object | undefined;
    return bodyFor(at) ?? example ?? {};
  }

  function call(
    operation: Operation,
    { id, apiKey, query = '', body = sampleBody(operation), headers = {} }: Call,
  ): Promise<Response> {
    const { method, path } = operation;
    const named = path.replace('{type}', 'website_schema').replace(/\{\w+\}/, String(id));
    const url = `${product.world.url('gateway')}/public/v1${named}${query}`;
    return product.answers.fetch(
      new Request(url, {
        method: method.toUpperCase(),
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          authorization: `Bearer ${apiKey}`,
          ...headers,
        },
        ...(method === 'get' ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  it.each(['another account', 'another sub account'])(
    'with an id answers 404 to %s and changes nothing',
    async (name) => {
      const wrong: string[] = [];
      for (const resource of Object.values(resources)) {
        const id = await objectOf(resource);
        const before = await resource.read(product.admin, id);
        for (const operation of withId().filter((one) => resourceOf(one) === resource)) {
          const response = await call(operation, { id, apiKey: strangers[name] as string });
          const { code } = (await response.json()) as { code?: string };
          if (response.status !== 404) wrong.push(`${operation.at}: ${response.status} ${code}`);
          const after = await resource.read(product.admin, id);
          expect({ at: operation.at, object: after }).toEqual({ at: operation.at, object: before });
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it('that reads accepts the examples of its query', async () => {
    const apiKey = await product.addKey({ account_management: true });
    const wrong: string[] = [];
    const questions = operations.flatMap((operation) => {
      const query = exampleQuery(operation.operation);
      return query === '' || operation.method !== 'get' ? [] : [{ operation, query }];
    });
    expect(questions.length).toBeGreaterThan(0);
    for (const { operation, query } of questions) {
      const id = withId().includes(operation) ? await objectOf(resourceOf(operation)) : 0;
      const response = await call(operation, { id, apiKey, query });
      if (!response.ok) wrong.push(`${operation.at}${query}: ${response.status} ${await response.text()}`);
    }
    expect(wrong).toEqual([]);
  });

  it('with an id responds to its owner as documented', async () => {
    const owner = await product.addKey({ account_management: true });
    const wrong: string[] = [];
    const deletionsLast = withId()
      .filter(({ path }) => !path.startsWith('/profiles/'))
      .sort((a, b) => deletionRank(a) - deletionRank(b));
    for (const operation of deletionsLast) {
      const response = await call(operation, { id: await objectOf(resourceOf(operation)), apiKey: owner });
      if (!response.ok) wrong.push(`${operation.at}: ${response.status} ${await response.text()}`);
    }
    expect(wrong).toEqual([]);
  });

  it('without an id responds as documented', async () => {
    const owner = await product.addKey({ account_management: true });
    const wrong: string[] = [];
    for (const operation of operations.filter((one) => !withId().includes(one))) {
      const response = await call(operation, { id: 0, apiKey: owner });
      if (!response.ok) wrong.push(`${operation.at}: ${response.status} ${await response.text()}`);
    }
    expect(wrong).toEqual([]);
  });

  it('that creates something does so once for an Idempotency-Key, and a repeat gets its response', async () => {
    const owner = await product.addKey({ account_management: true });
    const other = await product.addKey({ account_management: true });
    const creating = operations
      .filter(({ operation: { parameters } }) => parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .filter(({ path }) => !path.startsWith('/profiles/'));
    expect(creating.length).toBeGreaterThan(7);
    for (const operation of creating) {
      const send = async (key: string, body: object, apiKey = owner) => {
        const response = await call(operation, { id: 0, apiKey, body, headers: { 'idempotency-key': key } });
        const replayed = response.headers.get('idempotency-replayed');
        return { at: operation.at, ok: response.ok, replayed, body: (await response.json()) as object };
      };
      expect(await send('once', {})).toMatchObject({ at: operation.at, ok: false });
      const body = sampleBody(operation);
      const first = await send('once', body);
      expect(first).toMatchObject({ at: operation.at, ok: true, replayed: null });
      for (const repeated of [body, {}, { name: 7, url: 'x', reviews: 7 }]) {
        expect(await send('once', repeated)).toEqual({ ...first, replayed: 'true' });
      }
      expect(await send('once', sampleBody(operation), other)).toMatchObject({ ok: true, replayed: null });
      const raced = sampleBody(operation);
      const answers = await Promise.all([0, 1, 2].map(() => send('raced', raced)));
      expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
      for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
      expect(await send('x'.repeat(256), body)).toMatchObject({ body: { field: 'Idempotency-Key' } });
    }
  });

  it('is described by the gateway as in the code', async () => {
    expect(await product.admin.get('/openapi.json')).toEqual(JSON.parse(JSON.stringify(product.document)));
  });
});

/** Returns all query parameters with their examples. */
function exampleQuery({ parameters = [] }: ApiOperation): string {
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = asked.map(({ name, schema }): [string, string] => {
    const { examples = [] } = schema as { examples?: unknown[] };
    if (examples.length === 0) throw new Error(`the parameter ${name} has no example`);
    return [name, String(examples[0])];
  });
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
