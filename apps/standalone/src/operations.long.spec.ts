import type { PlauditClient } from '@plaudit/client';
import {
  audienceOf,
  effectiveScopes,
  PRINCIPAL_HEADER,
  type Role,
  type Scope,
  SCOPES,
  SERVICE_NAMES,
} from '@plaudit/contracts';
import {
  type ApiMethod,
  type ApiOperation,
  operationsOf,
  PRINCIPAL_SEED_LABEL,
  PrincipalSigner,
  Secrets,
  SERVICE_DOCUMENT_PATH,
} from '@plaudit/runtime';
import {
  atLength,
  buildPrincipal,
  describeInBrowser,
  eventually,
  itAtLength,
  launchBrowser,
  sampleAtLength,
} from '@plaudit/testing';
import type { Browser, Page } from 'playwright-core';
import {
  exampleBody,
  exampleQuery,
  INHERITED_NAMES,
  queryNames,
  wrongInputs,
} from './contract/example-inputs.suite';
import { differences, documentedSuccess, type Existing, sendable } from './contract/examples.suite';
import { deletionRank, isSpentBy } from './contract/operation-order.suite';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';
import { MISSING_PAGES, publicPagesOf } from './contract/public-pages.suite';
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

type Held = Exclude<Scope, 'public'>;

interface Holder {
  name: string;
  apiKey: string;
  role: Role;
  scopes: readonly string[];
}

const ROLES: readonly Role[] = ['admin', 'editor', 'user'];
/** An id that does not exist. */
const NO_ID = '9007199254740991';
const AT_ONCE = 8;
/** The short form sends every 11th wrong value: no operation has 11 parameters, so each of them gets some of the values. */
const WRONG_VALUES_STEP = 11;
/** The short form tries every fifth pair of an operation and a key. There are six keys by role and two by scope. */
const KEYS_STEP = 5;
/** The short form sends every third of the inherited names. There are five. */
const NAMES_STEP = 3;
const LEAST_REFUSALS = atLength({ short: 30, long: 200 });
/** The scopes to which a key may be narrowed. */
const HELD = SCOPES.filter((scope): scope is Held => scope !== 'public');

const REFUSAL = /^(Unknown query parameter 'no_such_parameter'\.) This operation takes (.*)\.$/;

/** Calls `act` with every item, a few at the same time. */
async function inBatches<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(act))));
  return results;
}

function inOrder(names: readonly string[]): string {
  return [...names].sort().join(', ');
}

