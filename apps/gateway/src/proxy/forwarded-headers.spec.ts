import type { IncomingHttpHeaders } from 'node:http';
import { type AnswerHeaders, requestHeaders, responseHeaders, type Statement } from './forwarded-headers';

const STATEMENT: Statement = {
  access: 'key',
  token: 'signed',
  requestId: 'request-1',
  peer: '203.0.113.9',
  protocol: 'http',
  hasBody: true,
};

function toService(headers: IncomingHttpHeaders, statement: Statement): Record<string, unknown> {
  return byName(requestHeaders(headers, statement));
}

function toClient(headers: IncomingHttpHeaders, own: AnswerHeaders, status = 200): Record<string, unknown> {
  return byName(responseHeaders(status, headers, own));
}

/** A name that is there more than once has its values in a list. */
function byName(list: readonly unknown[]): Record<string, unknown> {
  const values: Record<string, unknown[]> = {};
  for (let i = 0; i < list.length; i += 2) (values[String(list[i])] ??= []).push(list[i + 1]);
  return Object.fromEntries(
    Object.entries(values).map(([name, all]) => [name, all.length > 1 ? all : all[0]]),
  );
}

describe('requestHeaders', () => {
  it('passes on what is for the service', () => {
    const headers = {
      accept: '*/*',
      'idempotency-key': 'k',
      'x-custom': ['a', 'b'],
      traceparent: '00-1-2-01',
    };
    expect(toService(headers, STATEMENT)).toMatchObject(headers);
  });

  it('keeps the API key at the gateway, but not the Authorization of a public route', () => {
    const headers = { authorization: 'Basic x' };
    expect(toService(headers, STATEMENT)).not.toHaveProperty('authorization');
    expect(toService(headers, { ...STATEMENT, access: 'public' })).toMatchObject(headers);
  });

  it('replaces a forged principal and drops the headers that only the gateway may send', () => {
    const forged = {
      'x-plaudit-principal': 'forged',
      'x-forwarded-host': 'evil',
      'x-forwarded-proto': 'evil',
      'x-original-url': '/internal',
      'x-rewrite-url': '/internal',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1',
      cookie: 'sid=1',
      host: 'reviews.example.com',
    };
    expect(toService(forged, STATEMENT)).toEqual({
      'x-plaudit-principal': 'signed',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'reviews.example.com',
      'x-forwarded-proto': 'http',
      'x-request-id': 'request-1',
    });
  });

  it('appends to X-Forwarded-For and never replaces it', () => {
    const headers = toService({ 'x-forwarded-for': '198.51.100.1, 10.0.0.1' }, STATEMENT);
    expect(headers['x-forwarded-for']).toBe('198.51.100.1, 10.0.0.1, 203.0.113.9');
  });

  it('drops what belongs to the connection, also when Connection names it, but never the principal', () => {
    const headers = toService(
      {
        connection: 'close, X-Secret, X-Plaudit-Principal, X-Request-Id',
        'x-secret': '1',
        'keep-alive': '5',
        te: 'trailers',
        upgrade: 'websocket',
        expect: '100-continue',
        'transfer-encoding': 'chunked',
        'proxy-authorization': 'x',
      },
      STATEMENT,
    );
    expect(Object.keys(headers).toSorted()).toEqual([
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-plaudit-principal',
      'x-request-id',
    ]);
  });

  it('drops the length of a body that is not passed on', () => {
    const headers = { 'content-length': '7' };
    expect(toService(headers, STATEMENT)).toMatchObject(headers);
    expect(toService(headers, { ...STATEMENT, hasBody: false })).not.toHaveProperty('content-length');
  });
});

describe('responseHeaders', () => {
  it('passes on all but what belongs to the connection', () => {
    const headers = {
      'content-type': 'application/json',
      'set-cookie': ['a=1', 'b=2'],
      etag: '"1"',
      connection: 'keep-alive, x-hop',
      'keep-alive': 'timeout=72',
      'transfer-encoding': 'chunked',
      'x-hop': '1',
    };
    expect(toClient(headers, {})).toEqual({
      'content-type': 'application/json',
      'set-cookie': ['a=1', 'b=2'],
      etag: '"1"',
    });
  });

  it("adds the gateway's own where the service has said nothing else", () => {
    const own = { 'x-api-version': '1.5.0', 'ratelimit-remaining': 19, 'x-request-id': 'gateway' };
    expect(toClient({ 'x-request-id': 'service' }, own)).toEqual({
      ...own,
      'x-request-id': 'service',
    });
  });

  it("adds the gateway's own also where what the service said was for the connection only", () => {
    const headers = { connection: 'x-request-id', 'x-request-id': 'service' };
    expect(toClient(headers, { 'x-request-id': 'gateway' })).toEqual({ 'x-request-id': 'gateway' });
  });

  it('says nothing of content with 204', () => {
    const headers = { 'content-type': 'text/plain', 'content-length': '0', etag: '"1"' };
    expect(toClient(headers, {}, 204)).toEqual({ etag: '"1"' });
    expect(toClient(headers, {}, 304)).toEqual(headers);
  });
});
