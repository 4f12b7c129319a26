import type { ServerResponse } from 'node:http';
import { IMPATIENT } from '../gateway-world.suite';
import { type Client, HUGE, StreamingProxy } from './streaming-proxy.suite';

const proxy = new StreamingProxy();
beforeAll(() => proxy.start());
afterEach(() => proxy.reset());
afterAll(() => proxy.stop());

describe('a client that disconnects', () => {
  it.each<[string, (response: ServerResponse) => unknown, (client: Client) => Promise<unknown>]>([
    ['before the service has responded', () => {}, () => proxy.serviceReceives()],
    ['after the headers', (response) => response.flushHeaders(), () => proxy.serviceReceives()],
    [
      'in the middle of the body',
      (response) => response.write('some'),
      (client) => client.resume().endsWith('some\r\n'),
    ],
    [
      'while it reads nothing',
      (response) => proxy.reports.stream(response, HUGE),
      () => proxy.serviceIsBlocked(),
    ],
  ])('%s ends the request to the service and disturbs no other client', async (_when, answer, arrived) => {
    proxy.reports.respond = (_request, response) => answer(response);
    const client = proxy.newClient().pause().send(proxy.head());
    await arrived(client);
    client.disconnect();
    await proxy.serviceIsIdle();
    await proxy.expectFine();
  });

  it('leaves no request open at the service, even if 200 disconnect at once', async () => {
    proxy.reports.respond = (_request, response) => response.write('some');
    const clients = Array.from({ length: 200 }, () => proxy.newClient().send(proxy.head()));
    await proxy.serviceReceives(clients.length);
    for (const client of clients) client.disconnect();
    await proxy.serviceIsIdle();
    await proxy.expectFine();
  });
});

describe('a client that disconnects while its pipelined requests wait for their turn', () => {
  it('ends all of them at the service before any has a response', async () => {
    proxy.reports.respond = () => {};
    const client = proxy.newClient().send(proxy.head().repeat(20));
    await proxy.serviceReceives(20);
    client.disconnect();
    await proxy.serviceIsIdle();
    await proxy.expectFine();
  });

  it('ends all of them at the service after some have begun', async () => {
    proxy.reports.respond = (_request, response) => proxy.reports.stream(response, HUGE);
    const client = proxy.newClient().pause().send(proxy.head().repeat(3));
    await proxy.serviceReceives(3);
    await proxy.serviceIsBlocked();
    client.disconnect();
    await proxy.serviceIsIdle();
    await proxy.expectFine();
  });
});

describe('a service that resets the connection', () => {
  it('in the middle of a chunked response ends the connection of the client without the last chunk', async () => {
    proxy.reports.respond = (_request, response) =>
      response.write('{"items":[', () => response.socket?.resetAndDestroy());
    const client = proxy.newClient().send(proxy.head());
    await client.closes();
    expect(client.text).toContain('{"items":[');
    expect(client.text).not.toContain('0\r\n\r\n');
    await proxy.expectFine();
  });

  it('in the middle of a response with a Content-Length ends the connection of the client early', async () => {
    proxy.reports.respond = (_request, response) => {
      response.setHeader('content-length', 100);
      response.write('{"items":[', () => response.socket?.resetAndDestroy());
    };
    const client = proxy.newClient().send(proxy.head());
    await client.closes();
    expect(client.text).toContain('content-length: 100\r\n');
    expect(client.text).toMatch(/\{"items":\[$/);
    await proxy.expectFine();
  });

  it('in the middle of a response to a slow client ends the connection of the client early', async () => {
    proxy.reports.respond = (_request, response) => proxy.reports.stream(response, HUGE);
    const client = proxy.newClient().pause().send(proxy.head());
    await proxy.serviceIsBlocked();
    for (const response of proxy.reports.open) response.socket?.resetAndDestroy();
    await proxy.expectFine();
    await client.resume().closes();
    expect(client.text.length).toBeLessThan(HUGE);
    expect(client.text.slice(-10)).not.toContain('0\r\n\r\n');
  });

  it('between headers and body gets the client a 503', async () => {
    proxy.reports.respond = (_request, response) => {
      response.writeHead(200, { 'content-length': 100, 'x-own': '1' });
      response.flushHeaders();
      setImmediate(() => response.socket?.resetAndDestroy());
    };
    const response = await proxy.request();
    expect(response.status).toBe(503);
    expect(response.headers.get('x-own')).toBeNull();
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ code: 'upstream_unavailable' });
    await proxy.expectFine();
  });

  it('after a complete response leaves the connection of the client usable', async () => {
    proxy.reports.respond = (_request, response) => {
      response.setHeader('content-length', 4);
      response.write('done', () => response.socket?.resetAndDestroy());
    };
    const client = proxy.newClient().send(proxy.head());
    await client.endsWith('done');
    proxy.reports.respond = (_request, response) => response.end('fine');
    await client.send(proxy.head('GET', 'Connection: close')).closes();
    expect(client.text).toContain('fine');
  });
});

describe('a client that reads nothing for longer than UPSTREAM_TIMEOUT_MS', () => {
  beforeAll(async () => {
    await proxy.stop();
    await proxy.start(IMPATIENT);
  });

  it('is disconnected, and its request to the service ends', async () => {
    proxy.reports.respond = (_request, response) => proxy.reports.stream(response, HUGE);
    const client = proxy.newClient().pause().send(proxy.head());
    await proxy.serviceReceives();
    await proxy.serviceIsIdle();
    await client.resume().closes();
    expect(client.text.length).toBeLessThan(HUGE);
    await proxy.expectFine();
  });

  it('does not keep its pipelined requests open at the service either', async () => {
    proxy.reports.respond = (_request, response) => proxy.reports.stream(response, HUGE);
    proxy
      .newClient()
      .pause()
      .send(proxy.head() + proxy.head());
    await proxy.serviceReceives(2);
    await proxy.serviceIsIdle();
    await proxy.expectFine();
  });
});
