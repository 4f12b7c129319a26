import { once } from 'node:events';
import { Agent, createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../eventually';
import { LoadBalancer } from './load-balancer';

/** A server that is ready or not, as the test says, and responds with its name unless the test replaces `handler`. */
interface Target {
  server: Server;
  url: string;
  isReady: boolean;
  connections: number;
  handler: RequestListener;
}

async function startTarget(name: string): Promise<Target> {
  const target: Target = {
    server: createServer({ keepAliveTimeout: 0 }),
    url: '',
    isReady: true,
    connections: 0,
    handler: (_incoming, outgoing) => void outgoing.end(name),
  };
  target.server.on('request', (incoming, outgoing) => {
    if (incoming.url !== '/health/ready') return target.handler(incoming, outgoing);
    target.connections -= 1;
    outgoing.writeHead(target.isReady ? 200 : 503).end();
  });
  target.server.on('connection', () => (target.connections += 1));
  target.server.listen(0, '127.0.0.1');
  await once(target.server, 'listening');
  target.url = `http://127.0.0.1:${(target.server.address() as AddressInfo).port}`;
  return target;
}

async function closeTarget({ server }: Target): Promise<void> {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

describe('LoadBalancer', () => {
  let a: Target;
  let b: Target;
  let balancer: LoadBalancer;

  const start = async (checkEveryMs = 20): Promise<void> => {
    balancer = await LoadBalancer.start([a.url, b.url], { checkEveryMs });
  };
  /** Sends requests one after another and returns the names of the targets that responded. */
  const names = async (count: number): Promise<string[]> => {
    const seen: string[] = [];
    for (let sent = 0; sent < count; sent += 1) seen.push(await (await fetch(balancer.url)).text());
    return seen;
  };
  const readyTargets = (...targets: Target[]) =>
    eventually(
      () => balancer.ready(),
      (ready) => ready.join() === targets.map(({ url }) => url).join(),
      'the ready targets',
    );

  beforeEach(async () => ([a, b] = [await startTarget('a'), await startTarget('b')]));
  afterEach(async () => {
    await balancer.close();
    await closeTarget(a);
    await closeTarget(b);
  });

  it('sends the requests to its targets in turn and counts them', async () => {
    await start();
    expect((await names(4)).toSorted()).toEqual(['a', 'a', 'b', 'b']);
    expect([balancer.sent(a.url), balancer.sent(b.url)]).toEqual([2, 2]);
  });

  it('forwards method, path, headers and body of the request, and status and headers of the response', async () => {
    a.isReady = false;
    b.handler = (incoming, outgoing) => {
      const { method, url, headers } = incoming;
      outgoing.statusCode = 418;
      outgoing.setHeader('set-cookie', ['a=1', 'b=2']);
      outgoing.setHeader('x-request', `${method} ${url} ${headers.host} ${String(headers['x-own'])}`);
      incoming.pipe(outgoing);
    };
    await start();
    const sending = { method: 'POST', body: 'text', headers: { 'x-own': 'yes' } };
    const answer = await fetch(`${balancer.url}/a?page=2`, sending);
    expect([answer.status, await answer.text()]).toEqual([418, 'text']);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const { host } = new URL(balancer.url);
    expect(answer.headers.get('x-request')).toBe(`POST /a?page=2 ${host} yes`);
  });

  it('sends no further request to a target that is not ready, until it is ready again', async () => {
    await start();
    a.isReady = false;
    await readyTargets(b);
    expect(await names(3)).toEqual(['b', 'b', 'b']);
    a.isReady = true;
    await readyTargets(a, b);
    expect(await names(2)).toContain('a');
  });

  it('finishes a request of a target that is no longer ready or no longer listed', async () => {
    await start();
    const arrived = new Promise<() => void>((resolve) => {
      const wait: RequestListener = (_incoming, outgoing) => resolve(() => void outgoing.end('late'));
      [a.handler, b.handler] = [wait, wait];
    });
    const answer = fetch(balancer.url);
    const respond = await arrived;
    [a.isReady, b.isReady] = [false, false];
    await readyTargets();
    await balancer.setTargets([]);
    expect((await fetch(balancer.url)).status).toBe(503);
    respond();
    expect(await (await answer).text()).toBe('late');
  });

  it('takes the next target if one refuses the connection', async () => {
    await start(60_000);
    await closeTarget(a);
    expect(await names(2)).toEqual(['b', 'b']);
    expect([balancer.sent(a.url), balancer.sent(b.url)]).toEqual([0, 2]);
  });

  it('responds 502 without a second attempt if the target closes the connection after the request', async () => {
    const cut: RequestListener = ({ socket }) => void socket.destroy();
    [a.handler, b.handler] = [cut, cut];
    await start();
    expect((await fetch(balancer.url)).status).toBe(502);
    expect(balancer.sent(a.url) + balancer.sent(b.url)).toBe(1);
  });

  it('keeps its connection to a target until the target responds with Connection: close', async () => {
    b.isReady = false;
    // A check beside the requests would be counted until it is recognised as one.
    await start(60_000);
    await names(3);
    expect(a.connections).toBe(1);
    a.handler = (_incoming, outgoing) => void outgoing.setHeader('connection', 'close').end();
    await names(3);
    expect(a.connections).toBe(3);
  });

  it('keeps the connection of a client whose target responded with Connection: close', async () => {
    b.isReady = false;
    a.handler = (_incoming, outgoing) => void outgoing.setHeader('connection', 'close').end();
    await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set();
    for (let sent = 0; sent < 3; sent += 1) {
      const outgoing = request(balancer.url, { agent }).end();
      const [incoming] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream];
      sockets.add(outgoing.socket);
      await once(incoming.resume(), 'end');
    }
    agent.destroy();
    expect(sockets.size).toBe(1);
  });
});
