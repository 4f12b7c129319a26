import { Resolver } from 'node:dns/promises';
import { createServer, type Server } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { type DnsReply, type DnsStub, eventually, RecordedLogs, startDnsStub } from '@plaudit/testing';
import type { AddressBook, LookUp } from './address-book';
import { fine, ReplicasWorld, send, sendMany, shares } from './replicas-world.suite';

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

function addressesOf(book: AddressBook): string[] {
  return book.endpoints.map(({ name }) => name);
}

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
    const book = world.book(['http://127.0.0.1:1', 'http://[::1]:1', 'http://localhost:1'], async (host) => {
      asked.push(host);
      return [];
    });
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
