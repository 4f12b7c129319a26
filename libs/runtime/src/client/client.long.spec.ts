import { Resolver } from 'node:dns/promises';
import { createServer, type Server } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PRINCIPAL_HEADER } from '@plaudit/contracts';
import {
  eventually,
  type FixtureHandler,
  type FixtureServer,
  RecordedLogs,
  startFixtureServer,
  startWorld,
  type World,
  type DnsReply,
  type DnsStub,
  startDnsStub,
  freeze,
  freePort,
  itAtLength,
} from '@plaudit/testing';
import { Logger } from '@nestjs/common';
import { Clock } from '../clock-and-randomness';
import { runInContext } from '../context';
import { probeService } from '../fixtures/probe-service';
import { ServiceClient } from './service-client';
import type { AddressBook, LookUp } from './replicas/address-book';
import {
  fine,
  ReplicasWorld,
  send,
  sendMany,
  shares,
  type Result,
  PATIENT,
} from './replicas/replicas-world.suite';
import { type ReplicaSet, NoReplicaError } from './replicas/replica-set';
import type { StandInReplica } from './replicas/stand-in-replica.suite';
import { ConnectError } from './replicas/replica-connections';

const TRACE = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

const unavailable = {
  code: 'upstream_unavailable',
  status: 503,
  message: 'The channels service is not available; try again shortly.',
};

/** The machine may pause this process for longer than the default timeout of 2 s. */
const SLOW = { timeoutFactor: 50 };

class HandClock extends Clock {
  private ms = 1_000_000_000_000;

  override now(): Date {
    return new Date(this.ms);
  }

  move(ms: number): void {
    this.ms += ms;
  }
}

