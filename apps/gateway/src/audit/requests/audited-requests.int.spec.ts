import { createDataSource, Database } from '@plaudit/database';
import { eventually, type FixtureResponse, HttpClient, type HttpResult } from '@plaudit/testing';
import { basic, type GatewayWorld } from '../../gateway-world.suite';
import { ask, cookieOf, HOST, OWNER, signIns, startSignInWorld } from '../../sign-in/sign-in-world.suite';
import type { AuditEntity } from '../audit.entity';
import { ChangesInProgressRepository } from './changes-in-progress.repository';
import { RefusalsRepository } from './refusals.repository';

const AGENT = `Dashboard/1.0 ${'x'.repeat(300)}`;
const FORBIDDEN = { success: false, msg: 'No.', code: 'forbidden', required: 'widgets:write' };

let gateway: GatewayWorld;
let database: Database;
let api: HttpClient;
const { sql, signInByPassword } = signIns(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld({ TRUSTED_PROXIES: '127.0.0.1' });
  const url = gateway.world.databaseUrl('gateway');
  const dataSource = createDataSource({ url, schema: 'gateway', entities: [], migrations: [] });
  await dataSource.initialize();
  database = new Database(dataSource, 'gateway');
  api = clientOf(gateway.apiKey);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await gateway.close();
});
afterEach(() => {
  for (const upstream of Object.values(gateway.upstreams)) upstream.handle(() => ({}));
});

function clientOf(key: string): HttpClient {
  return new HttpClient(`${gateway.url}/public/v1`, {
    ...basic(key),
    'user-agent': AGENT,
    'x-forwarded-for': '2001:db8::7',
  });
}

/** Adds a key of the given rights. Returns its id and a client that uses it. */
async function keyOf(
  rights: Parameters<GatewayWorld['addKey']>[0],
): Promise<{ id: number; api: HttpClient }> {
  const client = clientOf(await gateway.addKey(rights));
  const [row] = await sql<{ id: number }>('select max(id) as id from gateway.keys');
  return { id: row!.id, api: client };
}

const entries = (where = 'true'): Promise<AuditEntity[]> =>
  sql<AuditEntity>(`select * from gateway.audit where ${where} order by id desc`);
const newest = async (): Promise<AuditEntity> => (await entries())[0] as AuditEntity;
const inProgress = (): Promise<object[]> => sql('select * from gateway.changes_in_progress');
const upstreamSends = (name: 'webhooks' | 'channels' | 'widgets', response: FixtureResponse): void =>
  gateway.upstreams[name].handle(() => response);

