import type { GatewayWorld } from '../gateway-world.suite';
import { startGatewayWorld } from '../gateway-world.suite';
import { ask, HOST, OWNER, type PageAnswer, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';

const PAGES_HOST = 'pages.example.net';
const VANITY_HOST = 'reviews.customer.example';
const WARNING = 'set PUBLIC_PAGES_URL';
const PAGES = [
  '/w/w_abc?lang=de&cursor=a%2Fb',
  '/i/token',
  '/i/templates/classic',
  '/o/token.gif',
  '/u/token',
];
/** What a browser of a visitor must not reach beside a page, and what belongs to users and their programs. */
const NOT_PAGES = ['/', '/app', '/app/session', '/app/api/tags', '/login/once', '/docs', '/public/v1/hello'];

let gateway: GatewayWorld;
const { verifiedDomain } = signIns(() => gateway);

const get = (path: string, host: string, method = 'GET'): Promise<PageAnswer> =>
  ask(gateway, path, { method, headers: { host } });
const isWarned = (): boolean => JSON.stringify(gateway.world.logs.lines).includes(WARNING);

describe('With PUBLIC_PAGES_URL', () => {
  beforeAll(async () => {
    gateway = await startSignInWorld({ PUBLIC_PAGES_URL: `http://${PAGES_HOST}` });
    await verifiedDomain(VANITY_HOST);
  });
  afterAll(() => gateway.close());

  it.each(PAGES)('the page %s is served on its host only', async (path) => {
    expect((await get(path, PAGES_HOST)).status).toBe(200);
    for (const host of [HOST, VANITY_HOST, 'unknown.example']) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await get(path, host, method);
        expect({ host, status, to: headers['location'] }).toEqual({
          host,
          status: 302,
          to: `http://${PAGES_HOST}${path}`,
        });
        expect(headers['cache-control']).toBe('no-store');
      }
    }
  });

  it('a form of a page is taken on every host, because mails that were sent before link to the others', async () => {
    for (const host of [PAGES_HOST, HOST, VANITY_HOST]) {
      const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
      for (const path of ['/u/token', '/i/token'])
        expect((await ask(gateway, path, { method: 'POST', headers })).status).toBe(200);
    }
  });

  it('the host of pages has no dashboard, sign-in, reference or API, and sets no cookie', async () => {
    for (const path of NOT_PAGES) {
      const { status, headers } = await get(path, PAGES_HOST);
      expect({ path, status, cookie: headers['set-cookie'] }).toEqual({ path, status: 404 });
    }
    const signIn = await ask(gateway, '/app/session', {
      method: 'POST',
      body: OWNER,
      headers: { host: PAGES_HOST, origin: `http://${PAGES_HOST}` },
    });
    expect([signIn.status, signIn.headers['set-cookie']]).toEqual([404, undefined]);
  });

  it.each([`${PAGES_HOST}:80`, `${PAGES_HOST}:9999`, `${PAGES_HOST}.`, `${PAGES_HOST.toUpperCase()}.:80`])(
    'the host of pages is also known as %s',
    async (host) => {
      for (const path of NOT_PAGES)
        expect({ path, status: (await get(path, host)).status }).toEqual({ path, status: 404 });
      expect((await get('/w/w_abc', host)).status).toBe(200);
    },
  );

  it('embeds and the state of health are served on both hosts', async () => {
    for (const host of [PAGES_HOST, HOST])
      for (const path of ['/embed/v1/w.js', '/embed/v1/widgets/w_abc.json', '/health/live'])
        expect({ path, status: (await get(path, host)).status }).toEqual({ path, status: 200 });
  });

  it('the host of pages cannot become the white-label domain of an account', async () => {
    const answer = await ask(gateway, '/public/v1/account', {
      method: 'PUT',
      headers: { authorization: `Bearer ${gateway.apiKey}` },
      body: { vanity_url: PAGES_HOST },
    });
    expect([answer.status, answer.json()]).toEqual([400, expect.objectContaining({ field: 'vanity_url' })]);
  });

  it('the start warns of nothing', () => {
    expect(isWarned()).toBe(false);
  });
});

describe('Without PUBLIC_PAGES_URL', () => {
  afterEach(() => gateway.close());

  it('pages of localhost are served on 127.0.0.1, which keeps its API for programs', async () => {
    gateway = await startGatewayWorld({ PUBLIC_URL: 'http://localhost:8080' });
    const { status, headers } = await get('/w/w_abc?lang=de', 'localhost:8080');
    expect([status, headers['location']]).toEqual([302, 'http://127.0.0.1:8080/w/w_abc?lang=de']);
    for (const host of ['127.0.0.1:8080', '127.0.0.1:9999', 'laptop.local:8080'])
      expect((await get('/w/w_abc', host)).status).toBe(200);
    const hello = await ask(gateway, '/public/v1/hello', {
      headers: { host: '127.0.0.1:8080', authorization: `Bearer ${gateway.apiKey}` },
    });
    expect(hello.status).toBe(200);
    expect(isWarned()).toBe(false);
  });

  it('pages of another host stay there, and the start warns once', async () => {
    gateway = await startSignInWorld();
    expect((await get('/w/w_abc', HOST)).status).toBe(200);
    expect((await get('/app/session', HOST)).status).toBe(200);
    expect(gateway.world.logs.lines.filter((line) => JSON.stringify(line).includes(WARNING))).toHaveLength(1);
  });
});

describe('A PUBLIC_PAGES_URL', () => {
  it.each([
    ['that is no origin', 'pages.example.net/x', 'must be an origin'],
    ['that differs from PUBLIC_URL by its port only', `http://${HOST}:81`, 'must have another host name'],
  ])('%s is refused at the start', async (_what, url, problem) => {
    await expect(startSignInWorld({ PUBLIC_PAGES_URL: url })).rejects.toThrow(problem);
  });
});
