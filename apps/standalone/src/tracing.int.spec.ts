import { randomUUID } from 'node:crypto';
import { eventually, type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '@plaudit/testing';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';

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

describe('The trace of a change', () => {
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
      ({ length }) => length === 3,
      'the spans of gateway, reviews and widgets',
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