describe('a change of a webhook, channel or widget', () => {
  it.each([
    ['POST', '/webhooks/add', { id: 7, secret: 'whsec_x' }, 'webhook.created', 7],
    ['PUT', '/webhooks/update/8', { id: 8 }, 'webhook.updated', 8],
    ['DELETE', '/webhooks/delete/8', { success: true }, 'webhook.deleted', 8],
    ['POST', '/channels/add', { success: true, channel: { id: 42 } }, 'channel.created', 42],
    ['PUT', '/profiles/update/42', { success: true, channel: { id: 42 } }, 'channel.updated', 42],
    ['DELETE', '/channels/delete/42?keep_reviews=1', { reviews_kept: 3 }, 'channel.deleted', 42],
    ['POST', '/widgets/add', { id: 12, settings: {} }, 'widget.created', 12],
    ['PUT', '/widgets/update/12', { id: 12 }, 'widget.updated', 12],
    ['DELETE', '/widgets/delete/12', { success: true }, 'widget.deleted', 12],
  ] as const)('by %s %s is in the log before its response', async (method, path, body, action, id) => {
    const status = action.endsWith('created') ? 201 : 200;
    const noun = action.split('.')[0] as 'webhook' | 'channel' | 'widget';
    upstreamSends(`${noun}s`, { status, headers: { 'x-own': 'kept' }, body });
    const response = await api.send(method, path, { body: { name: 'Noa Bergman' } });
    expect([response.status, response.body, response.headers.get('x-own')]).toEqual([status, body, 'kept']);
    const [key] = await sql<{ id: number; sub: number }>(
      'select id, sub_account_id as sub from gateway.keys order by id limit 1',
    );
    expect(await newest()).toMatchObject({
      actor_type: 'key',
      actor_id: key!.id,
      actor_name: expect.stringContaining('Bootstrap key'),
      action,
      target_type: noun,
      target_id: id,
      after: { method, route: expect.stringContaining(`/${noun}s/`), status, sub_account_id: key!.sub },
      request_id: response.headers.get('x-request-id'),
      address: '2001:db8::7',
      agent: AGENT.slice(0, 255),
    });
    expect(JSON.stringify(await newest())).not.toMatch(/whsec_|Noa|keep_reviews/);
    expect(await inProgress()).toEqual([]);
  });

  it.each([
    ['a refused one', { status: 422, body: { success: false, code: 'unknown_event' } }, '/webhooks/add'],
    ['one of an unknown id', { status: 404, body: { success: false, code: 'not_found' } }, '/webhooks/add'],
    ['a repeated one', { headers: { 'idempotency-replayed': 'true' }, body: { id: 7 } }, '/webhooks/add'],
    ['a test delivery', { body: { success: true } }, '/webhooks/test/7'],
  ])('leaves no entry if it is %s', async (_what, response, path) => {
    upstreamSends('webhooks', response);
    const before = await entries();
    await api.post(path, { body: {} });
    expect(await entries()).toEqual(before);
    expect(await inProgress()).toEqual([]);
  });

  it('leaves an entry with the status 503 if the service failed, because it may have been made', async () => {
    upstreamSends('webhooks', 'reset');
    expect(await api.put('/webhooks/update/8', { body: {} })).toMatchObject({ status: 503 });
    expect(await newest()).toMatchObject({ action: 'webhook.updated', target_id: 8, after: { status: 503 } });
  });

  it('is answered with 503 and leaves an entry if the service fails in the middle of its response', async () => {
    upstreamSends('widgets', { body: { id: 12, name: 'x'.repeat(100_000) } });
    expect((await api.put('/widgets/update/12', { body: {} })).body.id).toBe(12);
    upstreamSends('widgets', 'cut');
    const response = await api.put('/widgets/update/13', { body: {} });
    expect(response).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
    expect(await newest()).toMatchObject({ target_id: 13, after: { status: 503 } });
  });

  it('is refused with 503 and not made if it cannot be noted', async () => {
    const { requests } = gateway.upstreams.widgets;
    const made = requests.length;
    await sql('alter table gateway.changes_in_progress rename to lost');
    const response = await api.delete('/widgets/delete/12');
    await sql('alter table gateway.lost rename to changes_in_progress');
    expect(response).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
    expect(requests).toHaveLength(made);
  });

  it('enters the log with an unknown outcome if its process ended before the response', async () => {
    upstreamSends('webhooks', 'hang');
    const gone = new AbortController();
    const request = api.put('/webhooks/update/99', { body: {}, signal: gone.signal }).catch(() => null);
    await eventually(inProgress, (rows) => rows.length === 1, 'the change to be noted');
    gone.abort();
    await request;
    const repository = new ChangesInProgressRepository(database);
    await repository.completeAbandoned();
    expect(await inProgress()).toHaveLength(1);
    await sql(`update gateway.changes_in_progress set created_on = now() - interval '31 minutes'`);
    await Promise.all([repository.completeAbandoned(), repository.completeAbandoned()]);
    expect(await inProgress()).toEqual([]);
    expect(await entries('target_id = 99')).toMatchObject([
      { action: 'webhook.updated', after: { status: null, method: 'PUT', route: '/webhooks/update/{id}' } },
    ]);
  });

  it('is not an export of reviews, which leaves an entry, too', async () => {
    gateway.upstreams.reviews.handle(() => ({ headers: { 'content-type': 'text/csv' }, body: 'id,text' }));
    expect((await api.get('/reviews/export?q=Bergman')).body).toBe('id,text');
    const entry = await eventually(newest, ({ action }) => action === 'review.exported', 'the entry');
    expect(entry).toMatchObject({ target_id: null, after: { route: '/reviews/export', status: 200 } });
  });

  it('that only reads leaves neither a note nor an entry', async () => {
    const before = await entries();
    for (const path of ['/webhooks/get', '/channels/get/7', '/widgets/types', '/reviews/get'])
      expect((await api.get(path)).status).toBe(200);
    expect(await entries()).toEqual(before);
  });
});

