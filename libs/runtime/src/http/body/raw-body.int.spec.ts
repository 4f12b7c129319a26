import { createHash, randomBytes } from 'node:crypto';
import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { type Caller, type HttpResult, startWorld, type World } from '@plaudit/testing';
import { ServiceEnv } from '../../env/service-env';
import { Scoped } from '../../principal/scoped.decorator';
import { defineService } from '../../service/define-service';
import { RawBody, TakesRawBody } from './raw-body';

const LIMIT = 2 * 1024 * 1024;

@Controller('hooks')
class HooksController {
  @Post('raw')
  @Scoped('public')
  @TakesRawBody()
  raw(@RawBody() body: Buffer): object {
    return described(body);
  }

  @Get('raw')
  @Scoped('public')
  @TakesRawBody()
  get(@RawBody() body: Buffer): object {
    return described(body);
  }

  @Post('json')
  @Scoped('public')
  json(@Body() body: object): object {
    return body;
  }

  @Post('forgotten')
  @Scoped('public')
  forgotten(@RawBody() body: Buffer): object {
    return described(body);
  }
}

function described(body: Buffer): object {
  return { isBuffer: Buffer.isBuffer(body), bytes: body.length, digest: digestOf(body) };
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

@Module({ controllers: [HooksController] })
class HooksModule {}

const service = defineService({
  name: 'invitations',
  summary: 'A service that takes bodies of any content type',
  env: ServiceEnv,
  module: HooksModule,
  entities: [],
  migrations: [],
});

describe('@TakesRawBody', () => {
  let world: World;
  let caller: Caller;

  beforeAll(async () => {
    world = await startWorld({
      services: [{ definition: service, settings: { BODY_TIMEOUT_MS: '1000' } }],
      nats: false,
    });
    caller = world.as();
  });
  afterAll(() => world.close());

  function post(path: string, body: Buffer | ReadableStream, type?: string): Promise<HttpResult> {
    return caller.post('invitations', `/hooks/${path}`, {
      body,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  }

  it.each([
    ['application/x-www-form-urlencoded', Buffer.from('List-Unsubscribe=One-Click')],
    ['multipart/form-data; boundary=x', Buffer.from('--x\r\n\r\nOne-Click\r\n--x--\r\n')],
    ['text/plain; charset=UTF-8', Buffer.from('{"Type":"Notification"}')],
    ['application/json', Buffer.from('{ "order": 1,  "a": 2 }')],
    ['application/json', Buffer.from('not JSON')],
    ['application/json; charset=utf-16', Buffer.from('ü', 'utf16le')],
    ['application/octet-stream', randomBytes(1_000)],
    ['message/rfc822', Buffer.from('Subject: x\r\n\r\n')],
  ])('passes on the bytes of %s', async (type, body) => {
    expect(await post('raw', body, type)).toMatchObject({
      status: 200,
      body: { isBuffer: true, bytes: body.length, digest: digestOf(body) },
    });
  });

  it('passes on a body without a content type, and one that is compressed', async () => {
    const body = randomBytes(100);
    const compressed = await caller.post('invitations', '/hooks/raw', {
      body,
      headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
    });
    for (const response of [await post('raw', body), compressed])
      expect(response).toMatchObject({ status: 200, body: { digest: digestOf(body) } });
  });

  it('passes on an empty buffer without a body, for a GET with a body too', async () => {
    const empty = { status: 200, body: { isBuffer: true, bytes: 0 } };
    expect(await post('raw', Buffer.alloc(0), 'text/plain')).toMatchObject(empty);
    expect(await post('raw', Buffer.alloc(0))).toMatchObject(empty);
    expect(await caller.get('invitations', '/hooks/raw?a=1')).toMatchObject(empty);
    expect(await caller.send('HEAD', 'invitations', '/hooks/raw?a=1')).toMatchObject({ status: 200 });
  });

  it('accepts 2 MiB and responds 413 to more', async () => {
    expect(await post('raw', Buffer.alloc(LIMIT, 'x'), 'text/plain')).toMatchObject({
      status: 200,
      body: { bytes: LIMIT },
    });
    expect(await post('raw', Buffer.alloc(LIMIT + 1), 'text/plain')).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
  });

  it('responds 408 to a body that does not arrive in time', async () => {
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(Uint8Array.of(1)) });
    expect(await post('raw', endless, 'text/plain')).toMatchObject({
      status: 408,
      body: { code: 'request_timeout' },
    });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', undefined])(
    'leaves the other operations with 415 to the content type %s',
    async (type) => {
      expect(await post('json', Buffer.from('{}'), type)).toMatchObject({
        status: 415,
        body: {
          code: 'unsupported_media_type',
          msg: 'The request body must be sent with Content-Type: application/json.',
        },
      });
    },
  );

  it('leaves an unknown path with 404', async () => {
    expect(await post('nothing', Buffer.from('x'), 'text/plain')).toMatchObject({ status: 404 });
    expect(await post('nothing', Buffer.from('x'))).toMatchObject({ status: 404 });
  });

  it('reports an operation that reads the bytes without the decorator', async () => {
    world.expectErrors(/@RawBody needs @TakesRawBody/);
    expect(await post('forgotten', Buffer.from('{}'), 'application/json')).toMatchObject({ status: 500 });
  });
});
