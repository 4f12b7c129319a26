import { EventEmitter } from 'node:events';
import { AddressBook } from '@plaudit/runtime';
import { eventually, type FixtureServer, startFixtureServer } from '@plaudit/testing';
import { ClientGone, Upstream } from './upstream';

const CONNECTIONS = 256;

let server: FixtureServer;
let upstream: Upstream;
let now: number;

beforeEach(async () => {
  now = Date.now();
  server = await startFixtureServer(() => 'hang');
  const book = new AddressBook([server.url], { random: () => 0.5 });
  upstream = new Upstream(
    {
      name: 'reports',
      service: 'reports',
      book,
      timeoutMs: 60_000,
      timeoutFactor: 10,
      maxConnections: CONNECTIONS,
      maxInFlight: 2_048,
    },
    { now: () => now, random: () => 0.5 },
  );
});
afterEach(async () => {
  await upstream.close();
  await server.close();
});

/** Sends a request and drops the response. Resolves with the error, or with null. */
function send(path = '/', signal = new EventEmitter()): Promise<Error | null> {
  return new Promise((resolve) => {
    upstream.request({ method: 'GET', path, headers: {}, signal }, (error, response) => {
      response?.body.resume();
      resolve(error);
    });
  });
}

describe('Upstream', () => {
  it('refuses requests beyond 2,048 at once without opening the breaker', async () => {
    const underWay = Array.from({ length: 2_048 }, () => send());
    const refused = await Promise.all(Array.from({ length: 3_000 }, () => send()));
    expect(new Set(refused.map((error) => error?.message))).toEqual(
      new Set(['The reports service is not available; try again shortly.']),
    );
    expect(upstream.replicas.isOpen).toBe(false);
    await upstream.close();
    expect(await Promise.all(underWay)).not.toContain(null);
  });

  it('accepts requests again after the earlier ones have ended', async () => {
    server.handle(() => ({ body: 'fine' }));
    for (let round = 0; round < 3; round += 1) {
      const errors = await Promise.all(Array.from({ length: 2_048 }, () => send()));
      expect(new Set(errors)).toEqual(new Set([null]));
    }
  });

  it('says which replica responded', async () => {
    server.handle(() => ({ body: 'fine' }));
    const replica = await new Promise((resolve) => {
      const request = { method: 'GET', path: '/', headers: {}, signal: new EventEmitter() };
      upstream.request(request, (_error, response, name) => {
        response?.body.resume();
        resolve(name);
      });
    });
    expect(replica).toBe(`127.0.0.1:${server.port}`);
  });

  it('sends nothing for two seconds to a service that has failed five times', async () => {
    server.handle(() => 'reset');
    const requestsAfter = async (times: number): Promise<number> => {
      for (let sent = 0; sent < times; sent += 1)
        expect(await send()).toMatchObject({ code: 'upstream_unavailable' });
      return server.requests.length;
    };
    expect(await requestsAfter(8)).toBe(5);
    now += 1_999;
    expect(await requestsAfter(1)).toBe(5);
    now += 1;
    expect(await requestsAfter(8)).toBe(6);
    now += 2_000;
    server.handle(() => ({ body: 'fine' }));
    expect(await send()).toBeNull();
    expect(await send()).toBeNull();
  });

  it('never sends the waiting request of a client that has gone', async () => {
    let answerAll = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answerAll = resolve));
    server.handle(() => answered.then(() => ({ body: 'fine' })));
    const underWay = Array.from({ length: CONNECTIONS }, () => send());
    await eventually(
      () => server.requests.length,
      (received) => received === CONNECTIONS,
      'every connection to be taken',
    );

    const signal = new EventEmitter();
    const waiting = send('/gone', signal);
    signal.emit('abort');
    const behind = send('/behind');
    answerAll();
    expect(await waiting).toBeInstanceOf(ClientGone);
    expect(await behind).toBeNull();
    expect(server.requests.map(({ path }) => path)).not.toContain('/gone');
    expect(new Set(await Promise.all(underWay))).toEqual(new Set([null]));
  });
});
