import { type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@plaudit/testing';
import { StreamingProxy } from '../proxy/streaming-proxy.suite';

const LIST = JSON.stringify({
  items: Array.from({ length: 50 }, (_, id) => ({ id, text: 'Best bread in town.' })),
});
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

const proxy = new StreamingProxy();
beforeAll(() => proxy.start());
afterEach(() => proxy.reset());
afterAll(() => proxy.stop());

/** Sends a request with Node's own client, which does not decode. Resolves when the head has arrived. */
function open(path: string, headers: Record<string, string>, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...proxy.authorization, ...headers }, agent: false };
    send(`${proxy.url}${path}`, options, resolve).on('error', reject).end();
  });
}

function respond(headers: Record<string, string>, body: string | Buffer = LIST, status = 200): void {
  proxy.reports.respond = (_request, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(body);
  };
}

const REPORT = '/public/v1/reports/x';

describe('a response of 1 KB or more', () => {
  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
  ] as const)('is compressed with %s for a client that accepts "%s"', async (encoding, accepted) => {
    respond({ 'content-length': String(LIST.length) });
    const response = await open(REPORT, { 'accept-encoding': accepted });
    const body = await buffer(response);
    expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(response.headers).not.toHaveProperty('content-length');
    expect(body.length).toBeLessThan(LIST.length / 5);
    expect(DECODERS[encoding](body).toString()).toBe(LIST);
  });

  it('stays as it is for a client that does not ask, and tells caches that it could differ', async () => {
    respond({ vary: 'Origin', 'content-length': String(LIST.length) });
    const response = await open(REPORT, {});
    expect((await buffer(response)).toString()).toBe(LIST);
    expect(response.headers).toMatchObject({
      vary: 'Origin, Accept-Encoding',
      'content-length': String(LIST.length),
    });
    expect(response.headers).not.toHaveProperty('content-encoding');
  });

  it.each(['Origin, accept-encoding', '*'])(
    'keeps the header Vary: %s, which says so already',
    async (vary) => {
      respond({ vary });
      const response = await open(REPORT, { 'accept-encoding': 'br' });
      await buffer(response);
      expect(response.headers).toMatchObject({ 'content-encoding': 'br', vary });
    },
  );

  it('of the gateway itself is compressed, and its document keeps one ETag for all encodings', async () => {
    const [plain, encoded] = [
      await open('/public/v1/openapi.json', {}),
      await open('/public/v1/openapi.json', { 'accept-encoding': 'br' }),
    ];
    expect(encoded.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(encoded.headers.etag).toBe(plain.headers.etag);
    expect(brotliDecompressSync(await buffer(encoded))).toEqual(await buffer(plain));
    const known = { 'accept-encoding': 'br', 'if-none-match': String(plain.headers.etag) };
    expect((await open('/public/v1/openapi.json', known)).resume().statusCode).toBe(304);
  });

  it('that a service has compressed is passed on with its ETag', async () => {
    const body = Buffer.alloc(2_000, 'compressed');
    respond({ 'content-encoding': 'br', etag: '"v1"', vary: 'Accept-Encoding' }, body);
    const response = await open(REPORT, { 'accept-encoding': 'br, gzip' });
    expect(await buffer(response)).toEqual(body);
    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      etag: '"v1"',
      vary: 'Accept-Encoding',
    });
  });
});

describe('a response that is not compressed', () => {
  it.each([
    ['small', '{"success":true}', 200, 'GET'],
    ['of status 204', '', 204, 'GET'],
    ['of status 304', '', 304, 'GET'],
    ['to HEAD', '', 200, 'HEAD'],
  ])('is %s', async (_what, body, status, method) => {
    const length = method === 'HEAD' ? 5_000 : body.length;
    respond(status === 200 ? { 'content-length': String(length) } : {}, body, status);
    const response = await open(REPORT, { 'accept-encoding': 'br' }, method);
    expect((await buffer(response)).toString()).toBe(body);
    expect(response.statusCode).toBe(status);
    for (const name of ['content-encoding', 'vary']) expect(response.headers).not.toHaveProperty(name);
  });
});

describe('a response that a service sends in parts', () => {
  it('reaches the client part by part', async () => {
    let finish = (): void => {};
    proxy.reports.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write('{"id":1}\n');
      finish = () => response.end('{"id":2}\n');
    };
    const decoded: string[] = [];
    const response = await open(REPORT, { 'accept-encoding': 'gzip' });
    response.pipe(createGunzip()).on('data', (chunk: Buffer) => decoded.push(chunk.toString()));
    await eventually(
      () => decoded,
      (parts) => parts.join('') === '{"id":1}\n',
      'the first part to arrive',
    );
    finish();
    await eventually(
      () => decoded,
      (parts) => parts.join('') === '{"id":1}\n{"id":2}\n',
      'the rest to arrive',
    );
  });

  it('ends with the connection and without the last chunk if the service fails', async () => {
    proxy.reports.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"items":[', () => response.socket?.resetAndDestroy());
    };
    const client = proxy.newClient().send(proxy.head('GET', 'Accept-Encoding: br'));
    await client.closes();
    expect(client.text).not.toContain('0\r\n\r\n');
    expect(client.text).not.toContain('500');
    await proxy.expectFine();
  });

  it('leaves nothing behind when many clients disconnect in the middle', async () => {
    proxy.reports.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(LIST);
    };
    const clients = Array.from({ length: 50 }, () =>
      proxy.newClient().send(proxy.head('GET', 'Accept-Encoding: gzip')),
    );
    await eventually(
      () => clients.filter(({ text }) => text.includes('\r\n\r\n')).length,
      (begun) => begun === clients.length,
      'every response to begin',
    );
    // More than the maximum at once: the last ones are sent as they are.
    expect(clients.filter(({ text }) => /content-encoding: gzip/i.test(text))).toHaveLength(32);
    for (const client of clients) client.disconnect();
    await proxy.serviceIsIdle();
    await expectCompression();
  });

  it('leaves nothing behind when a client disconnects before the turn of its pipelined requests', async () => {
    proxy.reports.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(LIST);
    };
    const client = proxy.newClient().send(proxy.head('GET', 'Accept-Encoding: gzip').repeat(40));
    await proxy.serviceReceives(40);
    client.disconnect();
    await proxy.serviceIsIdle();
    await expectCompression();
  });

  async function expectCompression(): Promise<void> {
    respond({});
    await eventually(
      async () => (await open(REPORT, { 'accept-encoding': 'gzip' })).resume().headers['content-encoding'],
      (encoding) => encoding === 'gzip',
      'responses to be compressed again',
    );
  }
});