describe('ServiceClient', () => {
  let channels: FixtureServer;
  let client: ServiceClient;
  let logs: RecordedLogs;

  beforeEach(async () => {
    logs = new RecordedLogs();
    Logger.overrideLogger(logs);
    channels = await startFixtureServer(() => ({ body: { fine: true } }));
    client = new ServiceClient({ CHANNELS_URL: channels.url }, SLOW);
  });
  afterEach(async () => {
    await channels.close();
    await client.close();
  });

  it('forwards the principal token, the request id and the trace', async () => {
    const context = {
      service: 'reviews',
      correlationId: 'request-1',
      traceparent: TRACE,
      principalToken: 'signed',
    };
    await runInContext(context, () => client.request('channels', { path: '/internal/x' }));
    expect(channels.requests[0]?.headers).toMatchObject({
      [PRINCIPAL_HEADER]: 'signed',
      'x-request-id': 'request-1',
      traceparent: TRACE,
    });
  });

  it('sends method, query and body', async () => {
    const query = { page: '2', tag: 'a&b', left: undefined };
    await client.request('channels', { method: 'PUT', path: '/internal/x?fixed=1', query, body: { a: 'ü' } });
    const [request] = channels.requests;
    expect(request).toMatchObject({ method: 'PUT', path: '/internal/x', text: '{"a":"ü"}' });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(Object.fromEntries(request?.query ?? [])).toEqual({ fixed: '1', page: '2', tag: 'a&b' });
  });

  it('returns the response body as JSON, as text, or as null if it is empty', async () => {
    await expect(client.request('channels', { path: '/' })).resolves.toEqual({
      status: 200,
      body: { fine: true },
    });
    await expect(client.request('channels', { path: '/', raw: true })).resolves.toEqual({
      status: 200,
      body: '{"fine":true}',
    });
    channels.handle(() => ({ status: 204 }));
    await expect(client.request('channels', { path: '/' })).resolves.toEqual({ status: 204, body: null });
  });

  it.each([400, 402, 404, 429, 500, 501])(
    'returns a response with status %i and never opens the breaker for it',
    async (status) => {
      channels.handle(() => ({ status, body: { success: false } }));
      for (let sent = 0; sent < 10; sent += 1) {
        await expect(client.request('channels', { path: '/' })).resolves.toEqual({
          status,
          body: { success: false },
        });
      }
    },
  );

  it.each([502, 503, 504])('throws upstream_unavailable if the service responds %i', async (status) => {
    channels.handle(() => ({ status, body: 'Bad gateway' }));
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
  });

  it.each(['reset', 'cut'] as const)('throws upstream_unavailable for the fault "%s"', async (fault) => {
    channels.handle(() => fault);
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
  });

  it('throws upstream_unavailable if the response is not JSON or nothing listens', async () => {
    channels.handle(() => ({ body: '<html>' }));
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
    await channels.close();
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
  });

  it('waits 2 s for the whole response unless timeoutMs is set', async () => {
    channels.handle(() => 'hang');
    const byDefault = new ServiceClient({ CHANNELS_URL: channels.url });
    const since = Date.now();
    await expect(byDefault.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
    expect(Date.now() - since).toBeGreaterThanOrEqual(1_990);
    expect(Date.now() - since).toBeLessThan(15_000);
    channels.handle(() => ({ drip: { chunks: Array.from({ length: 1_000 }, () => ' '), everyMs: 20 } }));
    await expect(byDefault.request('channels', { path: '/', timeoutMs: 100 })).rejects.toMatchObject(
      unavailable,
    );
    await byDefault.close();
  });

  it('opens the breaker after repeated failures and logs it once', async () => {
    channels.handle(() => ({ status: 503 }));
    for (let sent = 0; sent < 12; sent += 1) {
      await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
    }
    expect(channels.requests.length).toBeLessThan(8);
    expect(logs.lines.map(({ message }) => message)).toContain(
      'Opened the circuit breaker of channels after repeated failures',
    );
    expect(logs.lines.length).toBeLessThan(8);
    expect(logs.errors()).toEqual([]);
  });

  it('keeps the breakers of two services apart', async () => {
    const other = await startFixtureServer(() => ({ body: {} }));
    const both = new ServiceClient({ CHANNELS_URL: channels.url, AI_URL: other.url }, SLOW);
    channels.handle(() => ({ status: 503 }));
    for (let sent = 0; sent < 12; sent += 1) await both.request('channels', { path: '/' }).catch(() => null);
    await expect(both.request('ai', { path: '/' })).resolves.toMatchObject({ status: 200 });
    await both.close();
    await other.close();
  });

  it('keeps the breakers and the connections of two lanes apart', async () => {
    channels.handle(({ path }) => (path === '/search' ? { status: 503 } : { body: {} }));
    const search = { path: '/search', lane: 'public_search' } as const;
    for (let sent = 0; sent < 12; sent += 1) {
      await expect(client.request('channels', search)).rejects.toMatchObject(unavailable);
    }
    expect(channels.requests.length).toBeLessThan(8);
    for (const lane of ['public', 'api'] as const) {
      await expect(client.request('channels', { path: '/', lane })).resolves.toMatchObject({ status: 200 });
    }
  });

  it.each(['overloaded', 'upstream_unavailable'])(
    'throws %s and never opens the breaker if the service itself responded that in time',
    async (code) => {
      const msg = 'The request took too long and was stopped; narrow it or try again shortly.';
      channels.handle(() => ({ status: 503, body: { success: false, msg, code } }));
      for (let sent = 0; sent < 12; sent += 1) {
        await expect(client.request('channels', { path: '/' })).rejects.toMatchObject({ code, status: 503 });
      }
      expect(channels.requests).toHaveLength(12);
      expect(logs.lines).toEqual([]);
    },
  );

  it('throws overloaded at once if the lane is full, while other lanes work', async () => {
    const hanging = new ServiceClient({ CHANNELS_URL: channels.url });
    channels.handle(({ path }) => (path === '/search' ? 'hang' : { body: {} }));
    const search = { path: '/search', lane: 'public_search' } as const;
    const searchFor = (tenant: number): Promise<unknown> =>
      runInContext({ service: 'widgets', tenant }, () => hanging.request('channels', search));
    const taken = [...Array<number>(36).fill(1), ...Array<number>(34).fill(2), 3, 4].map((tenant) =>
      searchFor(tenant).catch((error: { code: string }) => error.code),
    );
    await expect(searchFor(5)).rejects.toMatchObject({ code: 'overloaded' });
    await expect(hanging.request('channels', { path: '/' })).resolves.toMatchObject({ status: 200 });
    expect(new Set(await Promise.all(taken))).toEqual(new Set(['upstream_unavailable', 'overloaded']));
    expect(channels.requests.filter(({ path }) => path === '/search')).toHaveLength(8);
    await hanging.close();
  });

  it('refuses an account that fills its half of a lane, while another one finds a connection', async () => {
    const hanging = new ServiceClient({ CHANNELS_URL: channels.url });
    channels.handle(() => 'hang');
    const search = { path: '/search', lane: 'public_search' } as const;
    const searchFor = (tenant: number): Promise<unknown> =>
      runInContext({ service: 'widgets', tenant }, () => hanging.request('channels', search));
    const ended = Array.from({ length: 36 }, () => searchFor(1).catch(() => 'ended'));
    await expect(searchFor(1)).rejects.toMatchObject({ code: 'overloaded' });
    ended.push(searchFor(2).catch(() => 'ended'));
    const searches = (): number => channels.requests.filter(({ path }) => path === '/search').length;
    await eventually(searches, (count) => count === 5, 'the search of the other account');
    await Promise.all(ended);
    await hanging.close();
  });

  it('loses one request to a frozen replica, and sends the others to the one that works', async () => {
    const frozen = await startFixtureServer(() => 'hang');
    const clock = new HandClock();
    const both = new ServiceClient({ CHANNELS_URL: `${frozen.url},${channels.url}` }, { ...SLOW, clock });
    const first = [both.request('channels', { path: '/' }), both.request('channels', { path: '/' })];
    await expect(Promise.race(first)).resolves.toMatchObject({ status: 200 });
    clock.move(60_000);
    const many = Array.from({ length: 40 }, () => both.request('channels', { path: '/' }));
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(frozen.requests.filter(({ path }) => path === '/')).toHaveLength(1);
    await frozen.close();
    expect(await Promise.allSettled(first)).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining(unavailable) }),
    );
    await both.close();
  });

  it('does not doubt a replica that takes long for a translation', async () => {
    const handler: FixtureHandler = ({ path }) => (path === '/slow' ? 'hang' : { body: {} });
    const [other, clock, lane] = [await startFixtureServer(handler), new HandClock(), 'translation' as const];
    channels.handle(handler);
    client = new ServiceClient({ CHANNELS_URL: `${other.url},${channels.url}` }, { ...SLOW, clock });
    const slow = [1, 2, 3, 4].map(() => client.request('channels', { path: '/slow', lane }));
    const paths = () => [other, channels].map(({ requests }) => requests.map(({ path }) => path));
    await eventually(paths, (sent) => sent.flat().length === 4, 'the slow requests to arrive');
    clock.move(14_000 * SLOW.timeoutFactor);
    for (const path of ['/1', '/2', '/3', '/4']) await client.request('channels', { path, lane });
    expect(paths().map((sent) => sent.length)).toEqual([4, 4]);
    expect(paths().flat()).not.toContain('/health/ready');
    await Promise.all([other.close(), channels.close(), Promise.allSettled(slow)]);
  });

  it('names the variable and the wrong entry if an address is no origin', async () => {
    const wrong = new ServiceClient({ CHANNELS_URL: `${channels.url},channels:3000` });
    await expect(wrong.request('channels', { path: '/' })).rejects.toThrow(
      'CHANNELS_URL must have origins such as http://reviews:3000, separated by commas; "channels:3000" is none',
    );
  });

  it('names the missing setting in the error', async () => {
    await expect(client.request('widgets', { path: '/' })).rejects.toThrow('WIDGETS_URL is not set');
  });
});

