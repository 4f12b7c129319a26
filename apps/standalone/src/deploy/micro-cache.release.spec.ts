import { randomBytes } from 'node:crypto';
import { urlVariable } from '@plaudit/contracts';
import { gatewayService } from '@plaudit/gateway';
import { reviewsService } from '@plaudit/reviews';
import { deriveKey, PRINCIPAL_SEED_LABEL, principalPublicKey } from '@plaudit/runtime';
import { basicAuth, eventually, HttpClient, type HttpResult, startWorld, type World } from '@plaudit/testing';
import { widgetsService } from '@plaudit/widgets';
import { Cleanup } from '../../../../bench/harness/cleanup';
import { hasNginx, startMicroCache } from '../../../../bench/harness/nginx';

const API_KEY = `rk_${randomBytes(20).toString('hex')}`;
const ABSENT = ['channels', 'webhooks', 'invitations', 'reports', 'ai'] as const;
const VISITORS = 40;
const SHOP = 'https://shop.example';
const OTHER_SHOP = 'https://shop.example.org';

/** The documented configuration before the product. Debian's `nginx-light` is enough, and NGINX_BIN names another one. */
const describeWithNginx = hasNginx() ? describe : describe.skip;

describeWithNginx('deploy/nginx/micro-cache.conf', () => {
  const cleanup = new Cleanup();
  let world: World;
  let client: HttpClient;
  let visitor: HttpClient;

  beforeAll(async () => {
    const secretsKey = randomBytes(32);
    const settings = {
      SECRETS_KEY: secretsKey.toString('base64'),
      PRINCIPAL_PUBLIC_KEYS: principalPublicKey(deriveKey(secretsKey, PRINCIPAL_SEED_LABEL)),
      BOOTSTRAP_API_KEY: API_KEY,
      THROTTLE_BURST: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      ...Object.fromEntries(ABSENT.map((name) => [urlVariable(name), 'http://127.0.0.1:1'])),
    };
    const definitions = [reviewsService, widgetsService, gatewayService];
    world = await startWorld({
      nats: false,
      services: definitions.map((definition) => ({ definition, settings })),
    });
    const origin = await startMicroCache(world.url('gateway'), cleanup);
    visitor = new HttpClient(origin);
    client = new HttpClient(`${origin}/public/v1`, basicAuth(API_KEY));
  });
  afterAll(async () => {
    await cleanup.close();
    await world.close();
  });

  async function widget(settings: object = {}): Promise<{ id: number; path: string }> {
    const added = await client.post('/widgets/add', { body: { type: 'list', settings } });
    expect(added.status).toBe(201);
    const { id, key } = added.body as { id: number; key: string };
    return { id, path: `/embed/v1/widgets/${key}.json` };
  }

  async function review(text: string): Promise<number> {
    const body = {
      from_name: 'Noa Bergman',
      text,
      posted_on: '2026-01-31',
      rating_value: 5,
      status: 'approved',
    };
    const added = await client.post('/reviews/add', { body });
    expect(added.status).toBe(200);
    return added.body.id as number;
  }

  function visit(path: string, headers: Record<string, string> = {}): Promise<HttpResult> {
    return visitor.get(path, { headers });
  }

  const cacheOf = ({ headers }: HttpResult) => headers.get('x-cache');
  const textsOf = ({ body }: HttpResult) => (body.reviews as { text: string }[]).map(({ text }) => text);

  it('sends the data from its memory, whole and as a 304, until it is older than a second', async () => {
    const { path } = await widget();
    const id = await review('Warm bread');
    const first = await visit(path);
    expect([first.status, cacheOf(first), textsOf(first)]).toEqual([200, 'MISS', ['Warm bread']]);
    const again = await visit(path);
    expect([again.status, cacheOf(again), textsOf(again)]).toEqual([200, 'HIT', ['Warm bread']]);
    expect(again.headers.get('x-request-id')).toBeNull();
    const etag = again.headers.get('etag') as string;
    const unchanged = await visit(path, { 'if-none-match': etag });
    expect([unchanged.status, cacheOf(unchanged)]).toEqual([304, 'HIT']);

    expect((await client.delete(`/reviews/delete/${id}`)).status).toBe(200);
    const changed = await eventually(
      () => visit(path, { 'if-none-match': etag }),
      ({ status }) => status === 200,
      'the data without the deleted review',
    );
    expect(textsOf(changed)).toEqual([]);
  });

  it('asks again with the ETag after a second, and gets no body of an unchanged widget', async () => {
    const { path } = await widget();
    expect(cacheOf(await visit(path))).toBe('MISS');
    const next = await eventually(
      () => visit(path),
      (response) => cacheOf(response) !== 'HIT',
      'a request that nginx does not serve from its memory',
    );
    expect([next.status, cacheOf(next)]).toEqual([200, 'REVALIDATED']);
    expect(cacheOf(await visit(path))).toBe('HIT');
  });

  it('fetches the first version once for visitors who arrive together', async () => {
    const arriveTogether = async (): Promise<(string | null)[]> => {
      const { path } = await widget();
      return (await Promise.all(Array.from({ length: VISITORS }, () => visit(path)))).map(cacheOf);
    };
    // On a busy machine, the fetch may take longer than the others wait.
    const caches = await eventually(
      arriveTogether,
      (them) => them.filter((cache) => cache === 'MISS').length === 1,
      'a single fetch',
    );
    expect(caches.filter((cache) => cache === 'HIT')).toHaveLength(VISITORS - 1);
  });

  it('keeps a version for each language and compression', async () => {
    const { path } = await widget();
    const variants = [
      [path, { 'accept-language': 'de', 'accept-encoding': 'gzip' }, 'de'],
      [path, { 'accept-language': 'fr', 'accept-encoding': 'gzip' }, 'fr'],
      [path, { 'accept-language': 'fr', 'accept-encoding': 'identity' }, 'fr'],
      [`${path}?lang=it`, { 'accept-language': 'de' }, 'it'],
      [`${path}?page_lang=es-MX`, { 'accept-language': 'de' }, 'es'],
      // nginx does not distinguish $arg_lang and $arg_LANG. The service knows no LANG.
      [`${path}?LANG=it`, { 'accept-language': 'pl' }, 'pl'],
    ] as const;
    for (const cache of ['MISS', 'HIT']) {
      for (const [url, headers, language] of variants) {
        const response = await visit(url, headers);
        expect([url, headers, cacheOf(response), response.body.lang]).toEqual([
          url,
          headers,
          cache,
          language,
        ]);
      }
    }
  });

  it('keeps a version for each page that may embed the widget, and refuses the others each time', async () => {
    const { path } = await widget({ access: { allowed_domains: ['shop.example', 'shop.example.org'] } });
    for (const cache of ['MISS', 'HIT']) {
      for (const origin of [SHOP, OTHER_SHOP]) {
        const { headers } = await visit(path, { origin });
        expect([headers.get('x-cache'), headers.get('access-control-allow-origin')]).toEqual([cache, origin]);
      }
    }
    for (let time = 0; time < 2; time += 1) {
      const { status, headers } = await visit(path, { origin: 'https://thief.example' });
      expect([status, headers.get('cache-control')]).toEqual([403, 'no-store']);
    }
  });

  it('does not store the data of a deleted widget, an error or anything that is not for every visitor', async () => {
    const { id, path } = await widget();
    expect((await client.delete(`/widgets/delete/${id}`)).status).toBe(200);
    const key = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
    const shown = (await widget()).path.slice(0, -'.json'.length);
    for (const [url, status, cache] of [
      [path, 200, 'MISS'],
      // nginx adds no header to an error.
      ['/embed/v1/widgets/no-key.json', 404, null],
      ['/embed/v1/nothing.js', 404, null],
      [`${shown}/reviews?q=bread`, 200, null],
      [`${shown}.html`, 200, null],
      [`/embed/v1/widgets/${key}.html`, 404, null],
    ] as const) {
      for (let time = 0; time < 2; time += 1) {
        const response = await visit(url);
        expect([url, response.status, cacheOf(response)]).toEqual([url, status, cache]);
      }
    }
    expect((await visitor.post(`${shown}/seen?kind=open`)).headers.get('x-cache')).toBeNull();
  });

  it('sends the scripts from its memory', async () => {
    for (const cache of ['MISS', 'HIT']) {
      const script = await visit('/embed/v1/w.js');
      expect([script.status, cacheOf(script)]).toEqual([200, cache]);
    }
  });
});
