import type { PlauditClient } from '@plaudit/client';
import { type ApiMethod, type ApiOperation, operationsOf } from '@plaudit/runtime';
import { exampleBody, exampleQuery, queryNames, wrongInputs } from './contract/example-inputs.suite';
import { differences, documentedSuccess, type Existing, sendable } from './contract/examples.suite';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';
import { deletionRank, isSpentBy } from './contract/operation-order.suite';
import {
  OTHER_VALUES,
  REFUSED_BODIES,
  type Resource,
  resourcesOf,
  uniqueBodies,
} from './contract/resources.suite';
import { StandInAppStore } from './smoke/stand-in-app-store';

interface Operation {
  at: string;
  method: ApiMethod;
  path: string;
  operation: ApiOperation;
}

/** What a request sends. The default body is the documented example. */
interface Sent {
  id: number;
  apiKey: string;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Calls every operation of the document over HTTP. Operations with an id must not accept another account's id, and each one
 * must respond as documented. The body of a request is the documented example.
 */
describe('every operation', () => {
  let product: ProductWorld;
  let store: StandInAppStore;
  let operations: Operation[];
  let resources: Readonly<Record<string, Resource>>;
  /** Admin keys with account management: of another account, and of another sub account of the same account. */
  let strangers: Record<string, string>;
  /** The tag and the source that others are merged into. */
  let mergedInto: Record<'tags' | 'sources', number>;
  /** One object of each resource, created when it is first needed, because crawls are paced. */
  const made = new Map<Resource, Promise<number>>();
  let count = 0;

  /** Returns the example of an operation that creates something, with new values where they must be unique. */
  function newBody(operation: Operation): object {
    return uniqueBodies(product.outside.url, (count += 1))[operation.at] ?? bodyOf(operation);
  }

  beforeAll(async () => {
    store = await StandInAppStore.start();
    store.publish(1, 5);
    product = await startProductWorld({
      // The user of the example of POST /login/get_url.
      BOOTSTRAP_EMAIL: 'owner@example.com',
      BOOTSTRAP_PASSWORD: 'correct horse battery',
      ORIGIN_OVERRIDES: `https://itunes.apple.com=${store.url}`,
      GOOGLE_BUSINESS_CLIENT_ID: 'client',
      GOOGLE_BUSINESS_CLIENT_SECRET: 'secret',
    });
    resources = resourcesOf(product);
    operations = operationsOf(product.document).map(({ path, method, operation }) => ({
      at: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation,
    }));
    mergedInto = {
      tags: await resources['tags']!.make(product.admin),
      sources: await resources['sources']!.make(product.admin),
    };
    const { id } = await product.admin.post('/account/subaccount', { body: { name: 'Other' } });
    strangers = {
      'another account': await product.foreignKey(),
      'another sub account': await product.addKey({ account_management: true, sub_account_id: id }),
    };
  });
  afterAll(async () => {
    await product.close();
    await store.close();
  });

  const withId = (): Operation[] => operations.filter(({ path }) => /\{(\w+_)?id\}/.test(path));

  function resourceOf({ path }: Operation): Resource {
    const own = path.replace(/^\/profiles\//, '/channels/');
    const found = Object.entries(resources).find(([beginning]) => own.startsWith(`/${beginning}/`));
    if (!found) throw new Error(`${path}: add to resources.suite.ts how such an object is created`);
    return found[1];
  }

  function objectOf(resource: Resource): Promise<number> {
    const id = made.get(resource) ?? resource.make(product.admin);
    made.set(resource, id);
    return id;
  }

  /** Returns the documented example of the body. A merge names an object that exists. */
  function bodyOf({ path, operation }: Operation): object {
    const noun = /^\/(tags|sources)\/\{id\}\/merge$/.exec(path)?.[1] as keyof typeof mergedInto | undefined;
    return { ...exampleBody(operation), ...(noun ? { into: mergedInto[noun] } : {}) };
  }

  function idInPath(operation: Operation, id: number): Promise<string> | string {
    const { idInPath: read } = id === 0 ? {} : resourceOf(operation);
    return read ? read(product.admin, id) : String(id);
  }

  async function call(
    operation: Operation,
    { id, apiKey, query = '', body = bodyOf(operation), headers = {} }: Sent,
  ): Promise<Response> {
    const { method, path } = operation;
    const named = path
      .replace('{type}', 'website_schema')
      .replace('{slug}', 'classic')
      .replace(/\{\w+\}/, await idInPath(operation, id));
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
    const channel = await objectOf(resources['channels']!);
    const settings_id = await objectOf(resources['invite/settings']!);
    const existing = { channels: channel, channel_id: channel, settings_id };
    const questions = operations.flatMap((operation) => {
      const query = exampleQuery(operation.operation, existing);
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

  it('refuses an unknown query parameter and lists the documented ones', async () => {
    const apiKey = await product.addKey({ account_management: true });
    const wrong: string[] = [];
    // POST /mcp is no operation with fields. Its tools have arguments, which are checked.
    for (const operation of operations.filter(({ path }) => path !== '/mcp')) {
      const id = withId().includes(operation) ? await objectOf(resourceOf(operation)) : 0;
      const response = await call(operation, { id, apiKey, query: '?no_such_parameter=1' });
      const { msg } = (await response.json()) as { msg?: string };
      const known = queryNames(operation.operation);
      const takes = known.length > 0 ? inOrder(known) : 'no query parameters';
      const [, refused, listed = ''] = REFUSAL.exec(msg ?? '') ?? [];
      if (response.status !== 400 || !refused || inOrder(listed.split(', ')) !== takes) {
        wrong.push(`${operation.at}: ${response.status} ${msg}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('refuses wrong values with a sentence for each field', async () => {
    const apiKey = await product.addKey({ account_management: true });
    const counts = new Map<number, number>();
    for (const operation of operations.filter(({ path }) => path !== '/mcp')) {
      const id = withId().includes(operation) ? await objectOf(resourceOf(operation)) : 0;
      for (const { body, query } of wrongInputs(product.document, operation.operation)) {
        // product.answers checks the messages.
        const { status } = await call(operation, { id, apiKey, query, body });
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    }
    expect(counts.get(400)).toBeGreaterThan(200);
    expect(counts.get(500)).toBeUndefined();
    // More than a thousand requests.
  }, 600_000);

  it('accepts the example of its request, and answers like the example of its response', async () => {
    const apiKey = await product.addKey({ account_management: true });
    const [main] = await product.admin.get('/account/subaccounts');
    const source = await product.admin.post('/sources/add', { body: { name: 'Street fair' } });
    const there: Existing = { subAccount: main?.id ?? 0, source: source.id };
    const wrong: string[] = [];
    const deletionsLast = operations
      // Other requests to an alias would do everything twice.
      .filter(({ path, method }) => method === 'get' || !path.startsWith('/profiles/'))
      .sort((a, b) => deletionRank(a) - deletionRank(b));
    for (const operation of deletionsLast) {
      const id = withId().includes(operation) ? await objectOf(resourceOf(operation)) : 0;
      const body = sendable({ ...bodyOf(operation), ...OTHER_VALUES[operation.at] }, there);
      const response = await call(operation, { id, apiKey, body });
      const { status, example } = documentedSuccess(product.document, operation.operation);
      const text = await response.text();
      if (response.status !== status) wrong.push(`${operation.at}: ${response.status} ${text}`);
      else if (example !== undefined) {
        const faults = differences(
          product.document,
          example,
          JSON.parse(text),
          body as Record<string, unknown>,
        );
        wrong.push(...faults.map((fault) => `${operation.at}: ${fault}`));
      }
      if (isSpentBy(operation)) made.delete(resourceOf(operation));
    }
    expect(wrong).toEqual([]);
  });

  it('that takes filters of a webhook accepts what was added a moment ago, and nothing of another account', async () => {
    const { admin, outside } = product;
    const filters = async (owner: PlauditClient) => {
      const branch = await owner.post('/account/subaccount', { body: { name: `Branch ${(count += 1)}` } });
      const url = `${outside.url}/${(count += 1)}`;
      const { channel } = await owner.post('/channels/add', { body: { type: 'website_schema', url } });
      return { sub_account_ids: [branch.id], channel_ids: [channel.id] };
    };
    const add = (list: object) => {
      const url = `${outside.url}/hook/${(count += 1)}`;
      return admin.post('/webhooks/add', { body: { url, events: ['review.created'], ...list } });
    };
    const own = await filters(admin);
    expect(await add(own)).toMatchObject(own);
    const theirs = await filters(product.clientOf(strangers['another account'] as string));
    for (const list of ['sub_account_ids', 'channel_ids'] as const) {
      const refused = { status: 422, code: 'invalid_value', field: `${list}[1]` };
      await expect(add({ [list]: [...own[list], ...theirs[list]] })).rejects.toMatchObject(refused);
    }
  });

  it('that creates something does so once for an Idempotency-Key, and a repeat gets its response', async () => {
    const owner = await product.addKey({ account_management: true });
    const other = await product.addKey({ account_management: true });
    const creating = operations
      .filter(({ operation: { parameters } }) => parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .filter(({ path }) => !path.startsWith('/profiles/'));
    expect(creating.length).toBeGreaterThan(7);
    for (const operation of creating) {
      const id = withId().includes(operation) ? await resourceOf(operation).make(product.admin) : 0;
      const send = async (key: string, body: object, apiKey = owner) => {
        const response = await call(operation, { id, apiKey, body, headers: { 'idempotency-key': key } });
        const replayed = response.headers.get('idempotency-replayed');
        return { at: operation.at, ok: response.ok, replayed, body: (await response.json()) as object };
      };
      const refused = REFUSED_BODIES[operation.at] ?? {};
      expect(await send('once', refused)).toMatchObject({ at: operation.at, ok: false });
      const body = newBody(operation);
      const first = await send('once', body);
      expect(first).toMatchObject({ at: operation.at, ok: true, replayed: null });
      for (const repeated of [body, {}, { name: 7, url: 'x', reviews: 7 }]) {
        expect(await send('once', repeated)).toEqual({ ...first, replayed: 'true' });
      }
      expect(await send('once', newBody(operation), other)).toMatchObject({ ok: true, replayed: null });
      const raced = newBody(operation);
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

const REFUSAL = /^(Unknown query parameter 'no_such_parameter'\.) This operation takes (.*)\.$/;

function inOrder(names: readonly string[]): string {
  return [...names].sort().join(', ');
}
