import { isCompressible, type ResponseFacts } from './compressible';

/** Returns the facts of a list of reviews, with changes. */
function facts(changes: Partial<ResponseFacts>, headers: Record<string, string> = {}): ResponseFacts {
  const all: Record<string, string> = { 'content-type': 'application/json; charset=utf-8', ...headers };
  return {
    method: 'GET',
    status: 200,
    destination: { service: 'reviews', path: '/public/v1/reviews/get' },
    hasCookie: false,
    header: (name) => all[name],
    ...changes,
  };
}

describe('isCompressible', () => {
  it.each([
    'application/json',
    'application/problem+json',
    'application/x-ndjson',
    'text/csv; charset=utf-8',
  ])('accepts %s', (type) => {
    expect(isCompressible(facts({}, { 'content-type': type }))).toBe(true);
  });

  it.each(['text/html', 'image/png', 'application/octet-stream', ''])('leaves %s as it is', (type) => {
    expect(isCompressible(facts({}, { 'content-type': type }))).toBe(false);
  });

  it.each([
    ['is compressed already', {}, { 'content-encoding': 'br' }],
    ['has an ETag', {}, { etag: '"a"' }],
    ['responds to HEAD', { method: 'HEAD' }, {}],
    ['has no content', { status: 204 }, {}],
    ['is a part', { status: 206 }, {}],
    ['is not modified', { status: 304 }, {}],
    ['belongs to a session', { hasCookie: true }, {}],
    ['refuses a request before it has a destination', { destination: null }, {}],
  ])('leaves a response as it is that %s', (_what, changes, headers) => {
    expect(isCompressible(facts(changes, headers))).toBe(false);
  });

  it.each([
    ['GET', 'gateway', '/public/v1/keys', true],
    ['POST', 'gateway', '/public/v1/keys', false],
    ['POST', 'gateway', '/public/v1/login/get_url', false],
    ['POST', 'webhooks', '/public/v1/webhooks/add', false],
    ['GET', 'webhooks', '/public/v1/webhooks/get', true],
    ['POST', 'gateway', '/public/v1/mcp', true],
    ['POST', 'reviews', '/public/v1/reviews/add_bulk', true],
  ] as const)(
    'decides about %s of %s %s, which may have a new secret: %s',
    (method, service, path, expected) => {
      expect(isCompressible(facts({ method, destination: { service, path } }))).toBe(expected);
    },
  );
});
