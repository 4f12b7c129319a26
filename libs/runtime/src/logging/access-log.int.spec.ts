import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { type AccessLine, eventually } from '@plaudit/testing';
import { Gate, gates, probeService } from '../fixtures/probe-service';
import { PROBE, ProbeWorld } from '../fixtures/probe-world';
import { HttpListener } from '../http/listener';
import { loadEnv } from '../env/load-env';
import { startServices } from '../service/start-services';
import { AccessLog } from './access-log';

describe('the access log', () => {
  let probe: ProbeWorld;
  let next = 0;
  const started: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    probe = await ProbeWorld.start();
  });
  afterAll(async () => {
    for (const replica of started) await replica.close();
    await probe.close();
  });

  const newId = (): string => `access-log-${(next += 1)}`;
  const all = (): AccessLine[] => probe.world.logs.requests();
  /** Waits for the line of a request, because it is written after the client has the response. */
  const lineOf = async (id: string): Promise<AccessLine> => {
    const lines = await eventually(
      () => all().filter(({ request_id }) => request_id === id),
      (found) => found.length > 0,
      `the line of ${id}`,
    );
    expect(lines).toHaveLength(1);
    return lines[0] as AccessLine;
  };

  /** Starts another replica with its own settings and returns its URL. */
  async function replica(changes: Record<string, string>): Promise<string> {
    const settings = { ...probe.world.settings('reviews'), ...changes };
    const running = await startServices([{ definition: probeService, settings }]);
    started.push(running);
    return running.url('reviews');
  }

  /** Sends bytes and returns the status of the response. */
  function raw(url: string, text: string): Promise<number> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(Number(received.split(' ')[1])));
      socket.on('error', reject);
    });
  }

  it('has one line per request with what an operator needs to find and judge it', async () => {
    const id = newId();
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const headers = { 'content-type': 'application/json', 'x-request-id': id, traceparent };
    const caller = probe.world.as({ account_id: 7, sub_account_id: 8, key_id: 9 });
    await caller.delete('reviews', `${PROBE}/items/4711?email=a@b.example`, { body: { a: 1 }, headers });
    const line = await lineOf(id);
    expect(line).toEqual({
      message: 'Answered a request',
      method: 'DELETE',
      route: '/public/v1/probe/items/:id',
      // The parameter is not known.
      status: 400,
      ms: expect.any(Number),
      bytes_in: 7,
      bytes: expect.any(Number),
      account_id: 7,
      sub_account_id: 8,
      key_id: 9,
      request_id: id,
      trace_id: 'a'.repeat(32),
      service: 'reviews',
    });
    expect(line.bytes).toBeGreaterThan('{"success":false}'.length);
    expect(line.ms).toBeGreaterThan(0);
    expect(JSON.stringify(line)).not.toMatch(/4711|email|example|127\.0\.0\.1/);
  });

  it.each([
    ['an unknown path', '/nothing/secret-token', 404, 'unmatched'],
    ['a path that cannot be decoded', '/public/v1/%zz', 400, 'unmatched'],
    ['a service without a principal', `${PROBE}/items/1`, 401, '/public/v1/probe/items/:id'],
    ['a handler that fails', `${PROBE}/broken`, 401, '/public/v1/probe/broken'],
  ])('has a line for %s', async (_what, path, status, route) => {
    const id = newId();
    const text = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`;
    expect(await raw(probe.world.url('reviews'), text)).toBe(status);
    expect(await lineOf(id)).toMatchObject({ status, route, method: 'GET', service: 'reviews' });
  });

  it('has a line for requests that never reach the application', async () => {
    const url = probe.world.url('reviews');
    const id = newId();
    const expecting = `Expect: zzz\r\nX-Request-Id: ${id}`;
    expect(await raw(url, `GET / HTTP/1.1\r\nHost: x\r\n${expecting}\r\nConnection: close\r\n\r\n`)).toBe(
      417,
    );
    expect(await lineOf(id)).toMatchObject({ status: 417, route: 'unmatched', method: 'GET' });
    const before = all().length;
    expect(await raw(url, 'HELO secret\r\n\r\n')).toBe(400);
    const [line] = await eventually(
      () => all().slice(before),
      (lines) => lines.length > 0,
      'the line of bytes that are no request',
    );
    expect(line).toMatchObject({ status: 400, route: 'unmatched', request_id: expect.any(String) });
  });

  it('has a line for requests that arrive before the application', async () => {
    const listener = await HttpListener.open('127.0.0.1', 0);
    const settings = probe.world.settings('reviews');
    listener.accessLog = AccessLog.of('ai', loadEnv('reviews', probeService.env, settings));
    const id = newId();
    for (const path of ['/health/ready', '/i/secret']) {
      expect((await fetch(listener.url + path, { headers: { 'x-request-id': id } })).status).toBe(503);
    }
    expect(await lineOf(id)).toMatchObject({ status: 503, route: 'unmatched', service: 'ai' });
    await listener.close();
  });

  it('marks a request whose client left before the response', async () => {
    gates.slow = new Gate();
    const id = newId();
    const leave = new AbortController();
    const headers = { 'x-request-id': id, ...(await probe.caller.headers('reviews')) };
    const request = fetch(probe.url('slow'), { headers, signal: leave.signal }).catch(() => 'left');
    await eventually(
      () => gates.slow.entered,
      (entered) => entered > 0,
      'the request to be in its handler',
    );
    leave.abort();
    expect(await request).toBe('left');
    expect(await lineOf(id)).toMatchObject({ status: 499, aborted: true, route: '/public/v1/probe/slow' });
    gates.slow.open();
    await turn();
    expect(all().filter(({ request_id }) => request_id === id)).toHaveLength(1);
  });

  it('has the line of a health check at the level debug only', async () => {
    const [quiet, detailed] = [newId(), newId()];
    const url = await replica({ LOG_LEVEL: 'debug' });
    await fetch(`${probe.world.url('reviews')}/health/live`, { headers: { 'x-request-id': quiet } });
    await fetch(`${url}/health/live`, { headers: { 'x-request-id': detailed } });
    expect(await lineOf(detailed)).toMatchObject({ route: '/health/live' });
    const levels = probe.world.logs.lines.flatMap(({ context, level, message }) =>
      context === 'Access' && (message as AccessLine).route === '/health/live' ? [level] : [],
    );
    expect(levels).toEqual(['debug']);
  });

  it('keeps the same share of the requests in every service, and all server errors', async () => {
    probe.world.expectErrors(/hunter2/);
    const urls = [await replica({ ACCESS_LOG: '0.3' }), await replica({ ACCESS_LOG: '.30' })];
    const ids = Array.from({ length: 200 }, newId);
    const headers = await probe.caller.headers('reviews');
    const send = (url: string, path: string, id: string) =>
      fetch(`${url}${PROBE}/${path}`, { headers: { ...headers, 'x-request-id': id } });
    for (const id of ids) for (const url of urls) await send(url, 'open', id);
    const last = newId();
    for (const url of urls) expect((await send(url, 'broken', last)).status).toBe(500);
    await eventually(
      () => all().filter(({ request_id }) => request_id === last),
      (lines) => lines.length === 2,
      'the lines of the errors',
    );
    const kept = ids.map((id) => all().filter(({ request_id }) => request_id === id).length);
    expect(new Set(kept)).toEqual(new Set([0, 2]));
    const share = kept.filter((count) => count === 2).length / ids.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.45);
  });

  it.each([
    [{ ACCESS_LOG: 'errors' }, [500]],
    [{ ACCESS_LOG: 'off' }, []],
    [{ LOG_LEVEL: 'warn' }, []],
  ])('keeps with %p the statuses %p', async (settings, statuses) => {
    probe.world.expectErrors(/hunter2/);
    const url = await replica(settings as Record<string, string>);
    const id = newId();
    const headers = { ...(await probe.caller.headers('reviews')), 'x-request-id': id };
    for (const path of ['open', 'broken', 'nothing']) await fetch(`${url}${PROBE}/${path}`, { headers });
    // The probe's own replica logs every request, so its line comes after those that are awaited.
    await fetch(probe.url('open'), { headers });
    await eventually(
      all,
      (lines) => lines.some((line) => line.request_id === id && line.status === 200),
      'it',
    );
    const found = all().filter(({ request_id }) => request_id === id);
    expect(found.map(({ status }) => status)).toEqual([...statuses, 200]);
  });

  it.each(['some', '1.5', '-1', '0', 'ALL', '50%'])('refuses the setting "%s"', (ACCESS_LOG) => {
    const settings = { ...probe.world.settings('reviews'), ACCESS_LOG };
    expect(() => loadEnv('reviews', probeService.env, settings)).toThrow(
      `ACCESS_LOG must be all, errors, off or a share between 0 and 1 such as 0.1, not "${ACCESS_LOG}"`,
    );
  });
});
