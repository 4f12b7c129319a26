import { randomUUID } from 'node:crypto';
import {
  asPayload,
  type DomainEvent,
  durablesOf,
  type EventDefinition,
  EVENTS,
  isReadable,
  isSurelyValid,
  reviewsCollected,
} from '@plaudit/contracts';
import { createDataSource, databaseMigrations, migrate } from '@plaudit/database';
import { listDeadLetters, eventMigrations } from '@plaudit/events';
import { sealedColumns } from '@plaudit/runtime';
import {
  eventually,
  buildEvent,
  buildCollectedReview,
  waitUntilConsumed,
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
  schemaDrift,
} from '@plaudit/testing';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';
import { RequestRules } from './contract/request-rules.suite';
import { SentBack } from './contract/sent-back.suite';
import { ALL_SERVICES } from './services';

/** Columns of bytes that hold no secret that the product could read: hashes, and the bodies of events. */
const NOT_SEALED = [
  'ai.forgotten_texts.text_hash',
  'ai.remembered_answers.key',
  'ai.translations.key',
  'ai.translations.text_hash',
  'channels.oauth_connections.choice_hash',
  'channels.oauth_connections.state_hash',
  'gateway.keys.hash',
  'gateway.login_links.hash',
  'gateway.oauth_records.id',
  'gateway.password_resets.hash',
  'gateway.sessions.hash',
  'gateway.setup_links.hash',
  'gateway.sign_in_attempts.counter',
  'invitations.requests.recipient_key',
  'invitations.suppressions.recipient_key',
  'reviews.reviews.fingerprint',
  'reviews.suppressions.person',
  'webhooks.events.body',
  ...ALL_SERVICES.map(({ name }) => `${name}.parked_events.payload`),
];

const NEW_WORD = 'word_of_a_later_release';

const MEDIA = {
  type: 'image',
  url: 'https://cdn.example.com/a.jpg',
  src: 'https://cdn.example.com/a.jpg',
} as const;

type Json = Record<string, unknown>;

/** Returns the example of an event, with an item in each list. */
function exampleOf(definition: EventDefinition): Json {
  if (definition.name !== reviewsCollected.name) return structuredClone(definition.example) as Json;
  const reviews = [buildCollectedReview({ media: [MEDIA] })];
  // The other events delete the channel of the examples, and its reviews with it.
  return { ...structuredClone(definition.example), channel_id: 4_711, reviews };
}

/** Returns the paths of all texts, at every depth. */
function textPaths(data: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof data === 'string') return [path];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([field, value]) => textPaths(value, [...path, field]));
}

/** Returns the paths of the texts that hold one of a few words: a consumer reads any other, a producer refuses it. */
function wordPaths({ payload }: EventDefinition, example: Json): (readonly string[])[] {
  return textPaths(example).filter((path) => {
    const changed = asPayload(payload, grown(example, path) as Json);
    return isReadable(changed, null) && !isSurelyValid(changed);
  });
}

/** Returns `data` with an unknown field in each object, and with an unknown word at `path`. */
function grown(data: unknown, path: readonly string[] | null): unknown {
  if (path?.length === 0) return NEW_WORD;
  if (Array.isArray(data)) {
    return data.map((item, index) => grown(item, path?.[0] === String(index) ? path.slice(1) : null));
  }
  if (typeof data !== 'object' || data === null) return data;
  const fields = Object.entries(data).map(([field, value]) => [
    field,
    grown(value, path?.[0] === field ? path.slice(1) : null),
  ]);
  return { ...(Object.fromEntries(fields) as Json), field_of_a_later_release: [{ a: 1 }] };
}

function eventsOf(definition: EventDefinition): DomainEvent[] {
  const example = exampleOf(definition);
  const paths = [null, ...wordPaths(definition, example)];
  return paths.map((path, index) => ({
    ...buildEvent(definition, { aggregateversion: index + 1 }),
    specversion: '1.1' as never,
    region: 'eu',
    data: grown(example, path),
  }));
}

const TRACE_ID = 'c'.repeat(32);

const CLIENT_SPAN = 'd'.repeat(16);

const TRACESTATE = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE';

const SECRET_TEXT = 'A text that no trace may contain';

/** What the change of a review is made of, as `service kind name`. */
const CHAIN = [
  'gateway server PUT /public/v1/reviews/*',
  'gateway client PUT',
  'reviews server PUT /public/v1/reviews/update/:id',
  'reviews client UPDATE reviews',
  'reviews producer create review.updated.v1',
  'reviews client INSERT outbox',
  'reviews client publish review.updated.v1',
  'webhooks consumer process review.updated.v1',
  'webhooks client INSERT deliveries',
  'webhooks client POST',
];

