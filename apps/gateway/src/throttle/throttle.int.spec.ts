import { randomBytes } from 'node:crypto';
import { fakeOnly, HttpClient, type HttpResult } from '@plaudit/testing';
import {
  addAccessToken,
  basic,
  type GatewayWorld,
  newAccessToken,
  startGatewayWorld,
} from '../gateway-world.suite';
import { generateApiKey, prefixOfApiKey } from '../keys/api-key';
import { type Answer, send, tryKey as fromAddress } from './throttle.suite';
import { type AccountsWorld, startAccountsWorld } from '../accounts/accounts-world.suite';

describe('throttle', () => {
  // Tokens are refilled as time passes. A fake clock keeps the counts independent of how busy the machine is.
  beforeEach(() => fakeOnly('Date'));

  afterEach(() => jest.useRealTimers());

  describe('the throttle of one key', () => {
    let gateway: GatewayWorld;
    beforeAll(
      async () => (gateway = await startGatewayWorld({ THROTTLE_BURST: '10', THROTTLE_RATE: '0.05' })),
    );
    afterAll(async () => gateway.close());

    async function spend(key: string, path: string, method = 'GET'): Promise<Answer> {
      return send(gateway.url, `/public/v1${path}`, { method, headers: basic(key) });
    }

    it('counts the tokens down in the headers and refuses requests when none are left', async () => {
      const key = await gateway.addKey();
      for (let left = 9; left >= 0; left -= 1) {
        const { status, headers } = await spend(key, left % 2 ? '/hello' : '/reviews/get');
        expect(status).toBe(200);
        expect(headers.get('ratelimit-limit')).toBe('10');
        expect(headers.get('ratelimit-remaining')).toBe(String(left));
        expect(headers.get('ratelimit-reset')).toBe(String((10 - left) / 0.05));
      }
      const { status, headers, code, wait } = await spend(key, '/hello');
      expect({ status, code, wait }).toEqual({ status: 429, code: 'rate_limited', wait: 20 });
      expect(headers.get('ratelimit-remaining')).toBe('0');
      expect(headers.get('retry-after')).toBe('20');
    });

    it('does not take tokens of another key', async () => {
      const [one, other] = [await gateway.addKey(), await gateway.addKey()];
      for (let i = 0; i < 10; i += 1) await spend(one, '/hello');
      expect(await spend(one, '/hello')).toMatchObject({ status: 429 });
      expect(await spend(other, '/hello')).toMatchObject({ status: 200 });
    });

    it('takes five tokens for bulk operations and translated lists, also when "translate" is percent-encoded', async () => {
      const key = await gateway.addKey();
      expect((await spend(key, '/reviews/add_bulk', 'POST')).headers.get('ratelimit-remaining')).toBe('5');
      expect((await spend(key, '/reviews/get?tr%61nslate=fr')).headers.get('ratelimit-remaining')).toBe('0');
      expect(await spend(key, '/reviews/get')).toMatchObject({ status: 429 });
    });

    it('allows no more concurrent requests than the burst', async () => {
      const key = await gateway.addKey();
      const answers = await Promise.all(Array.from({ length: 40 }, async () => spend(key, '/hello')));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    });

    it('refuses requests before they reach a service', async () => {
      const key = await gateway.addKey();
      for (let i = 0; i < 10; i += 1) await spend(key, '/hello');
      const before = gateway.upstreams.webhooks.requests.length;
      expect(await spend(key, '/webhooks/get')).toMatchObject({ status: 429 });
      expect(gateway.upstreams.webhooks.requests).toHaveLength(before);
    });
  });

  let own: GatewayWorld | null = null;

  /** Starts a gateway for one test. */
  async function startOwn(settings: Record<string, string>): Promise<GatewayWorld> {
    return (own = await startGatewayWorld(settings));
  }

  afterEach(async () => {
    await own?.close();
    own = null;
  });

  describe('the key throttle', () => {
    it('refills tokens at the configured rate', async () => {
      const gateway = await startOwn({ THROTTLE_BURST: '1', THROTTLE_RATE: '20' });
      const hello = async (): Promise<Answer> =>
        send(gateway.url, '/public/v1/hello', { headers: basic(gateway.apiKey) });
      expect((await hello()).status).toBe(200);
      jest.advanceTimersByTime(49);
      expect((await hello()).status).toBe(429);
      jest.advanceTimersByTime(1);
      expect((await hello()).status).toBe(200);
      expect((await hello()).status).toBe(429);
    });

    it('allows an account 20 times the tokens of a key unless the settings say otherwise', async () => {
      const gateway = await startOwn({ THROTTLE_BURST: '2', THROTTLE_RATE: '0.001' });
      const keys = await Promise.all(Array.from({ length: 21 }, async () => gateway.addKey()));
      const answers = await Promise.all(
        [...keys, ...keys].map(async (key) => send(gateway.url, '/public/v1/hello', { headers: basic(key) })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    });

    it('does not limit accounts when their rate is 0', async () => {
      const settings = { THROTTLE_BURST: '1', THROTTLE_RATE: '0.001', THROTTLE_ACCOUNT_RATE: '0' };
      const gateway = await startOwn(settings);
      for (let i = 0; i < 25; i += 1) {
        const headers = basic(await gateway.addKey());
        expect(await send(gateway.url, '/public/v1/hello', { headers })).toMatchObject({ status: 200 });
      }
    });

    it('is off when the rate is 0', async () => {
      const gateway = await startOwn({ THROTTLE_BURST: '20', THROTTLE_RATE: '0' });
      const headers = basic(gateway.apiKey);
      const answers = await Promise.all(
        Array.from({ length: 60 }, async () => send(gateway.url, '/public/v1/hello', { headers })),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(answers[0]?.headers.get('ratelimit-limit')).toBeNull();
    });
  });

  describe('the wrong-key throttle', () => {
    let gateway: GatewayWorld;
    beforeAll(async () => (gateway = await startGatewayWorld({ THROTTLE_WRONG_KEYS: '5' })));
    afterAll(() => gateway.close());
    // Each test comes from the same address, a minute after the last one.
    let minutes = 0;
    beforeEach(() => jest.advanceTimersByTime((minutes += 1) * 60_000));

    it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip'])(
      'ignores the header %s unless the peer is a trusted proxy',
      async (header) => {
        const statuses: number[] = [];
        for (let round = 0; round < 8; round += 1) {
          const headers = { authorization: 'Bearer nonsense', [header]: `203.0.113.${round}` };
          statuses.push((await send(gateway.url, '/public/v1/hello', { headers })).status);
        }
        expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
      },
    );
  });

  describe('the wrong-key throttle of one address', () => {
    let gateway: GatewayWorld;
    // This process is a trusted proxy, so X-Forwarded-For sets the client address of each request.
    beforeAll(async () => {
      gateway = await startGatewayWorld({ THROTTLE_WRONG_KEYS: '5', TRUSTED_PROXIES: '127.0.0.0/8' });
    });
    afterAll(async () => gateway.close());

    const tryKey = (authorization: string, address: string): Promise<Answer> =>
      fromAddress(gateway.url, authorization, address);

    it('refuses further attempts after the allowed number of wrong keys of any form and sends Retry-After', async () => {
      const shapes = ['Bearer nonsense', 'Basic !!!', 'Digest x', `Bearer ${generateApiKey(randomBytes)}`];
      for (let i = 0; i < 5; i += 1) {
        expect(await tryKey(shapes[i % 4] as string, '203.0.113.1')).toMatchObject({
          status: 401,
          code: 'invalid_key',
        });
      }
      for (const shape of shapes) {
        const { status, code, headers } = await tryKey(shape, '203.0.113.1');
        expect({ status, code }).toEqual({ status: 429, code: 'rate_limited' });
        expect(headers.get('retry-after')).toBe('12');
      }
    });

    it('counts the addresses of one IPv6 /64 together', async () => {
      const tries = Array.from({ length: 40 }, (_, at) => tryKey('Bearer nonsense', `2001:db8:1:2::${at}`));
      const judged = (await Promise.all(tries)).filter(({ status }) => status === 401);
      expect(judged.length).toBeLessThan(10);
      expect(await tryKey('Bearer nonsense', '2001:db8:1:3::1')).toMatchObject({ status: 401 });
    });

    it('does not block a key that was right before, even after it has left the cache', async () => {
      const [right, revoked] = [await gateway.addKey(), await gateway.addKey()];
      const sendKey = (key: string): Promise<Answer> => tryKey(`Bearer ${key}`, '203.0.113.7');
      for (const key of [right, revoked]) expect(await sendKey(key)).toMatchObject({ status: 200 });
      await gateway.world.admin.query('update gateway.keys set deleted_at = now() where prefix = $1', [
        prefixOfApiKey(revoked),
      ]);
      for (let i = 0; i < 8; i += 1) await sendKey('nonsense');
      const now = performance.now.bind(performance);
      // The cache uses the monotonic clock: after 31 s it has dropped every key.
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
      expect(await sendKey('nonsense')).toMatchObject({ status: 429 });
      expect(await sendKey(right)).toMatchObject({ status: 200 });
      // A revoked key is looked up once. From then on it counts as wrong.
      expect(await sendKey(revoked)).toMatchObject({ status: 401 });
      expect(await sendKey(revoked)).toMatchObject({ status: 429 });
      // A right key that this gateway has never seen is blocked too, because it could be a guess.
      expect(await sendKey(await gateway.addKey())).toMatchObject({ status: 429 });
      clock.mockRestore();
    });

    it('does not block a new access token or key after wrong access tokens, which nobody can guess', async () => {
      const wrong = Array.from({ length: 120 }, () => newAccessToken());
      const sendToken = (token: string): Promise<Answer> => tryKey(`Bearer ${token}`, '203.0.113.8');
      const answers = await Promise.all([...wrong, ...wrong].map(sendToken));
      expect(new Set(answers.map(({ status, code }) => `${status} ${String(code)}`))).toEqual(
        new Set(['401 invalid_key']),
      );
      expect(await sendToken(await addAccessToken(gateway))).toMatchObject({ status: 200 });
      expect(await sendToken(await gateway.addKey())).toMatchObject({ status: 200 });
    });

    it('does not block a new access token after wrong keys', async () => {
      for (let i = 0; i < 8; i += 1) await tryKey('Bearer nonsense', '203.0.113.9');
      expect(await tryKey('Bearer nonsense', '203.0.113.9')).toMatchObject({ status: 429 });
      const token = await addAccessToken(gateway);
      expect(await tryKey(`Bearer ${token}`, '203.0.113.9')).toMatchObject({ status: 200 });
    });

    it('counts many concurrent requests with the same key as one attempt', async () => {
      const right = `Bearer ${await gateway.addKey()}`;
      const answers = await Promise.all(Array.from({ length: 40 }, async () => tryKey(right, '203.0.113.6')));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    });

    it('does not count keys whose look-up failed', async () => {
      const keys = await Promise.all(Array.from({ length: 8 }, async () => gateway.addKey()));
      gateway.world.expectErrors(/relation "keys" does not exist/);
      await gateway.world.admin.query('alter table gateway.keys rename to keys_out_of_reach');
      for (const key of keys) {
        expect(await tryKey(`Bearer ${key}`, '203.0.113.5')).toMatchObject({ status: 500 });
      }
      await gateway.world.admin.query('alter table gateway.keys_out_of_reach rename to keys');
      expect(await tryKey(`Bearer ${keys[0]}`, '203.0.113.5')).toMatchObject({ status: 200 });
    });

    it('does not count right keys or missing keys', async () => {
      for (let i = 0; i < 12; i += 1) {
        expect(await tryKey(`Bearer ${await gateway.addKey()}`, '203.0.113.4')).toMatchObject({
          status: 200,
        });
        expect(await tryKey('', '203.0.113.4')).toMatchObject({ status: 401, code: 'missing_key' });
      }
    });
  });
});

describe('the throttle of one account', () => {
  // Tokens are refilled as time passes. A fake clock keeps the counts independent of how busy the machine is.
  beforeEach(() => fakeOnly('Date'));
  afterEach(() => jest.useRealTimers());

  let gateway: AccountsWorld;
  beforeAll(async () => {
    const key = { THROTTLE_BURST: '10', THROTTLE_RATE: '0.05' };
    const account = { THROTTLE_ACCOUNT_BURST: '25', THROTTLE_ACCOUNT_RATE: '0.05' };
    gateway = await startAccountsWorld({ settings: { ...key, ...account } });
  });
  afterAll(async () => gateway.close());

  function spend(key: string, path = '/hello', method = 'GET'): Promise<HttpResult> {
    return new HttpClient(gateway.url, basic(key)).send(method, `/public/v1${path}`);
  }

  /** Returns keys of a new account. */
  async function keysOf(count: number): Promise<string[]> {
    const { key } = await gateway.addAccount();
    const more = Array.from({ length: count - 1 }, async () => addKeyBeside(gateway, key));
    return [key, ...(await Promise.all(more))];
  }

  it('allows all keys of the account together no more than its burst, and says that the account is the limit', async () => {
    const keys = await keysOf(4);
    const answers = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 10 }, async () => spend(key))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
    const key = await addKeyBeside(gateway, keys[0] as string);
    const { status, headers, body } = await spend(key);
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', msg: 'This account sends requests too quickly; try again in 20 s.' },
    });
    expect(headers.get('retry-after')).toBe('20');
    expect(headers.get('ratelimit-limit')).toBe('25');
    expect(headers.get('ratelimit-remaining')).toBe('0');
  });

  it('does not take tokens of another account', async () => {
    const [keys, [other]] = [await keysOf(3), await keysOf(1)];
    for (const key of keys) for (let i = 0; i < 10; i += 1) await spend(key);
    expect(await spend(other as string)).toMatchObject({ status: 200 });
  });

  it('takes no tokens of the key for a request that the account is refused', async () => {
    const [first, second, third] = (await keysOf(3)) as [string, string, string];
    for (const key of [first, second]) for (let i = 0; i < 10; i += 1) await spend(key);
    expect((await spend(third)).headers.get('ratelimit-remaining')).toBe('4');
    // A bulk costs five tokens. The account has four left, the key nine.
    expect(await spend(third, '/reviews/add_bulk', 'POST')).toMatchObject({ status: 429 });
    for (let left = 3; left >= 0; left -= 1) {
      expect((await spend(third)).headers.get('ratelimit-remaining')).toBe(String(left));
    }
  });

  it('reports in the headers whichever of key and account has fewer tokens left', async () => {
    const [first, second, third] = (await keysOf(3)) as [string, string, string];
    expect((await spend(first)).headers.get('ratelimit-limit')).toBe('10');
    for (let i = 0; i < 9; i += 1) await spend(first);
    for (let i = 0; i < 10; i += 1) await spend(second);
    const { headers } = await spend(third);
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['25', '4']);
  });

  it('counts an MCP tool call once', async () => {
    const [key] = (await keysOf(1)) as [string];
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_account', arguments: {} },
    };
    const accept = 'application/json, text/event-stream';
    await new HttpClient(gateway.url, { ...basic(key), accept }).post('/public/v1/mcp', { body: message });
    const others = await Promise.all([1, 2].map(() => addKeyBeside(gateway, key)));
    for (const other of others) for (let i = 0; i < 10; i += 1) await spend(other);
    expect((await spend(key)).headers.get('ratelimit-remaining')).toBe('3');
  });
});