describe('ServiceClient within a request', () => {
  let world: World;
  let channels: FixtureServer;

  beforeAll(async () => {
    channels = await startFixtureServer(() => ({ body: { fine: true } }));
    world = await startWorld({
      services: [
        {
          definition: probeService,
          settings: { CHANNELS_URL: channels.url, SERVICE_TIMEOUT_FACTOR: '100' },
        },
      ],
      nats: false,
    });
  });
  afterAll(async () => {
    await world.close();
    await channels.close();
  });

  const callChannels = (body: object) =>
    world
      .as()
      .post('reviews', '/public/v1/probe/call-channels', { body, headers: { 'x-request-id': 'request-7' } });

  it('sends the caller’s token and request id', async () => {
    await expect(callChannels({ path: '/internal/x' })).resolves.toMatchObject({
      status: 200,
      body: { body: { fine: true } },
    });
    const headers = channels.requests[0]?.headers ?? {};
    expect(headers['x-request-id']).toBe('request-7');
    expect(headers[PRINCIPAL_HEADER]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('multiplies its timeout by SERVICE_TIMEOUT_FACTOR', async () => {
    channels.handle(() => ({ body: { fine: true }, delayMs: 500 }));
    await expect(callChannels({ path: '/internal/x', timeoutMs: 100 })).resolves.toMatchObject({
      status: 200,
      body: { body: { fine: true } },
    });
  });

  it('returns 503 to the client and logs only a warning if the service is down', async () => {
    channels.handle(() => 'reset');
    expect(await callChannels({ path: '/internal/x' })).toMatchObject({
      status: 503,
      body: { code: 'upstream_unavailable' },
    });
    expect(world.logs.errors()).toEqual([]);
    expect(world.logs.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', context: 'ServiceClient' }),
    );
  });
});

function addressesOf(book: AddressBook): string[] {
  return book.endpoints.map(({ name }) => name);
}

describe('address book', () => {
  let dns: DnsStub;

  let reply: DnsReply;

  let world: ReplicasWorld;

  let logs: RecordedLogs;

  beforeAll(async () => (dns = await startDnsStub(() => reply)));

  afterAll(() => dns.close());

  beforeEach(() => {
    world = new ReplicasWorld();
    logs = new RecordedLogs();
    Logger.overrideLogger(logs);
  });

  afterEach(() => world.close());

  const lookUp: LookUp = async (host) => {
    const resolver = new Resolver({ tries: 1 });
    resolver.setServers([dns.address]);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  };

  describe('AddressBook', () => {
    it('lists every address of a name, and the name itself until the first look-up', async () => {
      reply = { addresses: ['10.0.0.2', '10.0.0.1'] };
      const book = world.book(['http://reviews.test:3000', 'https://10.0.0.9'], lookUp);
      expect(addressesOf(book)).toEqual(['reviews.test:3000', '10.0.0.9:443']);
      await eventually(
        () => addressesOf(book),
        (names) => names.length === 3,
        'the first look-up',
      );
      expect(addressesOf(book)).toEqual(['10.0.0.1:3000', '10.0.0.2:3000', '10.0.0.9:443']);
    });

    it.each([
      ['the IPv4 addresses of a name that has both kinds', ['10.0.0.1', 'fd00::1'], ['10.0.0.1:3000']],
      [
        'the IPv6 addresses of a name without others',
        ['fd00::1', 'fd00::2'],
        ['[fd00::1]:3000', '[fd00::2]:3000'],
      ],
    ])('takes %s', async (_what, addresses, names) => {
      reply = { addresses };
      const book = world.book(['http://reviews.test:3000'], lookUp);
      await book.refresh();
      expect(addressesOf(book)).toEqual(names);
    });

    it.each<DnsReply>(['servfail', 'nxdomain', { addresses: [] }])(
      'keeps the addresses of a name if the name server responds %j, and logs it once',
      async (fault) => {
        reply = { addresses: ['10.0.0.1', '10.0.0.2'] };
        const book = world.book(['http://reviews.test:3000'], lookUp);
        await book.refresh();
        const before = book.endpoints;
        reply = fault;
        await book.refresh();
        await book.refresh();
        expect(book.endpoints).toBe(before);
        expect(logs.lines.filter(({ level }) => level === 'warn')).toEqual([
          expect.objectContaining({
            message: expect.objectContaining({ host: 'reviews.test' }),
          }),
        ]);
      },
    );

    it('never looks up addresses and localhost', async () => {
      const asked: string[] = [];
      const book = world.book(
        ['http://127.0.0.1:1', 'http://[::1]:1', 'http://localhost:1'],
        async (host) => {
          asked.push(host);
          return [];
        },
      );
      await book.refresh();
      expect(asked).toEqual([]);
      expect(addressesOf(book)).toEqual(['127.0.0.1:1', '[::1]:1', 'localhost:1']);
    });
  });

  describe('a ReplicaSet in front of a name with several addresses', () => {
    it('uses every address with the name as Host, and follows a change of DNS without a failed request', async () => {
      const first = await world.replica('127.0.0.1');
      const { port } = new URL(first.url);
      const second = await world.replica('127.0.0.2', Number(port));
      const third = await world.replica('127.0.0.3', Number(port));
      reply = { addresses: ['127.0.0.1', '127.0.0.2'] };
      const book = world.book([`http://reviews.test:${port}`], lookUp);
      await book.refresh();
      const set = world.set(book);
      expect(await sendMany(set, 10)).toEqual(fine(10));
      expect(shares(first, second, third)).toEqual([5, 5, 0]);
      expect(new Set(first.requests.map(({ host }) => host))).toEqual(new Set([`reviews.test:${port}`]));

      second.freeze();
      const underWay = [send(set), send(set)];
      expect(await Promise.race(underWay)).toBe('fine');
      await eventually(
        () => second.requests.length,
        (received) => received === 6,
        'the other request to be under way at the second replica',
      );
      reply = { addresses: ['127.0.0.1', '127.0.0.3'] };
      await book.refresh();
      expect(await sendMany(set, 10)).toEqual(fine(10));
      second.thaw();
      expect(await Promise.all(underWay)).toEqual(fine(2));
      expect(shares(second)).toEqual([6]);
      expect(third.requests.length).toBe(5);
      await eventually(
        () => second.sockets.size,
        (open) => open === 0,
        'the connections to the address that has gone to close',
      );
    });

    it('never probes an address that has gone, although a response from it says that it stops', async () => {
      const gone = await world.replica('127.0.0.1');
      const { port } = new URL(gone.url);
      const kept = await world.replica('127.0.0.2', Number(port));
      await world.replica('127.0.0.3', Number(port));
      reply = { addresses: ['127.0.0.1', '127.0.0.2'] };
      const book = world.book([`http://reviews.test:${port}`], lookUp);
      await book.refresh();
      const set = world.set(book);
      gone.freeze();
      const underWay = [send(set), send(set)];
      await eventually(
        () => shares(gone, kept).join(),
        (received) => received === '1,1',
        'a request to be under way at each address',
      );
      reply = { addresses: ['127.0.0.2', '127.0.0.3'] };
      await book.refresh();
      expect(await send(set)).toBe('fine');
      gone.isReady = false;
      gone.respond = (_request, response) => response.writeHead(503, { connection: 'close' }).end('fine');
      gone.thaw();
      expect(await Promise.all(underWay)).toEqual(fine(2));
      // This probe begins after one of the first address would have begun.
      kept.respond = (_request, response) => response.writeHead(503).end('fine');
      await eventually(
        async () => [await send(set), kept.probes] as const,
        ([, probes]) => probes > 0,
        'an address that is left to be probed',
      );
      expect(gone.probes).toBe(0);
      expect(logs.lines.filter(({ message }) => JSON.stringify(message).includes(gone.name))).toEqual([]);
    });

    it('asks for the certificate of the name, not of the address', async () => {
      const names: string[] = [];
      const server: Server = createServer({
        SNICallback: (name, refuse) => {
          names.push(name);
          refuse(new Error('no certificate'));
        },
      });
      server.on('tlsClientError', () => {});
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const book = world.book([`https://reviews.test:${port}`], async () => ['127.0.0.1']);
      await book.refresh();
      expect(await send(world.set(book))).toBeInstanceOf(Error);
      expect(names).toEqual(['reviews.test']);
      await new Promise((resolve) => server.close(resolve));
    });
  });
});

/** A replica in a process of its own, because only a whole process can be frozen. */
const PROGRAM = `
  const server = require('node:http').createServer((request, response) => response.end('fine'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

describe('a ReplicaSet in front of a process that is stopped', () => {
  let world: ReplicasWorld;
  let child: ChildProcess;
  beforeEach(async () => {
    Logger.overrideLogger(new RecordedLogs());
    world = new ReplicasWorld();
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await world.close();
  });

  it('loses only the requests that the process has, and uses it again when it goes on', async () => {
    const healthy = await world.replica();
    const set = world.set([await startChild(), healthy.url]);
    expect(await sendMany(set, 10)).toEqual(fine(10));
    expect(healthy.requests).toHaveLength(5);

    await freeze(child.pid!);
    const results: Result[] = [];
    const sent: Promise<unknown>[] = [];
    for (let turn = 0; turn < 200; turn += 1) {
      sent.push(send(set).then((result) => results.push(result)));
      world.now += 100;
      await eventually(
        () => results.length,
        (answered) => answered >= sent.length - 5,
        'the requests at the healthy replica to be answered',
        { intervalMs: 1 },
      );
    }
    expect(set.states().map(({ isOut }) => isOut)).toEqual([true, false]);
    expect(await sendMany(set, 50)).toEqual(fine(50));

    child.kill('SIGCONT');
    await Promise.all(sent);
    expect(results).toEqual(fine(200));
    await eventually(
      async () => {
        const before = healthy.requests.length;
        expect(await sendMany(set, 10)).toEqual(fine(10));
        return healthy.requests.length - before;
      },
      (received) => received === 5,
      'the process to get its share again',
    );
  });

  async function startChild(): Promise<string> {
    child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = (await once(child.stdout!, 'data')) as [Buffer];
    return `http://127.0.0.1:${Number(port.toString())}`;
  }
});

