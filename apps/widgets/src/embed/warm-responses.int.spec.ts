import { connect } from 'node:net';
import { REV_LEASE_MS } from '@plaudit/contracts';
import {
  type Caller,
  eventually,
  Exposition,
  HttpClient,
  type HttpResult,
  type World,
} from '@plaudit/testing';
import { EmbedWorld, type Shop, texts } from './embed-world.suite';

/** More than a widget has to have at one moment to be busy. */
const CROWD = 40;
/** Each response has its own. */
const OWN_HEADERS = new Set(['x-request-id', 'date']);

describe('a widget with many visitors', () => {
  let embed: EmbedWorld;
  let world: World;
  let shop: Shop;
  let visitor: Caller;

  beforeAll(async () => {
    embed = await EmbedWorld.start();
    ({ world, visitor } = embed);
    embed.reviews.grantsLeases = true;
  });
  beforeEach(() => {
    shop = embed.newShop();
  });
  afterAll(() => embed.close());

  function crowd(key: string, headers: Record<string, string> = {}): Promise<HttpResult[]> {
    return Promise.all(Array.from({ length: CROWD }, () => shop.json(key, headers)));
  }

  /**
   * Makes the widget busy. A slow machine would not send so many requests on connections of their own in time. They come from the same
   * origin, so they do not count as views.
   */
  async function knock(key: string): Promise<void> {
    const headers = {
      host: 'localhost',
      'if-none-match': '*',
      'sec-fetch-site': 'same-origin',
      ...(await visitor.headers('widgets')),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `GET /embed/v1/widgets/${key}.json HTTP/1.1\r\n${lines.join('')}\r\n`;
    const { hostname, port } = new URL(world.url('widgets'));
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    socket.write(request.repeat(CROWD));
    let received = '';
    for await (const chunk of socket) {
      received += chunk as string;
      if (received.split('HTTP/1.1 ').length > CROWD) break;
    }
  }

  /** Makes the widget busy until a response is given without a question to the reviews service. Returns that response. */
  async function warm(
    key: string,
    headers: Record<string, string> = {},
    send: typeof shop.json = (...request) => shop.json(...request),
  ): Promise<HttpResult> {
    const visit = async (): Promise<HttpResult | null> => {
      await knock(key);
      await send(key, headers);
      const before = embed.reviews.questionCount;
      const response = await send(key, headers);
      return embed.reviews.questionCount === before ? response : null;
    };
    return (await eventually(
      visit,
      (response) => response !== null,
      'a response of the cache',
    )) as HttpResult;
  }

  function headersOf({ headers }: HttpResult): Record<string, string> {
    return Object.fromEntries([...headers].filter(([name]) => !OWN_HEADERS.has(name)));
  }

  it('is answered without a question to the reviews service, and with the same response', async () => {
    const { key } = await shop.widget();
    await shop.review();
    const cold = await shop.json(key);
    const known = await warm(key);
    expect({ status: known.status, headers: headersOf(known), body: known.body }).toEqual({
      status: 200,
      headers: headersOf(cold),
      body: cold.body,
    });
    expect(known.headers.get('x-request-id')).not.toBe(cold.headers.get('x-request-id'));
    const tag = { 'if-none-match': cold.headers.get('etag') as string };
    const unchanged = await shop.json(key, tag);
    expect(unchanged.status).toBe(304);
    const warmUnchanged = await warm(key, tag);
    expect({ status: warmUnchanged.status, headers: headersOf(warmUnchanged) }).toEqual({
      status: 304,
      headers: headersOf(unchanged),
    });
  });

  it('is answered in the language and for the page of each visitor', async () => {
    const { key } = await shop.widget({ access: { allowed_domains: ['shop.example', 'www.shop.example'] } });
    const from = (host: string, language: string): Record<string, string> => ({
      origin: `https://${host}`,
      'accept-language': language,
    });
    const german = await warm(key, from('shop.example', 'de'));
    expect(german.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    const french = await warm(key, from('www.shop.example', 'fr'));
    expect(french.headers.get('access-control-allow-origin')).toBe('https://www.shop.example');
    expect([german.body.lang, french.body.lang]).toEqual(['de', 'fr']);
    expect(await shop.json(key, from('evil.example', 'de'))).toMatchObject({ status: 403 });
    expect(await shop.json(key)).toMatchObject({ status: 403 });
  });

  it('needs a token of the gateway for every response', async () => {
    const { key } = await shop.widget();
    await warm(key);
    const path = `/embed/v1/widgets/${key}.json`;
    const stranger = new HttpClient(world.url('widgets'));
    expect(await stranger.get(path)).toMatchObject({ status: 401 });
    const forged = { 'x-plaudit-principal': 'not.a.token' };
    expect(await stranger.get(path, { headers: forged })).toMatchObject({ status: 401 });
    expect(await visitor.get('widgets', `${path}?lang=de&lang=fr`)).toMatchObject({ status: 400 });
  });

  it('shows a change of the widget in every request after it', async () => {
    const { id, key } = await shop.widget();
    for (let turn = 1; turn <= 10; turn += 1) {
      await warm(key);
      const body = { settings: { header: { title: `Title ${turn}` } } };
      const changed = await shop.client.put('widgets', `/public/v1/widgets/update/${id}`, { body });
      expect(changed.status).toBe(200);
      const seen = await crowd(key);
      expect(new Set(seen.map((response) => response.body.label))).toEqual(new Set([`Title ${turn}`]));
    }
  });

  it('shows a new review when the lease has ended, while its visitors go on', async () => {
    const { key } = await shop.widget();
    await warm(key);
    shop.reviews.add(shop.subAccountId, { text: 'Fresh.' });
    await new Promise((resolve) => setTimeout(resolve, REV_LEASE_MS));
    const seen = await crowd(key);
    expect(new Set(seen.map(({ body }) => texts(body)[0]))).toEqual(new Set(['Fresh.']));
  });

  it('counts as shown to each visitor, but not to a program', async () => {
    const { id, key } = await shop.widget();
    let visits = 0;
    await warm(key, {}, (...request) => {
      visits += 1;
      return shop.json(...request);
    });
    await warm(key, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    visits += 1;
    await shop.json(key);
    const query = { widgets: id, days: 2 };
    const total = async (): Promise<number> =>
      (await shop.client.get('widgets', '/public/v1/widgets/views', { query })).body.items[0].total_views;
    await eventually(total, (count) => count >= visits, 'the views to be stored');
    expect(await total()).toBe(visits);
  });

  it('counts in the metrics and has a line in the log like any other request', async () => {
    const { key } = await shop.widget();
    await warm(key);
    const labels = { service: 'widgets', route: '/embed/v1/widgets/:key.json', status: '200' };
    const count = async (): Promise<number> =>
      (await Exposition.fetch(world.metricsUrl)).sum('plaudit_http_request_duration_seconds_count', labels);
    const before = await count();
    const id = `warm-${key}`;
    const seen = await crowd(key, { 'x-request-id': id });
    expect(new Set(seen.map(({ headers }) => headers.get('x-request-id')))).toEqual(new Set([id]));
    await eventually(count, (now) => now === before + CROWD, 'all requests to be counted');
    const lines = await eventually(
      () => world.logs.requests().filter(({ request_id }) => request_id === id),
      ({ length }) => length === CROWD,
      'the lines of all requests',
    );
    for (const { route, status } of lines)
      expect({ route, status }).toEqual({ route: labels.route, status: 200 });
  });
});