/** Adds a key to the account of another one. */
async function addKeyBeside(gateway: GatewayWorld, key: string): Promise<string> {
  const [row] = await gateway.world.admin.query<{ id: number }>(
    'select sub_account_id as id from gateway.keys where prefix = $1',
    [prefixOfApiKey(key)],
  );
  return gateway.addKey({ subAccountId: row?.id as number });
}

const isRefused = (status: number): boolean => status === 429;

describe('public throttle', () => {
  // Tokens are refilled as time passes. A fake clock keeps the counts independent of how busy the machine is.
  beforeEach(() => fakeOnly('Date'));

  afterEach(() => jest.useRealTimers());

  let gateway: GatewayWorld;

  let addresses = 0;

  // This process is a trusted proxy, so X-Forwarded-For sets the client address of each request.
  const newAddress = (): string => `203.0.113.${(addresses += 1)}`;

  beforeAll(async () => {
    gateway = await startGatewayWorld({
      THROTTLE_ADDRESS_BURST: '20',
      THROTTLE_ADDRESS_RATE: '1',
      THROTTLE_WIDGET_BURST: '30',
      THROTTLE_WIDGET_RATE: '0.5',
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
  });

  afterAll(() => gateway.close());

  function get(path: string, address: string): Promise<HttpResult> {
    return new HttpClient(gateway.url, { 'x-forwarded-for': address }).get(path);
  }

  async function statuses(count: number, path: string, address: string): Promise<number[]> {
    const answers = await Promise.all(Array.from({ length: count }, () => get(path, address)));
    return answers.map(({ status }) => status);
  }

  describe('the throttle of one client address', () => {
    it.each([
      '/embed/v1/widgets/w_1.json',
      '/embed/v1/img/signature/hash',
      '/w/w_2',
      '/app/sign-in',
      '/login/once',
      '/docs',
      '/public/v1/openapi.json',
      '/',
      '/oauth/callback',
      '/health/live',
      '/health/ready',
    ])('refuses %s when its tokens are spent', async (path) => {
      const address = newAddress();
      const seen = await statuses(25, path, address);
      expect(seen.filter(isRefused)).toHaveLength(5);
      expect((await get(path, newAddress())).status).not.toBe(429);
      jest.advanceTimersByTime(1_000);
      expect((await get(path, address)).status).not.toBe(429);
      expect((await get(path, address)).status).toBe(429);
    });

    it('sends Retry-After and names the address', async () => {
      const address = newAddress();
      await statuses(20, '/docs', address);
      const { status, headers, body } = await get('/docs', address);
      expect({ status, body }).toMatchObject({
        status: 429,
        body: {
          success: false,
          code: 'rate_limited',
          msg: 'This address sends requests too quickly; try again in 1 s.',
        },
      });
      expect(headers.get('retry-after')).toBe('1');
    });

    it('counts the addresses of one IPv6 /64 together', async () => {
      const seen = await Promise.all(
        Array.from({ length: 25 }, (_, at) => get('/docs', `2001:db8:1:2::${at}`)),
      );
      expect(seen.filter(({ status }) => status === 429)).toHaveLength(5);
      expect(await get('/docs', '2001:db8:1:3::1')).toMatchObject({ status: 200 });
    });

    it('does not refuse health checks because of other requests', async () => {
      const address = newAddress();
      await statuses(25, '/w/w_3', address);
      expect((await get('/health/live', address)).status).toBe(200);
    });

    it('does not count requests with a key', async () => {
      const address = newAddress();
      const client = new HttpClient(gateway.url, {
        authorization: `Bearer ${gateway.apiKey}`,
        'x-forwarded-for': address,
      });
      for (let i = 0; i < 25; i += 1) expect((await client.get('/public/v1/hello')).status).toBe(200);
      expect((await get('/docs', address)).status).toBe(200);
    });

    it('charges a search in the reviews of a widget many tokens, and refused searches do not reach the service', async () => {
      const { widgets } = gateway.upstreams;
      const [address, before] = [newAddress(), widgets.requests.length];
      const searches = await Promise.all(
        Array.from({ length: 12 }, (_, at) => get(`/embed/v1/widgets/w_4/reviews?q=random${at}`, address)),
      );
      expect(searches.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(widgets.requests).toHaveLength(before + 1);
    });

    it('lets the page that embeds a widget read the error', async () => {
      const address = newAddress();
      await statuses(20, '/embed/v1/img/signature/hash', address);
      const { status, headers } = await get('/embed/v1/widgets/w_5.json', address);
      expect(status).toBe(429);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toBe('Retry-After');
      expect(headers.get('cache-control')).toBe('no-store');
      expect((await get('/docs', address)).headers.get('access-control-allow-origin')).toBeNull();
    });
  });

  describe('the throttle of one widget', () => {
    it('counts the requests of all addresses for its data and its page', async () => {
      const paths = ['/embed/v1/widgets/w_6.json', '/embed/v1/widgets/w_6/reviews', '/w/w_6'];
      const answers = await Promise.all(
        Array.from({ length: 36 }, (_, at) => get(paths[at % 3] as string, newAddress())),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(6);
      expect(refused[0]?.body.msg).toBe(
        'The pages with this widget send requests too quickly; try again in 2 s.',
      );
      expect((await get('/w/w_7', newAddress())).status).toBe(200);
    });

    it('does not count requests that the throttle of the address refuses', async () => {
      const address = newAddress();
      await statuses(40, '/w/w_8', address);
      expect(await statuses(10, '/w/w_8', newAddress())).toEqual(Array.from({ length: 10 }, () => 200));
      expect(await statuses(1, '/w/w_8', newAddress())).toEqual([429]);
    });
  });
});
