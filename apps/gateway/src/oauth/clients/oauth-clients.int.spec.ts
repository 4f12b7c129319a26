import {
  type App,
  APP_ORIGIN,
  approve,
  appsOf,
  ask,
  authorizeUrl,
  CALLBACK,
  codeFor,
  type OAuthWorld,
  sendJson,
  startOAuthWorld,
} from '../oauth-world.suite';
import { Browser, newAddress, send } from '../oauth-browser.suite';

let world: OAuthWorld;
const { register, redeem, refresh, connect, call } = appsOf(() => world);

beforeAll(async () => {
  world = await startOAuthWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const sql = <T extends object>(text: string, parameters: unknown[] = []): Promise<T[]> =>
  world.gateway.world.admin.query<T>(text, parameters);
const known = async (id: string): Promise<boolean> =>
  (await sql('select 1 from gateway.oauth_clients where id = $1', [id])).length > 0;
const browser = async (): Promise<Browser> => new Browser(world.gateway, await world.add());

const cleanUpIn = (ms: number): Promise<void> => world.gateway.cleanUpApps(new Date(Date.now() + ms));

describe('a registration', () => {
  const registration = (metadata: unknown, address = newAddress()) =>
    sendJson(world.gateway, '/oauth/register', metadata, { 'x-forwarded-for': address });

  it('of a confidential app returns a secret, which is encrypted in the database', async () => {
    const { status, headers, json } = await registration({ client_name: 'Zap', redirect_uris: [CALLBACK] });
    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
    expect(json()).toMatchObject({
      client_id: expect.any(String),
      client_secret: expect.any(String),
      client_secret_expires_at: 0,
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: [CALLBACK],
    });
    expect(json()).not.toHaveProperty('registration_access_token');
  });

  it.each([
    [{ redirect_uris: ['https://app.example.net/#x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://app.example.net/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [CALLBACK], client_name: 'Plaudit\u202esupport' }, 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], logo_uri: 'http://10.0.0.1/logo' }, 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], grant_types: ['password'] }, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], client_name: 'x'.repeat(40_000) }, 'invalid_client_metadata'],
  ])('of %j is refused', async (metadata, error) => {
    const { status, headers, json } = await registration(metadata);
    expect([status, json().error]).toEqual([status === 413 ? 413 : 400, error]);
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('cannot be read, changed or deleted by others', async () => {
    const { client_id } = await register();
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await send(world.gateway, `/oauth/register/${client_id}`, { method })).status).toBe(404);
  });

  it('without a use is deleted after a day, and stays if a person uses it', async () => {
    const unused = await register();
    const used = await connect(await world.add(), { days: null });
    await cleanUpIn(DAY_MS - 60_000);
    expect(await known(unused.client_id)).toBe(true);
    await cleanUpIn(DAY_MS + 60_000);
    expect([await known(unused.client_id), await known(used.client_id)]).toEqual([false, true]);
  });

  it('of a flood replaces the oldest unused ones, and neither refuses others nor removes what is in use', async () => {
    const used = await connect(await world.add());
    const old = await register();
    await sql(
      "update gateway.oauth_clients set created_on = now() - interval '2 hours' where id = any ($1)",
      [[used.client_id, old.client_id]],
    );
    await sql(
      `insert into gateway.oauth_clients (id, registered, metadata, created_on, expires_on)
         select 'flood ' || n, 'dynamic', '{}', now() - interval '1 hour', now() + interval '23 hours'
           from generate_series(1, 10000) as n`,
    );
    const late = await register();
    const [count] = await sql<{ unused: number }>(
      "select count(*)::int as unused from gateway.oauth_clients where granted_on is null and registered = 'dynamic'",
    );
    expect(count?.unused).toBe(10_000);
    expect([await known(old.client_id), await known(late.client_id)]).toEqual([false, true]);
    expect((await refresh(used, used.refresh_token)).status).toBe(200);
    expect((await redeem(late, await codeFor(await browser(), late))).status).toBe(200);
    await sql("delete from gateway.oauth_clients where id like 'flood %'");
  });

  it('that a person is asked about is kept in a flood', async () => {
    const app = await register();
    const person = await browser();
    const page = await ask(person, app);
    await sql("update gateway.oauth_clients set created_on = now() - interval '2 hours' where id = $1", [
      app.client_id,
    ]);
    await sql(
      `insert into gateway.oauth_clients (id, registered, metadata, created_on, expires_on)
         select 'flood ' || n, 'dynamic', '{}', now() - interval '1 hour', now() + interval '23 hours'
           from generate_series(1, 10000) as n`,
    );
    await register();
    const approved = await approve(person, page);
    await sql("delete from gateway.oauth_clients where id like 'flood %'");
    expect(approved.status).toBe(200);
  });

  it.each([
    ['an IPv4 address', () => '203.0.113.9'],
    ['the networks of one IPv6 site', (n: number) => `2001:db8:7:${n.toString(16)}::9`],
  ])('is limited for %s, and not for others', async (_what, addressOf) => {
    const metadata = { redirect_uris: [CALLBACK] };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_none, at) => registration(metadata, addressOf(at))),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers['retry-after']).toBeDefined();
    expect((await registration(metadata)).status).toBe(201);
  });

  it('asks for access at most so often from one network', async () => {
    const path = authorizeUrl(await register());
    const headers = { 'x-forwarded-for': '203.0.113.10', accept: 'application/json' };
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => send(world.gateway, path, { headers })),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  it('of a flood of requests for access keeps the latest ones that wait', async () => {
    const app = await register();
    const [early, late] = [await browser(), await browser()];
    const old = await ask(early, app);
    await sql(
      `update gateway.oauth_records set created_on = now() - interval '50 minutes' where model = 'Interaction'`,
    );
    await sql(
      `insert into gateway.oauth_records (id, model, payload, client_id, created_on, expires_on)
         select sha256(('flood ' || n)::bytea), 'Interaction', '{}', 'flood', now() - interval '40 minutes', now() + interval '20 minutes'
           from generate_series(1, 20000) as n`,
    );
    const page = await ask(late, app);
    const [count] = await sql<{ waiting: number }>(
      "select count(*)::int as waiting from gateway.oauth_records where model = 'Interaction'",
    );
    await sql("delete from gateway.oauth_records where client_id = 'flood'");
    expect(count?.waiting).toBe(20_000);
    expect((await early.page(`${old}/request`)).status).toBe(404);
    expect((await approve(late, page)).status).toBe(200);
  });
});

describe('an app with a metadata document', () => {
  let documents = 0;
  /** Serves a document, and returns the app that it describes. */
  const publish = (changes: object = {}, response: object = {}): App & { reads: () => number } => {
    const path = `/client-${(documents += 1)}.json`;
    const client_id = APP_ORIGIN + path;
    const body = { client_id, client_name: 'Assistant', redirect_uris: [CALLBACK], ...changes };
    let reads = 0;
    world.apps.handle((asked) => {
      if (asked.path !== path) return { status: 404, body: {} };
      reads += 1;
      return { body, ...response };
    });
    return { client_id, redirect_uri: CALLBACK, verifier: 'v'.repeat(43), reads: () => reads };
  };
  const refusal = async (app: App) => {
    const path = authorizeUrl(app);
    const { status, json } = await send(world.gateway, path, { headers: { accept: 'application/json' } });
    return [status, json().msg];
  };

  it('is connected, and shows the host of the document', async () => {
    const app = publish();
    const person = await browser();
    const page = await ask(person, app);
    expect((await person.page(`${page}/request`)).json()).toMatchObject({
      app: { client_id: app.client_id, host: 'app.example.net', registered: 'document', name: 'Assistant' },
    });
    const approved = await approve(person, page);
    const { location } = await person.open(String(approved.json().redirect_to));
    const tokens = await redeem(app, new URL(location as string).searchParams.get('code') as string);
    expect((await call(String(tokens.json().access_token))).status).toBe(200);
    expect(app.reads()).toBe(1);
  });

  it('is connected by a person who takes longer than the document lasts', async () => {
    const app = publish();
    const person = await browser();
    const page = await ask(person, app);
    await sql('update gateway.oauth_clients set expires_on = now() where id = $1', [app.client_id]);
    expect((await person.page(`${page}/request`)).status).toBe(200);
    expect((await approve(person, page)).status).toBe(200);
    expect(app.reads()).toBe(2);
  });

  it('is not connected if its document is gone for long meanwhile', async () => {
    const app = publish();
    const person = await browser();
    const page = await ask(person, app);
    world.apps.handle(() => ({ status: 404, body: {} }));
    await sql("update gateway.oauth_clients set expires_on = now() - interval '8 days' where id = $1", [
      app.client_id,
    ]);
    expect((await person.page(`${page}/request`)).status).toBe(404);
  });

  it('whose host is listed is allowed by the account', async () => {
    await sql("update gateway.accounts set oauth_policy = 'listed', oauth_allowed_apps = $1 where id = 1", [
      ['app.example.net'],
    ]);
    const person = await browser();
    const listed = await approve(person, await ask(person, publish()));
    // The host of a registration says only where its codes go.
    const registered = await approve(person, await ask(person, await register()));
    await sql("update gateway.accounts set oauth_policy = 'all', oauth_allowed_apps = '{}' where id = 1");
    expect([listed.status, registered.status]).toEqual([200, 403]);
  });

  it('goes on to work for some days while its server fails, and follows a changed document', async () => {
    const app = publish();
    const person = await browser();
    const tokens = (await redeem(app, await codeFor(person, app))).json();
    const expire = () =>
      sql("update gateway.oauth_clients set expires_on = now() - interval '1 hour' where id = $1", [
        app.client_id,
      ]);
    world.apps.handle(() => ({ status: 503, body: {} }));
    await expire();
    const refreshed = await refresh(app, String(tokens.refresh_token));
    expect(refreshed.status).toBe(200);
    await sql("update gateway.oauth_clients set expires_on = now() - interval '8 days' where id = $1", [
      app.client_id,
    ]);
    expect((await refresh(app, String(refreshed.json().refresh_token))).json().error).toBe('invalid_client');
  });

  it.each([
    [
      'another id',
      { client_id: `${APP_ORIGIN}/other.json` },
      {},
      'client_id must be the URL of the document',
    ],
    ['no name', { client_name: undefined }, {}, 'client_name is missing'],
    ['a deceptive name', { client_name: '\u202etiduaP' }, {}, 'client_name must be'],
    ['another redirect URI', { redirect_uris: ['https://evil.example/'] }, {}, 'redirect_uri did not match'],
    [
      'a secret',
      { token_endpoint_auth_method: 'client_secret_basic' },
      {},
      'token_endpoint_auth_method must be none',
    ],
    ['no JSON', {}, { body: 'text' }, 'must be JSON'],
    ['a redirect', {}, { status: 302, headers: { location: '/' } }, 'status 302'],
    ['too many bytes', { padding: 'x'.repeat(10_000) }, {}, 'too_large'],
  ])('is refused with %s', async (_what, changes, response, reason) => {
    expect(await refusal(publish(changes, response))).toEqual([400, expect.stringContaining(reason)]);
  });

  it('says no more about a host with a private address than about one that does not exist', async () => {
    const appAt = (host: string): App => ({
      client_id: `https://${host}/client.json`,
      redirect_uri: CALLBACK,
      verifier: 'v'.repeat(43),
    });
    const [inside, missing] = [
      await refusal(appAt('inside.localhost')),
      await refusal(appAt('missing.invalid')),
    ];
    expect(inside).toEqual(missing);
  });

  it.each([
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/client.json',
    'https://localhost/client.json',
    'https://metadata.google.internal/client.json',
    `https://app.example.net/${'x'.repeat(600)}`,
    'https://user@app.example.net/client.json',
    'https://app.example.net/../client.json',
    'https://app.example.net/client.json#x',
    'http://app.example.net/client.json',
    'file:///etc/passwd',
  ])('is not read from %s', async (client_id) => {
    const before = world.apps.requests.length;
    const app = { client_id, redirect_uri: CALLBACK, verifier: 'v'.repeat(43) };
    expect((await refusal(app))[0]).toBe(400);
    expect(world.apps.requests.length).toBe(before);
  });
});

describe('a request for tokens', () => {
  it('makes the server read no document that no person was asked about', async () => {
    const before = world.apps.requests.length;
    const app = {
      client_id: `${APP_ORIGIN}/never-seen.json`,
      redirect_uri: CALLBACK,
      verifier: 'v'.repeat(43),
    };
    for (const answer of [await redeem(app, 'x'), await refresh(app, 'x')])
      expect(answer.json()).toMatchObject({ error: 'invalid_client' });
    expect(world.apps.requests.length).toBe(before);
  });
});

describe('the cleanup', () => {
  it('deletes expired records, and disconnects apps that have no token left', async () => {
    const app = await connect(await world.add(), { days: null });
    const connected = async () =>
      (
        await sql('select 1 from gateway.keys where oauth_client_id = $1 and deleted_at is null', [
          app.client_id,
        ])
      ).length;
    await cleanUpIn(29 * DAY_MS);
    expect(await connected()).toBe(1);
    await cleanUpIn(31 * DAY_MS);
    expect(await connected()).toBe(0);
    const [entry] = await sql<{ after: unknown }>(
      "select after from gateway.audit where action = 'app.revoked' order by id desc limit 1",
    );
    expect(entry).toEqual({ after: { reason: 'unused' } });
    expect(await sql('select 1 from gateway.oauth_records where expires_on > now()')).toEqual([]);
  });
});
