import { type FixtureServer, startFixtureServer } from './fixture-server';
import { basicAuth, HttpClient } from './http-client';

describe('HttpClient', () => {
  let server: FixtureServer;
  let client: HttpClient;

  beforeEach(async () => {
    server = await startFixtureServer(() => ({ status: 201, body: { id: 7 } }));
    client = new HttpClient(`${server.url}/public/v1`, basicAuth('rk_key'));
  });
  afterEach(() => server.close());

  it('sends an object as JSON, and returns the status and the JSON of the response', async () => {
    const response = await client.post('/tags', {
      body: { name: 'Bread' },
      query: { limit: 2, page: undefined },
    });
    expect(response).toMatchObject({ status: 201, body: { id: 7 } });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/public/v1/tags', text: '{"name":"Bread"}' });
    expect(request?.query.toString()).toBe('limit=2');
    expect(request?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(':rk_key').toString('base64')}`,
      'content-type': 'application/json',
    });
  });

  it.each([
    ['text as JSON', '{"name":', 'application/json'],
    ['bytes without a type', Buffer.from([0xff, 0x00]), undefined],
    ['a stream without a type', ReadableStream.from([Buffer.from('chunk')]), undefined],
  ])('sends %s, unchanged', async (_what, body, type) => {
    await client.put('/tags', { body });
    const sent = body instanceof ReadableStream ? Buffer.from('chunk') : Buffer.from(body);
    expect(server.requests[0]?.body).toEqual(sent);
    expect(server.requests[0]?.headers['content-type']).toBe(type);
  });

  it('lets a request replace its headers', async () => {
    await client.delete('/tags', { headers: { authorization: 'Bearer other' } });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer other');
  });

  it('returns text that is not JSON, and redirects, as they are', async () => {
    server.handle(() => ({ status: 302, headers: { location: '/elsewhere' }, body: 'Moved' }));
    const response = await client.get('/tags');
    expect(response).toMatchObject({ status: 302, body: 'Moved' });
    expect(response.headers.get('location')).toBe('/elsewhere');
  });

  it('ends with its signal', async () => {
    server.handle(() => 'hang');
    await expect(client.get('/tags', { signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/);
  });
});