describe('the API of the whole product', () => {
  let product: ProductWorld;
  let store: StandInAppStore;

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
  });
  afterAll(async () => {
    await product.close();
    await store.close();
  });

  /**
   * Calls every operation of the document over HTTP. Operations with an id must not accept another account's id, and each one
   * must respond as documented. The body of a request is the documented example.
   */
  describe('every operation', () => {
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

    const withId = (): Operation[] => operations.filter(({ path }) => /\{(\w+_)?id\}/.test(path));
    /** POST /mcp is no operation with fields. Its tools have arguments, which are checked. */
    const withFields = (): Operation[] => operations.filter(({ path }) => path !== '/mcp');

    function resourceOf({ path }: Operation): Resource {
      const own = path.replace(/^\/profiles\//, '/channels/');
      const found = Object.entries(resources).find(([beginning]) => `${own}/`.startsWith(`/${beginning}/`));
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
      await inBatches(questions, async ({ operation, query }) => {
        const id = withId().includes(operation) ? await objectOf(resourceOf(operation)) : 0;
        const response = await call(operation, { id, apiKey, query });
        if (!response.ok) wrong.push(`${operation.at}${query}: ${response.status} ${await response.text()}`);
      });
      expect(wrong).toEqual([]);
    });

    it('refuses an unknown query parameter and lists the documented ones', async () => {
      const apiKey = await product.addKey({ account_management: true });
      const wrong: string[] = [];
      await inBatches(withFields(), async (operation) => {
        const id = withId().includes(operation) ? await objectOf(resourceOf(operation)) : 0;
        const response = await call(operation, { id, apiKey, query: '?no_such_parameter=1' });
        const { msg } = (await response.json()) as { msg?: string };
        const known = queryNames(operation.operation);
        const takes = known.length > 0 ? inOrder(known) : 'no query parameters';
        const [, refused, listed = ''] = REFUSAL.exec(msg ?? '') ?? [];
        if (response.status !== 400 || !refused || inOrder(listed.split(', ')) !== takes) {
          wrong.push(`${operation.at}: ${response.status} ${msg}`);
        }
      });
      expect(wrong).toEqual([]);
    });

    it('refuses wrong values with a sentence for each field', async () => {
      const apiKey = await product.addKey({ account_management: true });
      const counts = new Map<number, number>();
      const unexpected: string[] = [];
      const cases = withFields().flatMap((operation) =>
        wrongInputs(product.document, operation.operation).map((input) => ({ operation, ...input })),
      );
      // One after another, because an account may run few exports at once.
      for (const { operation, query, body } of sampleAtLength(cases, WRONG_VALUES_STEP)) {
        const id = withId().includes(operation) ? await objectOf(resourceOf(operation)) : 0;
        // product.answers checks the messages.
        const { status } = await call(operation, { id, apiKey, query, body });
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (status === 429 || status >= 500) unexpected.push(`${operation.at}: ${status}`);
        // An empty parameter counts as none, and names like "constructor" are names.
        const isSpent = isSpentBy(operation) || operation.method === 'delete';
        if (status < 300 && isSpent) made.delete(resourceOf(operation));
      }
      expect(counts.get(400)).toBeGreaterThan(LEAST_REFUSALS);
      expect(unexpected).toEqual([]);
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

  /**
   * Calls every operation with every role, with and without account management, with keys narrowed to its scope and to all other
   * scopes, and without a key. The expected status comes from `x-scope` and `x-role` of the document.
   */
  describe('permissions', () => {
    let operations: Operation[];
    let roles: Holder[];

    beforeAll(async () => {
      operations = operationsOf(product.document).map(({ path, method, operation }) => ({
        at: `${method.toUpperCase()} ${path}`,
        method,
        path: path.replace(/\{(\w+)\}/g, (_all, name: string) => (name.endsWith('id') ? NO_ID : 'nothing')),
        operation,
      }));
      roles = await Promise.all(
        ROLES.flatMap((role) => [true, false].map((manages) => holder(role, manages, []))),
      );
    });

    async function holder(role: Role, manages: boolean, narrowed: Held[]): Promise<Holder> {
      return {
        name: `${role}${manages ? ' with account management' : ''} [${narrowed.join()}]`,
        apiKey: await product.addKey({ role, account_management: manages, scopes: narrowed }),
        role,
        scopes: effectiveScopes(role, manages, narrowed),
      };
    }

    /** Bodies are empty, so that nothing changes. Operations that check the role after validation get a complete body. */
    function ask({ method, path, operation }: Operation, apiKey?: string): Promise<Response> {
      const example = operation.requestBody?.content['application/json']?.example;
      const body = operation['x-role'] ? example : {};
      const url = `${product.world.url('gateway')}/public/v1${path}`;
      return product.answers.fetch(
        new Request(url, {
          method: method.toUpperCase(),
          headers: {
            'content-type': 'application/json',
            ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
          },
          ...(method === 'get' ? {} : { body: JSON.stringify(body) }),
        }),
      );
    }

    function may({ role, scopes }: Holder, { operation }: Operation): boolean {
      const [scope, needed] = [operation['x-scope'], operation['x-role']];
      return (scope === 'public' || scopes.includes(scope as string)) && (!needed || needed === role);
    }

    /** Returns the differences from the document. */
    async function surprise(holder: Holder, operation: Operation): Promise<string | null> {
      const response = await ask(operation, holder.apiKey);
      const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
      const body = isJson ? await response.json() : {};
      const { code, required } = body as { code?: string; required?: string };
      const case_ = `${operation.at} as ${holder.name}: ${response.status} ${code} ${required}`;
      if (may(holder, operation)) return [401, 403].includes(response.status) ? case_ : null;
      return response.status === 403 && code === 'forbidden' && required ? null : case_;
    }

    async function surprises(cases: readonly (readonly [Holder, Operation])[]): Promise<string[]> {
      const found = await inBatches(cases, ([who, what]) => surprise(who, what));
      return found.filter((one) => one !== null);
    }

    it('are declared by every operation', () => {
      const undeclared = operations.filter(
        ({ operation }) => !(SCOPES as readonly string[]).includes(operation['x-scope'] ?? ''),
      );
      expect(undeclared.map(({ at }) => at)).toEqual([]);
      expect(operations.length).toBeGreaterThan(60);
    });

    it('hold for every role', async () => {
      const cases = operations.flatMap((operation) => roles.map((role) => [role, operation] as const));
      expect(await surprises(sampleAtLength(cases, KEYS_STEP))).toEqual([]);
    });

    it('hold for keys narrowed to the operation’s scope and for keys with all other scopes', async () => {
      const narrow = new Map<string, [only: Holder, others: Holder]>();
      for (const scope of HELD) {
        const others = HELD.filter((one) => one !== scope);
        narrow.set(scope, [await holder('admin', true, [scope]), await holder('admin', true, others)]);
      }
      const cases = operations.flatMap((operation) =>
        (narrow.get(operation.operation['x-scope'] as string) ?? []).map((key) => [key, operation] as const),
      );
      expect(cases.length).toBeGreaterThan(100);
      expect(await surprises(sampleAtLength(cases, KEYS_STEP))).toEqual([]);
    });

    it('hold a token to the services that it was signed for', async () => {
      const { world } = product;
      const secrets = new Secrets(world.settings('gateway')['SECRETS_KEY'] as string);
      const signer = new PrincipalSigner(secrets.derive(PRINCIPAL_SEED_LABEL));
      const accepted: string[] = [];
      const behindGateway = SERVICE_NAMES.filter((name) => name !== 'gateway');
      for (const receiver of behindGateway) {
        const token = await signer.sign(buildPrincipal(), receiver);
        for (const other of behindGateway) {
          const { status } = await fetch(`${world.url(other)}${SERVICE_DOCUMENT_PATH}`, {
            headers: { [PRINCIPAL_HEADER]: token },
          });
          expect([200, 401]).toContain(status);
          if (status === 200) accepted.push(`${receiver} at ${other}`);
        }
      }
      // The gateway serves the document of its own operations to nobody.
      const expected = behindGateway.flatMap((one) =>
        audienceOf(one).flatMap((other) => (other === 'gateway' ? [] : [`${one} at ${other}`])),
      );
      expect(accepted.sort()).toEqual(expected.sort());
      expect(expected).not.toContain('webhooks at reviews');
    });

    it('require a key, except for public operations', async () => {
      const wrong: string[] = [];
      await inBatches(operations, async (operation) => {
        const { status } = await ask(operation);
        const isOpen = operation.operation.security?.length === 0;
        if (isOpen ? status !== 200 : status !== 401) wrong.push(`${operation.at}: ${status}`);
      });
      expect(wrong).toEqual([]);
    });
  });

  /** The names are sent as a language, a type, a name or a key, as any stranger can. */
  describe('a name that every object inherits, such as constructor,', () => {
    /** Sends it in the headers and cookies that choose a language or a session too. */
    async function statusOf(path: string, name: string): Promise<number> {
      const headers = {
        accept: 'text/html',
        'accept-language': `${name},${name}-AT;q=0.5`,
        cookie: `${name}=${name}; plaudit_session=${name}`,
      };
      const url = `${product.world.url('gateway')}${path}`;
      return (await fetch(url, { headers, redirect: 'manual' })).status;
    }

    /** Returns where a page answers the name in another way than it answers `usual`. */
    async function surprises(pages: readonly string[], usual: string): Promise<string[]> {
      const cases = pages.flatMap((page) => INHERITED_NAMES.map((name) => [page, name] as const));
      const found = await inBatches(cases, async ([page, name]) => {
        const expected = await statusOf(page.replaceAll('*', usual), 'xx');
        const status = await statusOf(page.replaceAll('*', name), name);
        return status === expected && status !== 500
          ? []
          : [`${page} with ${name}: ${status}, not ${expected}`];
      });
      return found.flat();
    }

    it('changes no public page', async () => {
      expect(await surprises(await publicPagesOf(product), 'xx')).toEqual([]);
    });

    it('is the name of no page', async () => {
      expect(await surprises(MISSING_PAGES, 'nothing')).toEqual([]);
    });

    it('names no object of an operation', async () => {
      const apiKey = await product.addKey({ account_management: true });
      const named = operationsOf(product.document).filter(({ path }) => path.includes('{'));
      expect(named.length).toBeGreaterThan(20);
      const wrong: string[] = [];
      const cases = named.flatMap((operation) => INHERITED_NAMES.map((name) => ({ ...operation, name })));
      await inBatches(sampleAtLength(cases, NAMES_STEP), async ({ path, method, operation, name }) => {
        const url = `${product.world.url('gateway')}/public/v1${path.replace(/\{\w+\}/g, name)}`;
        const body = method === 'get' ? undefined : JSON.stringify(exampleBody(operation));
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
        const { status } = await fetch(url, { method: method.toUpperCase(), headers, body });
        if (status < 400 || status >= 500) wrong.push(`${method} ${path} of ${name}: ${status}`);
      });
      expect(wrong).toEqual([]);
    });
  });

  describeInBrowser('on the reference page an operation', () => {
    let browser: Browser;
    let page: Page;
    const elsewhere: string[] = [];
    const complaints: string[] = [];

    beforeAll(async () => {
      const origin = product.world.url('gateway');
      browser = await launchBrowser();
      page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) elsewhere.push(url);
      });
      page.on('console', (message) => {
        // The browser's console reports a refused request as an error. The page shows it as a response.
        const isAnswer = message.text().includes('401');
        if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${origin}/docs`);
      await page.locator('.opblock-tag-section').first().waitFor();
    });
    afterAll(async () => {
      await browser?.close();
    });

    // These come first: once the page shows every operation, each click takes seconds.
    it('shows fields, examples and errors of an opened operation', async () => {
      await page.locator('#operations-tag-Reviews').click();
      const block = page.locator('#operations-Reviews-addReview');
      await block.locator('.opblock-summary-control').click();
      const text = async (): Promise<string> => (await block.textContent()) ?? '';
      const words = ['Idempotency-Key', 'from_name', 'Great bread.', 'duplicate_review', '429'];
      await eventually(text, (shown) => words.every((word) => shown.includes(word)), words.join(', '));
    });

    it('sends a request with and without a key', async () => {
      const block = page.locator('#operations-Connection-hello');
      const answered = (status: string): Promise<unknown> =>
        eventually(
          () => block.locator('.live-responses-table tbody .response-col_status').allTextContents(),
          ([shown]) => shown?.trim() === status,
          `the answer ${status}`,
        );
      await page.locator('#operations-tag-Connection').click();
      await block.locator('.opblock-summary-control').click();
      await block.locator('.try-out__btn').click();
      await block.locator('.execute').click();
      await answered('401');
      await page.locator('.auth-wrapper .authorize').click();
      const bearer = page.locator('.auth-container').nth(1);
      await bearer.locator('input').fill(await product.addKey());
      await bearer.locator('.authorize').click();
      await bearer.locator('.btn-done').click();
      await block.locator('.execute').click();
      await answered('200');
    });

    it('shows every resource', async () => {
      const shown = await page.locator('.opblock-tag').evaluateAll((tags) => tags.map(({ id }) => id));
      expect(shown).toEqual((product.document.tags ?? []).map(({ name }) => `operations-tag-${name}`));
    });

    itAtLength('shows every operation once all resources are open', async () => {
      const closed = page.locator('.opblock-tag[data-is-open="false"]');
      for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
      const webhooks = Object.keys(product.document.webhooks ?? {});
      await eventually(
        () => page.locator('.opblock').count(),
        (blocks) => blocks === operationsOf(product.document).length + webhooks.length,
        'every operation to be shown',
      );
    });

    itAtLength('follows the guide to webhooks, and each webhook is shown with its body', async () => {
      const headings = await page.locator('.info .description :is(h2, h3, h4)').allTextContents();
      expect(headings).toEqual(
        expect.arrayContaining(['Webhooks', 'Verify the signature', 'Python', 'PHP', 'Ruby']),
      );
      const block = page.locator('.webhooks .opblock').filter({ hasText: 'rating.changed' });
      await block.locator('.opblock-summary-control').click();
      const text = async (): Promise<string> => (await block.textContent()) ?? '';
      const words = ['X-Service-Signature', 'webhook-signature', 'previous_score', '2XX'];
      await eventually(text, (shown) => words.every((word) => shown.includes(word)), words.join(', '));
    });

    it('is reached past the introduction, which links to the error codes', async () => {
      const introduction = page.locator('.info .description');
      expect(await introduction.textContent()).toContain('Idempotency-Key');
      await page.locator('header nav').getByText('Operations').click();
      await eventually(
        () => page.locator('.scheme-container').evaluate((part) => part.getBoundingClientRect().top),
        (top) => top >= 0 && top < 200,
        'the operations to be at the top of the window',
      );
      const link = introduction.getByText('Error codes').first();
      expect(await link.getAttribute('href')).toBe('/docs/errors');
    });

    it('requests nothing from other hosts and causes no browser errors', () => {
      expect(elsewhere).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });
});
