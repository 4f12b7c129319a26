import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { eventually, HttpClient } from '@plaudit/testing';
import { JSON_TYPE, ProbeWorld } from '../../fixtures/probe-world';

/** The encoding is checked before the token. A valid body therefore gets 401 `missing_key`. */
describe('request body encoding', () => {
  let probe: ProbeWorld;

  beforeAll(async () => {
    probe = await ProbeWorld.start();
  });
  afterAll(() => probe.close());

  const ACCEPTED = [401, 'missing_key'];

  async function send(
    body: Buffer | ReadableStream,
    headers: Record<string, string> = {},
  ): Promise<unknown[]> {
    const response = await new HttpClient(probe.url('raw'), JSON_TYPE).post('', { body, headers });
    const { code, msg } = response.body as { code: string; msg: string };
    return [response.status, code, msg].slice(0, response.status === 401 ? 2 : 3);
  }

  const chunked = (bytes: Buffer): ReadableStream =>
    new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });

  const json = (text: string): Buffer => Buffer.from(JSON.stringify({ text }));

  it('accepts any UTF-8, also in chunks that split a character', async () => {
    expect(await send(json('ü 😀'))).toEqual(ACCEPTED);
    expect(await send(chunked(json('ü 😀')))).toEqual(ACCEPTED);
    expect(await send(Buffer.concat([Buffer.from('\ufeff'), json('x')]))).toEqual(ACCEPTED);
  });

  it.each([
    ['an incomplete emoji', Buffer.from('f09f98', 'hex')],
    ['a byte that UTF-8 never contains', Buffer.from('ff', 'hex')],
    ['an overlong slash', Buffer.from('c0af', 'hex')],
    ['a surrogate', Buffer.from('eda080', 'hex')],
    ['Latin-1', Buffer.from('é', 'latin1')],
  ])('refuses %s, both in one piece and chunked', async (_what, bytes) => {
    const body = Buffer.concat([Buffer.from('{"text":"x '), bytes, Buffer.from(' y"}')]);
    const refusal = [400, 'invalid_json', 'The request body is not valid UTF-8; encode its text again.'];
    expect(await send(body)).toEqual(refusal);
    expect(await send(chunked(body))).toEqual(refusal);
  });

  it.each(['utf-16', 'iso-8859-1', '"windows-1252"'])('refuses the charset %s', async (charset) => {
    const type = `application/json; charset=${charset}`;
    expect(await send(json('x'), { 'content-type': type })).toEqual([
      415,
      'unsupported_media_type',
      'The request body must be sent in UTF-8, with Content-Type: application/json.',
    ]);
  });

  it.each(['UTF-8', '"utf-8"', 'us-ascii'])('accepts the charset %s', async (charset) => {
    expect(await send(json('x'), { 'content-type': `application/json;charset=${charset}` })).toEqual(
      ACCEPTED,
    );
  });

  it.each([
    ['gzip', gzipSync(json('x'))],
    ['br', json('not even compressed')],
    ['nonsense', json('x')],
  ])('refuses Content-Encoding %s', async (encoding, body) => {
    expect(await send(body, { 'content-encoding': encoding })).toEqual([
      415,
      'unsupported_media_type',
      'The request body must be sent uncompressed, without Content-Encoding.',
    ]);
  });

  it('counts a 4xx and logs no error if the client disconnects within the body', async () => {
    const { hostname, port } = new URL(probe.url('raw'));
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = ['POST /public/v1/probe/raw HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: 50\r\n\r\n{`);
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    const metrics = async () => (await (await fetch(probe.world.metricsUrl)).text()).split('\n');
    const with4xx = (lines: string[]) =>
      lines.filter(
        (line) =>
          line.startsWith('plaudit_http_request_duration_seconds_count') && line.includes('status="4'),
      );
    await eventually(
      metrics,
      (lines) => with4xx(lines).some((line) => line.includes('probe/raw')),
      'the aborted request to be counted',
    );
    expect((await metrics()).filter((line) => line.includes('status="5'))).toEqual([]);
    expect(probe.world.logs.errors()).toEqual([]);
  });
});