describe('a refused right', () => {
  it('of a key on an operation of the gateway is in the log with the missing scope', async () => {
    const { id, api: weak } = await keyOf({ role: 'user' });
    const response = await weak.get('/users/7');
    expect(response.status).toBe(403);
    expect(await newest()).toMatchObject({
      actor_type: 'key',
      actor_id: id,
      actor_name: expect.stringContaining('test (rk_'),
      action: 'access.refused',
      target_type: 'operation',
      target_id: null,
      before: null,
      after: { method: 'GET', route: '/users/{id}', required: 'account:manage' },
      request_id: response.headers.get('x-request-id'),
      address: '2001:db8::7',
      agent: AGENT.slice(0, 255),
    });
  });

  it('of a key on an operation of another service is in the log, and its change is not', async () => {
    const { id, api: weak } = await keyOf({ role: 'user' });
    upstreamSends('widgets', { status: 403, body: FORBIDDEN });
    const response = await weak.put('/widgets/update/12', { body: { name: 'Noa' } });
    expect([response.status, response.body]).toEqual([403, FORBIDDEN]);
    expect(await entries(`actor_id = ${id}`)).toMatchObject([
      {
        action: 'access.refused',
        after: { method: 'PUT', route: '/widgets/update/{id}', required: 'widgets:write' },
      },
    ]);
    expect(await inProgress()).toEqual([]);
  });

  it('of a signed-in user is in the log', async () => {
    await sql("update gateway.users set role = 'user' where email = $1", [OWNER.email]);
    const cookie = cookieOf(await signInByPassword());
    const headers = { cookie, 'user-agent': 'Browser/1', 'x-sub-account': '1' };
    const response = await ask(gateway, '/app/api/keys', { method: 'POST', headers, body: { name: 'Mine' } });
    await sql("update gateway.users set role = 'admin' where email = $1", [OWNER.email]);
    expect(response.status).toBe(403);
    expect(await newest()).toMatchObject({
      actor_type: 'user',
      actor_name: OWNER.email,
      action: 'access.refused',
      after: { method: 'POST', route: '/keys', required: 'account:manage' },
      agent: 'Browser/1',
    });
  });

  it('of a stranger and of an embedding page is in no log', async () => {
    const before = await entries();
    upstreamSends('widgets', { status: 403, body: FORBIDDEN });
    await fetch(`${gateway.url}/embed/v1/widgets/w_x.json`);
    await ask(gateway, '/app/session', { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } });
    expect(await entries()).toEqual(before);
  });

  it('fills the log with at most ten entries an hour, and one more that counts the rest', async () => {
    const { id, api: weak } = await keyOf({ role: 'user' });
    const refused: Promise<HttpResult>[] = [];
    for (let n = 0; n < 25; n += 1) refused.push(weak.get('/keys'));
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect(await entries(`actor_id = ${id}`)).toHaveLength(10);
    const repository = new RefusalsRepository(database);
    await repository.closeHours();
    expect(await entries(`actor_id = ${id}`)).toHaveLength(10);
    await sql("update gateway.refusal_counts set hour = hour - interval '1 hour'");
    await Promise.all([repository.closeHours(), repository.closeHours()]);
    expect((await entries(`actor_id = ${id}`)).slice(0, -10)).toMatchObject([
      {
        actor_type: 'key',
        action: 'access.refused',
        target_type: 'operation',
        after: { more_refusals: 15, hour: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:00:00$/) },
        address: null,
      },
    ]);
    expect(await sql('select * from gateway.refusal_counts')).toEqual([]);
    await weak.get('/keys');
    expect(await entries(`actor_id = ${id}`)).toHaveLength(12);
  });

  it('reaches the client although the log cannot be written', async () => {
    const { api: weak } = await keyOf({ role: 'user' });
    await sql('alter table gateway.refusal_counts rename to lost');
    const response = await weak.get('/keys');
    await sql('alter table gateway.lost rename to refusal_counts');
    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });
});

describe('sign-ins as one user', () => {
  it('have the address and the user agent, as do sign-outs and changes in the session', async () => {
    const headers = { 'user-agent': AGENT, 'x-forwarded-for': '192.0.2.9, 203.0.113.99' };
    const cookie = cookieOf(await signInByPassword(OWNER, headers));
    const signedIn = { ...headers, cookie, 'x-sub-account': '1' };
    await ask(gateway, '/app/api/keys', { method: 'POST', headers: signedIn, body: { name: 'Mine' } });
    await ask(gateway, '/app/session', { method: 'DELETE', headers: signedIn });
    const recorded = (await entries()).slice(0, 3);
    expect(recorded.map(({ action }) => action)).toEqual([
      'user.signed_out',
      'key.created',
      'user.signed_in',
    ]);
    for (const entry of recorded)
      expect(entry).toMatchObject({ address: '203.0.113.99', agent: AGENT.slice(0, 255) });
  });

  it('that are refused leave at most ten entries an hour, and one more that counts the rest', async () => {
    const [{ id }] = (await sql<{ id: number }>('select id from gateway.users where email = $1', [
      OWNER.email,
    ])) as [{ id: number }];
    const where = `action = 'user.sign_in_refused' and target_id = ${id}`;
    const wrong = { email: OWNER.email, password: 'not my password' };
    for (let n = 0; n < 13; n += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}` };
      await ask(gateway, '/app/session', { method: 'POST', body: wrong, headers });
    }
    const recorded = await entries(where);
    expect(recorded.length).toBeGreaterThan(0);
    expect(recorded.length).toBeLessThanOrEqual(10);
    expect(recorded.at(-1)).toMatchObject({ address: '203.0.113.0', after: { by: 'password', host: HOST } });
    const [count] = await sql<{ refused: number }>(
      "select refused from gateway.refusal_counts where action = 'user.sign_in_refused'",
    );
    await sql("update gateway.refusal_counts set hour = hour - interval '1 hour', refused = 13");
    expect(count!.refused).toBeGreaterThanOrEqual(recorded.length);
    await new RefusalsRepository(database).closeHours();
    expect((await entries(where))[0]).toMatchObject({
      actor_type: 'anonymous',
      actor_id: null,
      target_type: 'user',
      after: { more_refusals: 3 },
    });
  });
});