describe('all services', () => {
  let receiver: OtlpReceiver;
  let product: ProductWorld;
  let apiKey: string;

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    product = await startProductWorld({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    apiKey = await product.addKey();
  });
  afterAll(async () => {
    await product.close();
    await receiver.close();
  });

  describe('migrations and entities', () => {
    it.each(ALL_SERVICES.map((definition) => [definition.name, definition] as const))(
      'agree on the tables of %s',
      async (_name, definition) => {
        expect(await schemaDrift(product.world, definition)).toEqual([]);
      },
    );

    it.each(ALL_SERVICES.map((definition) => [definition.name, definition] as const))(
      'let those of %s without a transaction run again, because a crash leaves them half done',
      async (name, definition) => {
        const migrations = [...databaseMigrations, ...eventMigrations, ...definition.migrations];
        const repeated = migrations.filter((migration) => new migration().transaction === false);
        expect(repeated.length).toBeGreaterThan(0);
        const dataSource = createDataSource({
          url: product.world.databaseUrl(name),
          schema: name,
          entities: definition.entities,
          migrations,
        });
        await dataSource.initialize();
        const schema = () =>
          product.world.admin.query(
            'select indexname, indexdef from pg_indexes where schemaname = $1 order by 1',
            [name],
          );
        const before = await schema();
        await dataSource.query('delete from migrations where name = any($1)', [
          repeated.map((one) => one.name),
        ]);
        await migrate(dataSource);
        const recorded = await dataSource.query<object[]>('select from migrations where name = any($1)', [
          repeated.map((one) => one.name),
        ]);
        await dataSource.destroy();
        expect(recorded).toHaveLength(repeated.length);
        expect(await schema()).toEqual(before);
      },
    );

    it('declare every column of bytes as sealed, unless it holds no secret', async () => {
      const columns = await product.world.admin.query<{ name: string }>(
        `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
         where data_type = 'bytea' and table_schema = any($1) order by name`,
        [ALL_SERVICES.map(({ name }) => name)],
      );
      const sealed = ALL_SERVICES.flatMap(sealedColumns).map(
        ({ schema, table, column }) => `${schema}.${table}.${column}`,
      );
      expect(columns.map(({ name }) => name)).toEqual([...sealed, ...NOT_SEALED].sort());
    });
  });

  describe('trace a change', () => {
    const described = ({ service, kind, name }: ReceivedSpan) => `${service} ${kind} ${name}`;

    async function review(): Promise<number> {
      const body = { from_name: 'Ida', text: `${SECRET_TEXT} ${randomUUID()}`, posted_on: '2026-01-02' };
      return (await product.admin.post('/reviews/add', { body })).id;
    }

    async function approve(id: number, headers: Record<string, string> = {}): Promise<Response> {
      return fetch(`${product.world.url('gateway')}/public/v1/reviews/update/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ status: 'approved' }),
      });
    }

    /** Waits until the spans with these descriptions are there, and their parents. */
    function whole(traceId: string, chain: readonly string[]): Promise<ReceivedSpan[]> {
      return eventually(
        () => receiver.trace(traceId),
        (spans) => {
          const found = spans.map(described);
          return chain.every((each) => found.includes(each)) && orphans(spans).length === 0;
        },
        `the spans ${chain.join(', ')}`,
      );
    }

    /** The spans whose parent is neither in the trace nor the span of the client. */
    function orphans(spans: readonly ReceivedSpan[]): string[] {
      const ids = new Set([...spans.map(({ spanId }) => spanId), CLIENT_SPAN, null]);
      return spans.filter(({ parentId }) => !ids.has(parentId)).map(described);
    }

    it('goes from the request at the gateway to the POST of the webhook', async () => {
      const id = await review();
      const { outside, admin } = product;
      await admin.post('/webhooks/add', {
        body: { url: `${outside.url}/hook?token=x`, events: ['review.updated'] },
      });
      const traceparent = `00-${TRACE_ID}-${CLIENT_SPAN}-01`;
      expect(await approve(id, { traceparent, tracestate: TRACESTATE })).toMatchObject({ status: 200 });

      const spans = await whole(TRACE_ID, CHAIN);
      const [first] = spans.filter(({ parentId }) => parentId === CLIENT_SPAN);
      expect(first && described(first)).toBe(CHAIN[0]);
      const parentOf = (span: ReceivedSpan): string => {
        const parent = spans.find(({ spanId }) => spanId === span.parentId);
        return parent ? described(parent) : 'the client';
      };
      const parents = Object.fromEntries(spans.map((span) => [described(span), parentOf(span)]));
      expect(parents).toMatchObject({
        [CHAIN[0]!]: 'the client',
        [CHAIN[1]!]: CHAIN[0],
        [CHAIN[2]!]: CHAIN[1],
        [CHAIN[4]!]: CHAIN[2],
        [CHAIN[6]!]: CHAIN[4],
        [CHAIN[7]!]: CHAIN[4],
        [CHAIN[9]!]: CHAIN[7],
      });
      const posted = spans.find((span) => described(span) === CHAIN[9])!;
      const hook = outside.requests.find(({ path }) => path === '/hook')!;
      expect(hook.headers).toMatchObject({
        traceparent: `00-${TRACE_ID}-${posted.spanId}-01`,
        tracestate: TRACESTATE,
      });
      expect(posted.attributes).toMatchObject({
        'server.address': '127.0.0.1',
        'http.response.status_code': 204,
        'http.request.resend_count': 0,
      });
      expect(spans.filter(({ failed }) => failed).map(described)).toEqual([]);
      expect(JSON.stringify(spans)).not.toMatch(new RegExp(`${SECRET_TEXT}|token=x|rk_`));
    });

    it('holds nothing of the query of a request', async () => {
      const response = await fetch(`${product.world.url('gateway')}/public/v1/reviews/get?q=hidden`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      expect(response.status).toBe(200);
      const requestId = response.headers.get('x-request-id');
      const servers = await eventually(
        () => receiver.spans().filter(({ attributes }) => attributes['plaudit.request_id'] === requestId),
        ({ length }) => length === 2,
        'the spans of gateway and reviews',
      );
      const traceId = servers[0]!.traceId;
      expect(JSON.stringify(receiver.trace(traceId))).not.toContain('hidden');
    });

    it('begins at the gateway if the client states none', async () => {
      const response = await approve(await review());
      const requestId = response.headers.get('x-request-id');
      const servers = await eventually(
        () => receiver.spans().filter(({ attributes }) => attributes['plaudit.request_id'] === requestId),
        ({ length }) => length === 2,
        'the spans of gateway and reviews',
      );
      const [gateway] = servers.filter(({ service }) => service === 'gateway');
      expect(gateway?.parentId).toBeNull();
      expect(new Set(servers.map(({ traceId }) => traceId)).size).toBe(1);
    });

    it('of a crawl is its own, links to the request that queued it, and is not told to the platform', async () => {
      const { outside, admin } = product;
      await admin.post('/channels/add', { body: { type: 'website_schema', url: `${outside.url}/bakery` } });
      const crawl = await eventually(
        () => receiver.spans().find(({ name }) => name === 'crawl website_schema'),
        Boolean,
        'the span of the crawl',
      );
      const chain = ['channels internal crawl website_schema', 'channels client GET'];
      const collected = 'reviews consumer process channel.reviews_collected.v1';
      const spans = await whole(crawl!.traceId, [...chain, collected]);
      expect(crawl?.parentId).toBeNull();
      const [link] = crawl!.links;
      const linked = receiver.spans().find(({ spanId }) => spanId === link?.spanId);
      expect(linked && described(linked)).toBe('channels server POST /public/v1/channels/add');
      expect(linked?.traceId).not.toBe(crawl!.traceId);
      expect(spans.map(({ name }) => name)).not.toContain('SELECT outbox');
      const pages = outside.requests.filter(({ path }) => path === '/bakery');
      expect(pages.map(({ headers }) => headers.traceparent)).toEqual(pages.map(() => undefined));
    });
  });

  // The last one, because the events delete what they name.
  it('handles every event of a later release, with unknown words and unknown fields', async () => {
    const { world } = product;
    const events = EVENTS.flatMap(eventsOf);
    const words = events.length - EVENTS.length;
    expect(words).toBeGreaterThan(15);
    for (const event of events) await world.publish(event);
    for (const { name } of ALL_SERVICES.flatMap(({ name, consumes = [] }) => durablesOf(name, consumes))) {
      await waitUntilConsumed(world.natsUrl, name);
    }
    for (const { name } of ALL_SERVICES) {
      const parked = () => world.admin.query(`select kind, state, reason from ${name}.parked_events`);
      expect(await parked()).toEqual([]);
    }
    expect(await listDeadLetters(world.natsUrl)).toEqual([]);
    const stored = () => world.admin.query<{ status: number }>('select status from reviews.reviews');
    await eventually(stored, ({ length }) => length > 0, 'the collected review');
    const warnings = world.logs.lines.filter(({ context }) => context === 'Broadcasts');
    expect(warnings).toEqual([]);
  });

  describe('an object that was read', () => {
    it('is tried with every PUT of an object', () => {
      expect(new SentBack(product).uncovered()).toEqual([]);
    });

    it('is taken as it was read, which changes nothing', async () => {
      expect(await new SentBack(product).changed()).toEqual([]);
    }, 240_000);

    it('may have null in a field, or the error names the field, alike in PUT and POST', async () => {
      expect(await new SentBack(product).nulls()).toEqual([]);
    }, 240_000);
  });

  describe('all operations', () => {
    it('answer 400 that names the parameter for an empty list', async () => {
      const rules = new RequestRules(product);
      expect(rules.lists().length).toBeGreaterThan(50);
      expect(await rules.emptyLists()).toEqual([]);
    }, 120_000);

    it('answer 404 for an id in the path that no object can have', async () => {
      expect(await new RequestRules(product).impossibleIds()).toEqual([]);
    }, 120_000);

    it('answer 405 with the methods of the path, and take a slash at its end', async () => {
      const rules = new RequestRules(product);
      expect(await rules.wrongMethods()).toEqual([]);
      expect((await rules.request('options', '/tags')).status).toBe(204);
      expect((await rules.request('patch', '/nowhere')).status).toBe(404);
      expect((await rules.request('get', '/tags/')).status).toBe(200);
    }, 120_000);

    it('refuse a blank name of everything that has one', async () => {
      expect(await new RequestRules(product).blankNames()).toEqual([]);
    }, 120_000);
  });
});
