import type { DnsReply } from '@plaudit/testing';
import { client, closeAll, dns, failure, PATIENCE_MS, server } from '../fixtures/outbound-world';
import { type RawServer, response, startRawServer } from '../fixtures/raw-server';
import { Resolver, resolvesToBlocked } from '../index';

afterEach(closeAll);

describe('OutboundClient and the address guard', () => {
  const refused: [string, DnsReply][] = [
    ['private', { addresses: ['127.0.0.1'] }],
    ['mixed', { addresses: ['8.8.8.8', '127.0.0.1'] }],
    ['mixed families', { addresses: ['8.8.8.8', '::1'] }],
    ['mapped', { addresses: ['::ffff:10.0.0.1'] }],
    ['NAT64', { addresses: ['64:ff9b::a00:1'] }],
    ['an alias of a private name', { addresses: ['127.0.0.1'], alias: 'db.internal' }],
    ['unspecified', { addresses: ['0.0.0.0'] }],
  ];

  test.each(refused)('refuse a name that resolves to %s and open no connection', async (_what, answer) => {
    const victim = await server((socket) => socket.write(response(200)));
    const names = await dns(() => answer);
    const sender = client({ allowLoopback: false, resolver: [names.address] });
    const error = await failure(sender.request(`http://hooks.test:${victim.port}/`));
    expect(error.code).toBe('blocked_address');
    expect(error.message).toBe('The address is not allowed.');
    expect(victim.connections).toBe(0);
  });

  test.each([['127.0.0.1'], ['[::1]'], ['[::ffff:127.0.0.1]'], ['0.0.0.0'], ['localhost']])(
    'refuse the host %s and open no connection',
    async (host) => {
      const victim = await server((socket) => socket.write(response(200)));
      const sender = client({ allowLoopback: false });
      expect((await failure(sender.request(`http://${host}:${victim.port}/`))).code).toBe('blocked_address');
      expect(victim.connections).toBe(0);
    },
  );

  test.each([['0.0.0.0'], ['10.0.0.1'], ['[::ffff:127.0.0.1]'], ['169.254.169.254'], ['[::]']])(
    'still refuse %s with ALLOW_LOOPBACK',
    async (host) => {
      const victim = await server((socket) => socket.write(response(200)));
      expect((await failure(client().request(`http://${host}:${victim.port}/`))).code).toBe(
        'blocked_address',
      );
      expect(victim.connections).toBe(0);
    },
  );

  test('refuse a name that becomes private after its check and open no connection', async () => {
    const victim = await server((socket) => socket.write(response(200)));
    const names = await dns((_name, asked) => ({ addresses: [asked === 1 ? '8.8.8.8' : '127.0.0.1'] }));
    const url = `http://hooks.test:${victim.port}/`;
    const checking = new Resolver([names.address], PATIENCE_MS);
    expect(await resolvesToBlocked(url, checking, {})).toBe(false);
    const sender = client({ allowLoopback: false, resolver: [names.address] });
    expect((await failure(sender.request(url))).code).toBe('blocked_address');
    expect(victim.connections).toBe(0);
  });

  test('report a name that resolves to a private address, and accept a name that does not exist yet', async () => {
    const names = await dns((name) => (name === 'inner.test' ? { addresses: ['10.0.0.1'] } : 'nxdomain'));
    const resolver = new Resolver([names.address], PATIENCE_MS);
    expect(await resolvesToBlocked('http://inner.test/', resolver, {})).toBe(true);
    expect(await resolvesToBlocked('http://later.test/', resolver, {})).toBe(false);
    expect(await resolvesToBlocked('http://inner:80/', resolver, { allowHosts: ['inner:80'] })).toBe(false);
  });

  test('resolve a name once and connect to the checked address', async () => {
    const first = await server((socket) => socket.write(response(200, 'first', { Connection: 'close' })));
    const second = await server((socket) => socket.write(response(200, 'second')), {
      host: '127.0.0.2',
      port: first.port,
    });
    const names = await dns((_name, asked) => ({ addresses: [asked === 1 ? '127.0.0.1' : '127.0.0.2'] }));
    const sender = client({ resolver: [names.address] });
    for (let i = 0; i < 3; i++) {
      const reply = await sender.request(`http://hooks.test:${first.port}/`);
      expect(reply.text()).toBe('first');
      expect(reply.timings.dns).not.toBeNull();
    }
    expect(names.questions.toSorted()).toEqual(['A hooks.test', 'AAAA hooks.test']);
    expect(second.connections).toBe(0);
    expect(first.received[0]).toContain(`host: hooks.test:${first.port}`);
  });

  test('connect to a name that has only an IPv6 address', async () => {
    const receiver = await server((socket) => socket.write(response(200, 'six')), { host: '::1' });
    const names = await dns(() => ({ addresses: ['::1'] }));
    const reply = await client({ resolver: [names.address] }).request(`http://hooks.test:${receiver.port}/`);
    expect(reply.text()).toBe('six');
    expect(names.questions.toSorted()).toEqual(['A hooks.test', 'AAAA hooks.test']);
  });

  test('try the next address when the first one refuses', async () => {
    // The port on the first address was ours before. Any other port may belong to another server.
    const first = await startRawServer(() => undefined);
    const receiver = await server((socket) => socket.write(response(200)), {
      host: '127.0.0.2',
      port: first.port,
    });
    await first.close();
    const names = await dns(() => ({ addresses: ['127.0.0.1', '127.0.0.2'] }));
    const reply = await client({ resolver: [names.address] }).request(`http://hooks.test:${receiver.port}/`);
    expect(reply.status).toBe(200);
  });
});

