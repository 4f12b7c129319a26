import { type FixtureServer, startFixtureServer } from '@plaudit/testing';
import { PlauditClient } from './client';

describe('PlauditClient with a session', () => {
  let server: FixtureServer;
  let sent: Request[];
  let client: PlauditClient;

  beforeAll(async () => {
    server = await startFixtureServer(() => ({ body: { success: true } }));
  });
  beforeEach(() => {
    sent = [];
    client = new PlauditClient({
      baseUrl: `${server.url}/`,
      session: { subAccountId: 12 },
      fetch: (request) => {
        sent.push(request);
        return fetch(request);
      },
    });
  });
  afterAll(() => server.close());

  it('sends requests to /app/api with the sub account and without a key', async () => {
    expect(await client.get('/hello')).toEqual({ success: true });
    expect(server.requests[0]).toMatchObject({ path: '/app/api/hello', headers: { 'x-sub-account': '12' } });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('lets the browser send the cookie to its own origin only', async () => {
    await client.get('/hello');
    expect(sent[0]?.credentials).toBe('same-origin');
  });
});
