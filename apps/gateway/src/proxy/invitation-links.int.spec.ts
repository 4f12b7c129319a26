import { fakeOnly, HttpClient } from '@plaudit/testing';
import { type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { ask, ORIGIN, signIns } from '../sign-in/sign-in-world.suite';
import { lastRequest, principalAt } from './received-requests.suite';

const TOKEN = 'AQMAAAAAACoArmvhiS4d41C_tQ';
const BURST = 20;

let gateway: GatewayWorld;
let addresses = 0;

beforeAll(async () => {
  fakeOnly('Date');
  gateway = await startGatewayWorld({
    PUBLIC_URL: ORIGIN,
    THROTTLE_ADDRESS_BURST: String(BURST),
    THROTTLE_ADDRESS_RATE: '1',
    TRUSTED_PROXIES: '127.0.0.0/8',
  });
});
afterAll(async () => {
  jest.useRealTimers();
  await gateway.close();
});

/** Returns a client of an address that has sent nothing yet. */
function newClient(headers: Record<string, string> = {}): HttpClient {
  return new HttpClient(gateway.url, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}`, ...headers });
}

describe('the public links of invitations', () => {
  it.each([
    ['/u', 'application/x-www-form-urlencoded', Buffer.from('List-Unsubscribe=One-Click')],
    ['/u', 'multipart/form-data; boundary=b', Buffer.from('--b\r\n\r\nOne-Click\r\n--b--')],
    ['/i', 'application/x-www-form-urlencoded', Buffer.from('text=%FF%00+a')],
    ['/o', 'text/plain', Buffer.from([0, 255, 13, 10])],
    ['/hooks/sms', 'text/plain; charset=UTF-8', Buffer.from('{"Type": "Notification"}')],
    ['/hooks/sms', 'application/json', Buffer.from('{ "order":1, "of":  "bytes" ')],
  ])('pass a body of %s with the type %s on unchanged', async (path, type, body) => {
    const response = await newClient().post(`${path}/${TOKEN}?a=1`, {
      body,
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(200);
    const received = lastRequest(gateway, 'invitations');
    expect(received).toMatchObject({ method: 'POST', path: `${path}/${TOKEN}`, body });
    expect(received.headers['content-type']).toBe(type);
    expect(received.query.toString()).toBe('a=1');
  });

  it('pass on the signature headers of providers, and an Authorization header', async () => {
    const signed = {
      authorization: 'Basic cG9zdG1hcms6c2VjcmV0',
      'x-twilio-signature': 'GvWf1cFY/Q7PnoempGyD5oXAezc=',
      'x-amz-sns-message-type': 'Notification',
    };
    await newClient().post(`/hooks/sms/twilio`, { body: 'Body=STOP', headers: signed });
    expect(lastRequest(gateway, 'invitations').headers).toMatchObject(signed);
  });

  it.each(['GET', 'HEAD'])('pass on a %s with its query', async (method) => {
    for (const path of [`/i/${TOKEN}`, `/u/${TOKEN}`, `/o/${TOKEN}.gif`]) {
      expect((await newClient().send(method, `${path}?lang=de&utm_source=x`)).status).toBe(200);
      expect(lastRequest(gateway, 'invitations')).toMatchObject({ method, path });
      expect(lastRequest(gateway, 'invitations').query.toString()).toBe('lang=de&utm_source=x');
    }
    expect(await principalAt(gateway, 'invitations')).toMatchObject({ scopes: ['public'] });
  });

  it('pass on the image of the open link and its headers', async () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    gateway.upstreams.invitations.handle(() => ({
      headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' },
      body: gif,
    }));
    const response = await fetch(`${gateway.url}/o/${TOKEN}.gif`, {
      headers: { 'x-forwarded-for': '198.51.100.250' },
    });
    gateway.upstreams.invitations.handle(() => ({}));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(gif);
    expect(response.headers.get('content-type')).toBe('image/gif');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['of PUBLIC_URL', new URL(ORIGIN).host],
    ['that is the proved domain of an account', 'reviews.acme.example'],
    ['that is such a domain with a port', 'reviews.acme.example:8443'],
    ['that nobody proved', 'unknown.example'],
  ])('reach invitations on a host %s, which learns the host', async (_what, host) => {
    if (host === 'reviews.acme.example') await signIns(() => gateway).verifiedDomain(host);
    for (const path of [`/i/${TOKEN}`, `/u/${TOKEN}`, `/o/${TOKEN}.gif`, '/hooks/sms/twilio']) {
      const headers = { host, 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '198.51.100.251' };
      expect((await ask(gateway, path, { headers })).status).toBe(200);
      const received = lastRequest(gateway, 'invitations');
      expect(received).toMatchObject({ path });
      expect(received.headers['x-forwarded-host']).toBe(host);
    }
    const unsubscribed = await ask(gateway, `/u/${TOKEN}`, { method: 'POST', headers: { host }, body: {} });
    expect(unsubscribed.status).toBe(200);
  });

  it('accept the first one-click POST of an address that has opened too many other links', async () => {
    const client = newClient();
    const opened = await Promise.all(
      Array.from({ length: BURST + 5 }, (_, at) => client.get(`/i/${TOKEN}${at}`)),
    );
    expect(opened.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await client.get(`/u/${TOKEN}`)).status).toBe(429);
    const unsubscribe = () =>
      client.post(`/u/${TOKEN}`, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const answers = await Promise.all(Array.from({ length: BURST + 1 }, unsubscribe));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(BURST);
  });

  it('answer people with a page in their language, and programs with JSON, if the gateway refuses them', async () => {
    const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'it' };
    const client = newClient(headers);
    const huge = await client.post(`/i/${TOKEN}`, { body: Buffer.alloc(2 * 1024 * 1024 + 1, 'x') });
    const broken = await client.get('/u/%zz');
    await Promise.all(Array.from({ length: BURST }, () => client.get(`/i/${TOKEN}`)));
    const throttled = await client.get(`/i/${TOKEN}`);
    expect(throttled.headers.get('retry-after')).toMatch(/^\d+$/);
    for (const [response, status, heading] of [
      [huge, 413, 'Non è stato possibile leggere la richiesta'],
      [broken, 400, 'Non è stato possibile leggere la richiesta'],
      [throttled, 429, 'Qualcosa è andato storto'],
    ] as const) {
      expect([response.status, response.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ]);
      expect(response.body).toContain('<html lang="it">');
      expect(response.body).toContain(`<h1>${heading}</h1>`);
    }
    const program = await client.get(`/i/${TOKEN}`, { headers: { accept: 'application/json' } });
    expect(program).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });

  it('show a page while the service is away', async () => {
    gateway.upstreams.invitations.handle(() => ({ status: 502, body: '<html>' }));
    const { status, body } = await newClient({ accept: 'text/html' }).get(`/i/${TOKEN}`);
    gateway.upstreams.invitations.handle(() => ({}));
    expect([status, body]).toEqual([503, expect.stringContaining('Please try again in a few minutes.')]);
  });
});

describe('the hosted pages of widgets', () => {
  it('answer people with a page in their language, if the gateway refuses them or the service is away', async () => {
    const client = newClient({ accept: 'application/json', 'accept-language': 'pl' });
    const broken = await client.get('/w/%zz');
    gateway.upstreams.widgets.handle(() => ({ status: 502, body: '<html>' }));
    const away = await client.get('/embed/v1/widgets/w_1.html?lang=ar');
    gateway.upstreams.widgets.handle(() => ({}));
    await Promise.all(Array.from({ length: BURST }, () => client.get('/w/w_1')));
    const throttled = await client.get('/w/w_1');
    for (const [response, status, language, heading] of [
      [broken, 400, 'lang="pl"', 'Ten link nie działa'],
      [away, 503, 'lang="ar" dir="rtl"', 'لا يمكن عرض التقييمات الآن'],
      [throttled, 429, 'lang="pl"', 'Nie można teraz pokazać opinii'],
    ] as const) {
      expect([response.status, response.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
      expect(response.body).toContain(`<html ${language}>`);
      expect(response.body).toContain(`<h1>${heading}</h1>`);
    }
    expect(throttled.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await client.get('/embed/v1/widgets/w_1.json')).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
    });
  });
});