describe('OUTBOUND_DENY_CIDRS and OUTBOUND_DENY_HOSTS', () => {
  const DENY = { denyCidrs: ['127.0.0.0/8', '::1/128'] };

  test.each([['127.0.0.1'], ['127.8.8.8'], ['localhost'], ['[::1]'], ['[::ffff:127.0.0.1]']])(
    'win over ALLOW_LOOPBACK and OUTBOUND_ALLOW_HOSTS for the host %s',
    async (host) => {
      const victim = await server((socket) => socket.write(response(200)));
      const allowHosts = [`${new URL(`http://${host}/`).hostname}:${victim.port}`];
      for (const permission of [{ allowLoopback: true }, { allowLoopback: false, allowHosts }]) {
        const error = await failure(
          client({ ...DENY, ...permission }).request(`http://${host}:${victim.port}/`),
        );
        expect([error.code, error.message]).toEqual([
          'blocked_address',
          expect.stringMatching(/address.* is not allowed|not allowed/),
        ]);
      }
      expect(victim.connections).toBe(0);
    },
  );

  test('hold for the addresses of a name, also mapped into IPv6', async () => {
    const victim = await server((socket) => socket.write(response(200)));
    const denyCidrs = ['8.8.8.0/24'];
    for (const address of ['8.8.8.8', '::ffff:8.8.8.8']) {
      const names = await dns(() => ({ addresses: ['127.0.0.1', address] }));
      const sender = client({ denyCidrs, resolver: [names.address] });
      expect((await failure(sender.request(`http://hooks.test:${victim.port}/`))).code).toBe(
        'blocked_address',
      );
      const checking = new Resolver([names.address], PATIENCE_MS);
      const allowHosts = ['hooks.test:80'];
      expect(await resolvesToBlocked('http://hooks.test/', checking, { denyCidrs, allowHosts })).toBe(true);
      expect(await resolvesToBlocked('http://hooks.test/', checking, { allowHosts })).toBe(false);
    }
    expect(victim.connections).toBe(0);
  });

  test('hold for the names of an allowed host, its upper case, its trailing dot and its subdomains', async () => {
    const victim = await server((socket) => socket.write(response(200)));
    const names = await dns(() => ({ addresses: ['127.0.0.1'] }));
    const sender = client({
      denyNames: ['exact.test', '.corp.test'],
      allowHosts: [`exact.test:${victim.port}`],
      resolver: [names.address],
    });
    for (const host of ['exact.test', 'EXACT.test.', 'corp.test', 'a.b.corp.test']) {
      expect((await failure(sender.request(`http://${host}:${victim.port}/`))).code).toBe('blocked_address');
    }
    expect(victim.connections).toBe(0);
    for (const host of ['not-exact.test', 'www.exact.test', 'notcorp.test']) {
      expect((await sender.request(`http://${host}:${victim.port}/`)).status).toBe(200);
    }
  });

  test('hold for redirects', async () => {
    const victim = await server((socket) => socket.write(response(200)), { host: '127.0.0.2' });
    const first = await server((socket) =>
      socket.write(response(302, '', { Location: `http://127.0.0.2:${victim.port}/` })),
    );
    const sender = client({ denyCidrs: ['127.0.0.2/32'] });
    expect((await failure(sender.request(first.origin, { maxRedirects: 3 }))).code).toBe('blocked_address');
    const named = await server((socket) =>
      socket.write(response(302, '', { Location: `http://localhost:${victim.port}/` })),
    );
    const byName = client({ denyNames: ['localhost'] });
    expect((await failure(byName.request(named.origin, { maxRedirects: 3 }))).code).toBe('blocked_address');
    expect(victim.connections).toBe(0);
  });

  test('do not hold for the right side of an override, which the operator chose', async () => {
    const standIn = await server((socket) => socket.write(response(200)));
    const sender = client({ ...DENY, originOverrides: { 'https://itunes.apple.com': standIn.origin } });
    expect((await sender.request('https://itunes.apple.com/')).status).toBe(200);
  });
});

describe('OutboundClient and names that do not resolve', () => {
  test.each([['servfail'], ['nxdomain']] as const)('report %s as dns_error', async (fault) => {
    const names = await dns(() => fault);
    expect((await failure(client({ resolver: [names.address] }).request('http://hooks.test/'))).code).toBe(
      'dns_error',
    );
  });

  test('report an empty answer and one with too many addresses as dns_error', async () => {
    const crowd = Array.from({ length: 17 }, (_, index) => `8.8.8.${index}`);
    const names = await dns((name) => ({ addresses: name === 'crowd.test' ? crowd : [] }));
    const sender = client({ resolver: [names.address] });
    expect((await failure(sender.request('http://crowd.test/'))).message).toContain('too many addresses');
    expect((await failure(sender.request('http://empty.test/'))).code).toBe('dns_error');
  });

  test('delay no other name when a name server does not respond', async () => {
    const receiver = await server((socket) => socket.write(response(200)));
    const names = await dns((name) => (name === 'good.test' ? { addresses: ['127.0.0.1'] } : 'hang'));
    const sender = client({ resolver: [names.address] });
    const hanging = ['a', 'b', 'c', 'd'].map((label) => failure(sender.request(`http://${label}.test/`)));
    const good = sender.request(`http://good.test:${receiver.port}/`).then(({ status }) => status);
    expect(await Promise.race([good, ...hanging])).toBe(200);
    await sender.close();
    await Promise.all(hanging);
  });

  test('wait two seconds once for a name server that does not respond', async () => {
    const receiver = await server((socket) => socket.write(response(200)));
    let answers = false;
    const names = await dns(() => (answers ? { addresses: ['127.0.0.1'] } : 'hang'));
    const sender = client({ resolver: [names.address], lookupTimeoutMs: undefined });
    const ask = (): Promise<unknown> => failure(sender.request(`http://a.test:${receiver.port}/`));
    const cause = new Error('No DNS answer within 2000 ms');
    expect(await ask()).toMatchObject({ code: 'dns_error', cause });
    answers = true;
    expect(await ask()).toMatchObject({ code: 'dns_error', cause });
    expect(receiver.connections).toBe(0);
  });
});

describe('ORIGIN_OVERRIDES', () => {
  test('send requests to the right side, which receives its own host and the requested one', async () => {
    const standIn = await server((socket) => socket.write(response(200, 'stand-in')));
    const sender = client({
      allowLoopback: false,
      originOverrides: { 'https://itunes.apple.com': standIn.origin },
    });
    const reply = await sender.request('https://itunes.apple.com/gb/rss?id=1');
    expect(reply.text()).toBe('stand-in');
    expect(reply.url).toBe('https://itunes.apple.com/gb/rss?id=1');
    expect(standIn.received[0]).toContain(`host: 127.0.0.1:${standIn.port}`);
    expect(standIn.received[0]).toContain('x-forwarded-host: itunes.apple.com');
    expect(standIn.received[0]).toMatch(/^GET \/gb\/rss\?id=1 /);
  });

  test('send a path that begins with two slashes to the right side, and not to the host that it seems to name', async () => {
    const standIn = await server((socket) => socket.write(response(200)));
    const victim = await server((socket) => socket.write(response(200)));
    const sender = client({ originOverrides: { 'https://itunes.apple.com': standIn.origin } });
    await sender.request(`https://itunes.apple.com//127.0.0.1:${victim.port}/x`);
    expect(standIn.received[0]).toContain(`GET //127.0.0.1:${victim.port}/x HTTP/1.1`);
    expect(victim.connections).toBe(0);
  });

  test('allow neither direct requests to the right side nor other origins', async () => {
    const standIn = await server((socket) => socket.write(response(200)));
    const sender = client({
      allowLoopback: false,
      originOverrides: { 'https://itunes.apple.com': standIn.origin },
    });
    expect((await failure(sender.request(standIn.origin))).code).toBe('blocked_address');
    expect((await failure(sender.request('http://itunes.apple.com:22/'))).code).toBe('blocked_address');
    expect((await failure(sender.request('https://u@itunes.apple.com/'))).code).toBe('blocked_address');
    expect(standIn.connections).toBe(0);
  });

  test('follow redirects of a stand-in to its own address', async () => {
    const standIn: RawServer = await server((socket, count) =>
      socket.write(count === 1 ? response(302, '', { Location: `${standIn.origin}/b` }) : response(200)),
    );
    const sender = client({
      allowLoopback: false,
      originOverrides: { 'https://itunes.apple.com': standIn.origin },
    });
    const reply = await sender.request('https://itunes.apple.com/a', { maxRedirects: 5 });
    expect(reply.url).toBe('https://itunes.apple.com/b');
  });

  test('allow a host of OUTBOUND_ALLOW_HOSTS whatever it resolves to', async () => {
    const receiver = await server((socket) => socket.write(response(200)));
    const sender = client({ allowLoopback: false, allowHosts: [`127.0.0.1:${receiver.port}`] });
    expect((await sender.request(receiver.origin)).status).toBe(200);
  });
});