/** Connections are replaced at 48 to 72 seconds, and at 60 with the randomness of this world. */
const MAX_AGE_MS = 60_000;

/** The number of connections over which the replica has received requests. */
function used({ requests }: StandInReplica): number {
  return new Set(requests.map(({ socket }) => socket)).size;
}

async function connections(replica: StandInReplica, count: number): Promise<void> {
  await eventually(
    () => replica.sockets.size,
    (open) => open === count,
    `the replica to have ${count} connections`,
  );
}

/** Keeps 16 requests in flight until `work` is done or one fails. Resolves with the failures. */
async function underLoad(set: ReplicaSet, work: () => Promise<void>): Promise<unknown[]> {
  let isDone = false;
  const failures: unknown[] = [];
  const client = async (): Promise<void> => {
    while (!isDone && failures.length === 0) {
      const result = await send(set, '/', 'POST');
      if (result !== 'fine') failures.push(result);
    }
  };
  const clients = Array.from({ length: 16 }, client);
  await work().finally(() => (isDone = true));
  await Promise.all(clients);
  return failures;
}

describe('replica connections', () => {
  let world: ReplicasWorld;

  let one: StandInReplica;

  let other: StandInReplica;

  beforeEach(async () => {
    Logger.overrideLogger(new RecordedLogs());
    world = new ReplicasWorld();
    one = await world.replica();
    other = await world.replica();
  });

  afterEach(() => world.close());

  describe('the connections to a replica', () => {
    it('are used again until they are too old', async () => {
      const set = world.set([one.url], { maxConnections: 1 });
      expect(await sendMany(set, 5)).toEqual(fine(5));
      world.now += MAX_AGE_MS - 1;
      expect(await sendMany(set, 5)).toEqual(fine(5));
      expect(used(one)).toBe(1);
      world.now += 1;
      expect(await sendMany(set, 5)).toEqual(fine(5));
      expect(used(one)).toBe(2);
      await connections(one, 1);
    });

    it('finish their requests when they are too old', async () => {
      const set = world.set([one.url]);
      one.freeze();
      const old = send(set);
      await eventually(
        () => one.requests.length,
        (received) => received === 1,
        'the request to arrive',
      );
      world.now += MAX_AGE_MS;
      const young = send(set);
      await eventually(
        () => one.requests.length,
        (received) => received === 2,
        'the second request to arrive',
      );
      expect(used(one)).toBe(2);
      one.thaw();
      expect(await Promise.all([old, young])).toEqual(fine(2));
      await connections(one, 1);
    });

    it('are replaced under load without a failed request and the old ones do not pile up', async () => {
      const set = world.set([one.url], { maxConnections: 16 });
      let most = 0;
      const failures = await underLoad(set, async () => {
        for (let round = 1; round <= 20; round += 1) {
          const before = used(one);
          world.now += MAX_AGE_MS;
          await eventually(
            () => used(one),
            (connected) => connected > before,
            'new connections',
            { intervalMs: 1 },
          );
          most = Math.max(most, one.sockets.size);
        }
      });
      expect(failures).toEqual([]);
      expect(used(one)).toBeGreaterThan(20);
      expect(most).toBeLessThanOrEqual(64);
    });

    itAtLength(
      'are closed after three idle seconds although the replica offers to keep them longer',
      async () => {
        expect(await send(world.set([one.url]))).toBe('fine');
        await connections(one, 1);
        await connections(one, 0);
      },
    );

    it('are not used again after a response with Connection: close', async () => {
      const set = world.set([one.url]);
      one.respond = (_request, response) => response.setHeader('connection', 'close').end('fine');
      expect(await sendMany(set, 5)).toEqual(fine(5));
      expect(used(one)).toBe(5);
      await connections(one, 0);
    });
  });

  describe('a replica that stops and starts', () => {
    async function receives(replica: StandInReplica, count: number): Promise<void> {
      const before = replica.requests.length;
      await eventually(
        () => replica.requests.length - before,
        (received) => received > count,
        `the replica to receive ${count} requests`,
      );
    }

    /** Stops as services do: not ready, then the end of each connection, then the end of the port. */
    async function restart(replica: StandInReplica): Promise<void> {
      replica.isReady = false;
      replica.respond = (_request, response) => response.setHeader('connection', 'close').end('fine');
      await connections(replica, 0);
      await replica.stop();
      const { probes } = replica;
      await replica.listen();
      // Until its application exists, a service responds 503 to everything.
      replica.respond = (_request, response) => response.writeHead(503).end('starting');
      await eventually(
        () => replica.probes - probes,
        (probed) => probed > 0,
        'the replica to be probed',
      );
    }

    itAtLength('costs no request, and gets its share again once it is ready', async () => {
      const set = world.set([one.url, other.url]);
      const failures = await underLoad(set, async () => {
        await receives(one, 50);
        await restart(one);
        one.respond = (_request, response) => response.end('fine');
        one.isReady = true;
        await receives(one, 50);
      });
      expect(failures).toEqual([]);
      const before = [one.requests.length, other.requests.length] as const;
      expect(await sendMany(set, 20)).toEqual(fine(20));
      expect([one.requests.length - before[0], other.requests.length - before[1]]).toEqual([10, 10]);
    });
  });

  describe('ReplicaSet.close and destroy', () => {
    /** Sends a request on a connection that is then too old, and one on a new connection. Neither is answered. */
    async function stuckOnOldAndNew(): Promise<{ set: ReplicaSet; stuck: ReturnType<typeof send>[] }> {
      const set = world.set([one.url]);
      one.freeze();
      const stuck = [send(set)];
      world.now += MAX_AGE_MS;
      stuck.push(send(set));
      await eventually(
        () => one.requests.length,
        (received) => received === 2,
        'the requests to arrive',
      );
      return { set, stuck };
    }

    it('close waits for the requests in flight, also for those on old connections', async () => {
      const { set, stuck } = await stuckOnOldAndNew();
      const closing = set.close();
      one.thaw();
      await closing;
      expect(await Promise.all(stuck)).toEqual(fine(2));
      await connections(one, 0);
    });

    it('destroy fails the requests in flight, also those on old connections', async () => {
      const { set, stuck } = await stuckOnOldAndNew();
      await set.destroy();
      expect(await Promise.all(stuck)).not.toContain('fine');
    });
  });
});

