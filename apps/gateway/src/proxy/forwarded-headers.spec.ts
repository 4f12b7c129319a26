import { type GatewayStatement, requestHeaders, responseHeaders } from './forwarded-headers';

const STATEMENT: GatewayStatement = {
  access: 'key',
  token: 'signed',
  requestId: 'request-1',
  peer: '203.0.113.9',
  protocol: 'http',
  sender: '198.51.100.7',
  trace: {},
};

describe('requestHeaders', () => {
  it('passes on the headers of the client, repeated ones too', () => {
    const headers = {
      accept: '*/*',
      'idempotency-key': 'k',
      'x-custom': ['a', 'b'],
    };
    expect(requestHeaders(headers, STATEMENT)).toMatchObject(headers);
  });

  it('states the trace of the request in place of what the client sent', () => {
    const sent = { traceparent: '00-1-2-01', tracestate: 'hostile' };
    expect(requestHeaders(sent, STATEMENT)).not.toHaveProperty('traceparent');
    expect(requestHeaders(sent, STATEMENT)).not.toHaveProperty('tracestate');
    const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'a=1' };
    expect(requestHeaders(sent, { ...STATEMENT, trace })).toMatchObject(trace);
  });

  it('drops the Authorization header of an API key and keeps that of a public route', () => {
    const headers = { authorization: 'Basic x' };
    expect(requestHeaders(headers, STATEMENT)).not.toHaveProperty('authorization');
    expect(requestHeaders(headers, { ...STATEMENT, access: 'public' })).toMatchObject(headers);
  });

  it('replaces a forged principal and drops the headers that only the gateway may set', () => {
    const forged = {
      'x-plaudit-principal': 'forged',
      'x-plaudit-client-network': '127.0.0.1',
      'x-forwarded-host': 'evil',
      'x-forwarded-proto': 'evil',
      'x-original-url': '/internal',
      'x-rewrite-url': '/internal',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1',
      cookie: 'sid=1',
      host: 'reviews.example.com',
    };
    expect(requestHeaders(forged, STATEMENT)).toEqual({
      'x-plaudit-principal': 'signed',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'reviews.example.com',
      'x-forwarded-proto': 'http',
      'x-request-id': 'request-1',
    });
  });

  it('names the network of a client without a key, whatever the client says', () => {
    const forged = { 'x-plaudit-client-network': '127.0.0.1' };
    expect(requestHeaders(forged, { ...STATEMENT, access: 'public' })).toMatchObject({
      'x-plaudit-client-network': '198.51.100.7',
    });
  });

  it('appends the peer to X-Forwarded-For', () => {
    const headers = requestHeaders({ 'x-forwarded-for': '198.51.100.1, 10.0.0.1' }, STATEMENT);
    expect(headers['x-forwarded-for']).toBe('198.51.100.1, 10.0.0.1, 203.0.113.9');
  });

  it('drops the headers of the connection and those that Connection names, but keeps the principal', () => {
    const headers = requestHeaders(
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

  it('drops the length of the body, which undici measures', () => {
    expect(requestHeaders({ 'content-length': '7' }, STATEMENT)).not.toHaveProperty('content-length');
  });
});

describe('responseHeaders', () => {
  it('drops the headers of the connection and passes on all others', () => {
    const headers = {
      'content-type': 'application/json',
      'set-cookie': ['a=1', 'b=2'],
      etag: '"1"',
      connection: 'keep-alive, x-hop',
      'keep-alive': 'timeout=72',
      'transfer-encoding': 'chunked',
      'x-hop': '1',
    };
    expect(responseHeaders(headers, 'key')).toEqual({
      'content-type': 'application/json',
      'set-cookie': ['a=1', 'b=2'],
      etag: '"1"',
    });
  });

  it.each([
    ['</public/v1/channels/get?cursor=7>; rel="next"', '</app/api/channels/get?cursor=7>; rel="next"'],
    [
      '</a>; rel="prev", </public/v1/tags?q=</public/v1>; rel="next"',
      '</a>; rel="prev", </app/api/tags?q=</public/v1>; rel="next"',
    ],
    ['</public/v10/tags>; rel="next"', '</public/v10/tags>; rel="next"'],
    ['<https://a.example/public/v1/tags>; rel="next"', '<https://a.example/public/v1/tags>; rel="next"'],
  ])('names the path of a session in the Link %s, and leaves that of a key as it is', (link, expected) => {
    expect(responseHeaders({ link }, 'session')).toEqual({ link: expected });
    expect(responseHeaders({ link }, 'key')).toEqual({ link });
  });
});
