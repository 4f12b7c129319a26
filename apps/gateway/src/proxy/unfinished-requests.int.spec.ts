import { eventually } from '@plaudit/testing';
import { type AccountsWorld, Api, startAccountsWorld } from '../accounts/accounts-world.suite';
import { basic, waitingSessions, whileLocked } from '../gateway-world.suite';
import { Client } from './streaming-proxy.suite';

const clients: Client[] = [];

/** Opens a connection and sends the head of a POST of 1,000,000 bytes with the beginning of its body. */
function sendUnfinished({ url, key }: Api, path = '/public/v1/reviews/add', ...headers: string[]): Client {
  const client = new Client(url);
  clients.push(client);
  return client.send(headOf(key, path, 'Content-Length: 1000000', ...headers)).send('{"text":"');
}

function headOf(key: string, path: string, ...headers: string[]): string {
  const { authorization } = basic(key);
  const lines = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: ${authorization}`, ...headers];
  return `${lines.join('\r\n')}\r\nContent-Type: application/json\r\n\r\n`;
}

function statusOf({ text }: Client): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
}

function disconnectAll(): void {
  for (const client of clients.splice(0)) client.disconnect();
}

afterEach(disconnectAll);

describe('the limits of requests in flight', () => {
  const LIMITS = { KEY: 64, ACCOUNT: 128, ADDRESS: 256 };
  let gateway: AccountsWorld;
  let stranger: Api;
  let neighbour: Api;

  beforeAll(async () => {
    const limits = Object.entries(LIMITS).map(([of, max]) => [`MAX_IN_FLIGHT_PER_${of}`, String(max)]);
    const settings = {
      ...Object.fromEntries(limits),
      BODY_TIMEOUT_MS: '20000',
      TRUSTED_PROXIES: '127.0.0.1',
    };
    gateway = await startAccountsWorld({ settings });
    neighbour = await gateway.addAccount();
  });
  beforeEach(async () => {
    // The previous test may have reached the limit of the account, which is released when its clients have gone.
    stranger = await eventually(() => gateway.keyFor(), Boolean, 'a new key');
  });
  afterAll(() => gateway.close());

  const countOf = (status: number) => clients.filter((client) => statusOf(client) === status).length;
  const refused = (count: number) =>
    eventually(
      () => countOf(429),
      (seen) => seen === count,
      `${count} requests to be refused`,
    );

  it('leave a service to other tenants while one key sends 300 unfinished POSTs', async () => {
    const before = gateway.upstreams.reviews.requests.length;
    for (let sent = 0; sent < 300; sent += 1) sendUnfinished(stranger);
    await refused(300 - LIMITS.KEY);
    expect(await neighbour.get('/reviews/get')).toMatchObject({ status: 200 });
    expect(await neighbour.post('/reviews/add', {})).toMatchObject({ status: 200 });
    expect(gateway.upstreams.reviews.requests).toHaveLength(before + 2);
    const own = await stranger.get('/reviews/get');
    expect(own).toMatchObject({
      status: 429,
      body: {
        success: false,
        code: 'rate_limited',
        msg: 'This key has 64 requests in flight, which is the limit; wait for a response.',
      },
    });
    expect(own.headers.get('retry-after')).toBe('1');
    expect(countOf(0)).toBe(LIMITS.KEY);
  });

  it('count all keys of an account together', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => gateway.keyFor()));
    for (const key of keys) for (let sent = 0; sent < LIMITS.KEY; sent += 1) sendUnfinished(key);
    await refused(keys.length * LIMITS.KEY - LIMITS.ACCOUNT);
    expect((await stranger.get('/reviews/get')).body.msg).toBe(
      'This account has 128 requests in flight, which is the limit; wait for a response.',
    );
    expect(await neighbour.get('/reviews/get')).toMatchObject({ status: 200 });
  });

  it('count an IPv6 network, whose requests need no key', async () => {
    const from = (address: string) =>
      fetch(`${gateway.url}/w/w_1`, { headers: { 'x-forwarded-for': address } }).then(({ status }) => status);
    for (let sent = 0; sent < LIMITS.ADDRESS + 10; sent += 1)
      sendUnfinished(stranger, '/hooks/mail', `X-Forwarded-For: 2001:db8::${sent.toString(16)}`);
    await refused(10);
    expect(await from('2001:db8::ffff')).toBe(429);
    expect(await from('2001:db8:0:1::1')).toBe(200);
  });

  it('are released when clients disconnect', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let sent = 0; sent < LIMITS.KEY; sent += 1) sendUnfinished(stranger);
      const full = ({ status }: { status: number }) => status === 429;
      await eventually(() => stranger.get('/hello'), full, 'the key to reach its limit');
      disconnectAll();
      await eventually(
        () => stranger.get('/hello'),
        ({ status }) => status === 200,
        'the limit to be released',
      );
    }
  });

  it('are released when a client disconnects whose pipelined requests are waiting for their turn', async () => {
    const { reports } = gateway.upstreams;
    let respond = (): void => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    reports.handle(() => responded.then(() => ({ body: {} })));
    const before = reports.requests.length;
    const head = headOf(stranger.key, '/public/v1/reports/x', 'Content-Length: 0');
    const client = new Client(gateway.url).send(head.repeat(LIMITS.KEY));
    await eventually(
      () => reports.requests.length,
      (received) => received === before + LIMITS.KEY,
      'every pipelined request to arrive',
    );
    expect(await stranger.get('/hello')).toMatchObject({ status: 429 });
    client.disconnect();
    await eventually(
      () => stranger.get('/hello'),
      ({ status }) => status === 200,
      'the limit to be released',
    );
    respond();
  });

  it('are released when a client disconnects while its key is looked up', async () => {
    await whileLocked(gateway, 'gateway.keys', async () => {
      for (let sent = 0; sent < LIMITS.KEY + 10; sent += 1) sendUnfinished(stranger);
      await eventually(
        () => waitingSessions(gateway),
        (count) => count > 0,
        'the look-up to wait',
      );
      disconnectAll();
    });
    await eventually(
      () => stranger.get('/hello'),
      ({ status }) => status === 200,
      'the key to be usable',
    );
    const together = await Promise.all(Array.from({ length: 20 }, () => stranger.get('/hello')));
    expect(together.map(({ status }) => status)).toEqual(together.map(() => 200));
  });
});

describe('a request body', () => {
  let gateway: AccountsWorld;
  let neighbour: Api;

  beforeAll(async () => {
    gateway = await startAccountsWorld({ settings: { BODY_TIMEOUT_MS: '500', MAX_BODY_MEMORY_MIB: '8' } });
    neighbour = await gateway.addAccount();
  });
  afterAll(() => gateway.close());

  const received = () => Object.values(gateway.upstreams).flatMap(({ requests }) => requests).length;

  it.each([
    ['/public/v1/reviews/add'],
    ['/public/v1/keys'],
    ['/public/v1/mcp'],
    ['/app/session'],
    ['/hooks/mail'],
  ])('that trickles to %s gets 408 at the deadline, and the connection ends', async (path) => {
    const before = received();
    const client = sendUnfinished(gateway.admin, path);
    const trickle = setInterval(() => client.send('x'), 20);
    await client.closes();
    clearInterval(trickle);
    const [head = '', body = ''] = client.text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head).toMatch(/\r\nconnection: close/i);
    expect(JSON.parse(body)).toEqual({
      success: false,
      code: 'request_timeout',
      msg: 'The request body did not arrive within 0.5 s; send it faster or in smaller parts.',
      request_id: expect.any(String),
    });
    expect(received()).toBe(before);
  });

  it('gets 503 when the bodies of its account take a quarter of the memory, and other tenants are served', async () => {
    const hold = (): Client => {
      const client = new Client(gateway.url);
      clients.push(client);
      const head = headOf(gateway.apiKey, '/public/v1/reviews/add', `Content-Length: ${2 * 1024 * 1024}`);
      return client.send(head).send('x'.repeat(1_500_000));
    };
    const fill = (): Promise<Client> => {
      const pair = [hold(), hold()];
      const refused = () => pair.find((client) => statusOf(client) === 503);
      return eventually(refused, Boolean, 'one of two bodies to be refused') as Promise<Client>;
    };
    const { text } = await fill();
    expect(text).toContain('"code":"overloaded"');
    expect(text).toMatch(/\r\nretry-after: 2\r\n/i);
    const large = { text: 'x'.repeat(1_000_000) };
    expect(await neighbour.post('/reviews/add', large)).toMatchObject({ status: 200 });
    disconnectAll();
    const freed = () => gateway.admin.post('/reviews/add', { text: 'x'.repeat(1_900_000) });
    await eventually(freed, ({ status }) => status === 200, 'the memory to be released');
  });
});

describe('the limit of connections', () => {
  const MAX = 20;
  let gateway: AccountsWorld;
  beforeAll(async () => {
    gateway = await startAccountsWorld({ settings: { MAX_CONNECTIONS_PER_ADDRESS: String(MAX) } });
  });
  afterAll(() => gateway.close());

  it('closes further connections of the address until others are closed', async () => {
    const head = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';
    const open = (): Client => {
      const client = new Client(gateway.url).send(head);
      clients.push(client);
      return client;
    };
    const closed = () => clients.filter(({ isClosed }) => isClosed).length;
    // The requests at the start of the world have left idle connections.
    for (let opened = 0; opened < MAX + 5; opened += 1) open();
    await eventually(closed, (count) => count >= 5, 'connections above the limit to be closed');
    disconnectAll();
    const answered = async (): Promise<string> => {
      const client = open().send('\r\n');
      await eventually(
        () => client.text !== '' || client.isClosed,
        (isOver) => isOver,
        'a response or the end',
      );
      return client.text;
    };
    await eventually(answered, (text) => text.startsWith('HTTP/1.1 200'), 'a connection to be accepted');
  });
});