/** After this time a replica that owes a response is probed. */
const SILENCE_MS = 1_000 * PATIENT;

async function received(replica: StandInReplica, count: number): Promise<void> {
  await eventually(
    () => replica.requests.length,
    (requests) => requests === count,
    `the replica to receive ${count} requests`,
  );
}

describe('replica set', () => {
  let world: ReplicasWorld;

  let logs: RecordedLogs;

  let one: StandInReplica;

  let other: StandInReplica;

  let set: ReplicaSet;

  beforeEach(async () => {
    logs = new RecordedLogs();
    Logger.overrideLogger(logs);
    world = new ReplicasWorld();
    one = await world.replica();
    other = await world.replica();
    set = world.set([one.url, other.url]);
  });

  afterEach(() => world.close());

  /** Sends requests until the replica has received `count` more. All of them must succeed. */
  async function sendUntilReceived(replica: StandInReplica, count: number): Promise<void> {
    const wanted = replica.requests.length + count;
    await eventually(
      async () => [await send(set), replica.requests.length] as const,
      ([result, received]) => {
        expect(result).toBe('fine');
        return received >= wanted;
      },
      'the replica to receive requests',
      { intervalMs: 5 },
    );
  }

  /** Returns whether requests avoid each replica. */
  function out(): boolean[] {
    return set.states().map(({ isOut }) => isOut);
  }

  async function probed(...expected: boolean[]): Promise<void> {
    await eventually(
      out,
      (states) => states.join() === expected.join(),
      `the replicas to be avoided: ${expected.join()}`,
    );
  }

  describe('a ReplicaSet that chooses', () => {
    it('lets equally busy replicas take turns', async () => {
      expect(await sendMany(set, 20)).toEqual(fine(20));
      expect(shares(one, other)).toEqual([10, 10]);
    });

    it('prefers the replica with the fewest requests in flight', async () => {
      one.freeze();
      const underWay = [send(set), send(set)];
      expect(await Promise.race(underWay)).toBe('fine');
      expect(await sendMany(set, 10)).toEqual(fine(10));
      expect(shares(one, other)).toEqual([1, 11]);
      one.thaw();
      expect(await Promise.all(underWay)).toEqual(fine(2));
    });
  });

  describe('a ReplicaSet with a replica that fails', () => {
    it('tries each other replica once if no connection can be opened, also for POST', async () => {
      const [gone, alsoGone] = [await freePort(), await freePort()];
      const nowhere = [`http://127.0.0.1:${gone}`, `http://127.0.0.1:${alsoGone}`];
      const partial = world.set([...nowhere, one.url]);
      for (let sent = 0; sent < 10; sent += 1) expect(await send(partial, '/', 'POST')).toBe('fine');
      expect(shares(one)).toEqual([10]);
      expect(await send(world.set(nowhere))).toBeInstanceOf(ConnectError);
    });

    it('gives up after five seconds of attempts to connect', async () => {
      const partial = world.set([one.url, `http://127.0.0.1:${await freePort()}`]);
      const first = send(partial);
      world.now += 5_000 * PATIENT + 1;
      expect(await first).toBeInstanceOf(ConnectError);
      expect(await send(partial)).toBe('fine');
    });

    it('never repeats a request that was sent', async () => {
      for (const replica of [one, other]) replica.respond = (request) => request.socket.resetAndDestroy();
      expect(await sendMany(set, 4)).not.toContain('fine');
      expect(one.requests.length + other.requests.length).toBe(4);
    });

    it('avoids the replica until a probe finds it ready', async () => {
      one.isReady = false;
      one.respond = (request) => request.socket.resetAndDestroy();
      const results = await sendMany(set, 2);
      expect(results.filter((result) => result !== 'fine')).toHaveLength(1);
      expect(await sendMany(set, 20)).toEqual(fine(20));
      expect(shares(one, other)).toEqual([1, 21]);

      one.respond = (_request, response) => response.end('fine');
      one.isReady = true;
      await probed(false, false);
      expect(await sendMany(set, 20)).toEqual(fine(20));
      expect(shares(one, other)).toEqual([11, 31]);
    });

    it('gives a replica its share after it has restarted', async () => {
      await one.stop();
      expect(await sendMany(set, 20)).toEqual(fine(20));
      expect(shares(one, other)).toEqual([0, 20]);
      await one.listen();
      await probed(false, false);
      expect(await sendMany(set, 20)).toEqual(fine(20));
      expect(shares(one, other)).toEqual([10, 30]);
    });

    it('logs once that a replica is avoided and once that it is back', async () => {
      await one.stop();
      await sendMany(set, 20);
      await eventually(
        () => logs.lines.length,
        (lines) => lines === 1,
        'the log line',
      );
      await one.listen();
      await probed(false, false);
      const about = { upstream: 'reports', replica: one.name };
      expect(logs.lines.map(({ message }) => message)).toEqual([
        {
          message: 'Stopped sending requests to a replica while others work',
          reason: expect.stringContaining('ECONNREFUSED'),
          ...about,
        },
        { message: 'Sends requests to a replica again', ...about },
      ]);
    });

    it('refuses requests only while the breakers of all replicas are open', async () => {
      for (const replica of [one, other]) {
        replica.isReady = false;
        replica.respond = (request) => request.socket.resetAndDestroy();
      }
      const results = await sendMany(set, 30);
      expect(shares(one, other)).toEqual([5, 5]);
      expect(results.slice(10).every((result) => result instanceof NoReplicaError)).toBe(true);
      expect(set.isOpen).toBe(true);
      one.respond = (_request, response) => response.end('fine');
      world.now += 2_000;
      await eventually(
        () => send(set),
        (result) => result === 'fine',
        'a trial at the replica that works',
      );
      expect(set.isOpen).toBe(false);
    });
  });

  describe('a ReplicaSet with a replica that is silent', () => {
    it('sends a frozen replica nothing after a second, however busy the other one is', async () => {
      one.freeze();
      const stuck = [send(set), send(set)];
      expect(await Promise.race(stuck)).toBe('fine');
      await received(one, 1);
      world.now += SILENCE_MS + 1;

      let release = (): void => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      other.respond = (_request, response) => void released.then(() => response.end('fine'));
      const busy = Array.from({ length: 20 }, () => send(set));
      await received(other, 21);
      expect(shares(one)).toEqual([1]);
      release();
      expect(await Promise.all(busy)).toEqual(fine(20));

      one.thaw();
      expect(await Promise.all(stuck)).toEqual(fine(2));
      await sendUntilReceived(one, 5);
    });

    it('goes on to use a replica that is only slow', async () => {
      one.respond = ({ url }, response) => {
        if (url !== '/slow') response.end('fine');
      };
      void send(set, '/slow');
      await eventually(
        () => shares(one, other).join(),
        (received) => received !== '0,0',
        'the slow request to arrive',
      );
      if (other.requests.length > 0) void send(set, '/slow');
      await received(one, 1);
      world.now += SILENCE_MS + 1;
      await send(set);
      await eventually(
        () => one.probes,
        (probes) => probes === 1,
        'the probe of the replica',
      );
      await probed(false, false);
      const busy = Array.from({ length: 9 }, () => send(set));
      expect(await Promise.all(busy)).toEqual(fine(9));
      expect(shares(one)[0]).toBeGreaterThan(3);
      expect(one.probes).toBe(1);
    });

    it('uses all replicas if all of them are silent', async () => {
      one.freeze();
      other.freeze();
      const stuck = [send(set), send(set)];
      await received(one, 1);
      await received(other, 1);
      world.now += SILENCE_MS + 1;
      stuck.push(send(set), send(set));
      await received(one, 2);
      await received(other, 2);
      expect(out()).toEqual([true, true]);
      one.thaw();
      other.thaw();
      expect(await Promise.all(stuck)).toEqual(fine(4));
    });

    it('never probes a replica that is the only one', async () => {
      const alone = world.set([one.url]);
      one.freeze();
      const stuck = [send(alone)];
      await received(one, 1);
      world.now += SILENCE_MS + 1;
      stuck.push(send(alone));
      await received(one, 2);
      one.thaw();
      expect(await Promise.all(stuck)).toEqual(fine(2));
      expect(alone.states()).toEqual([{ name: one.name, isOut: false }]);
      expect(one.probes).toBe(0);
    });
  });
});
