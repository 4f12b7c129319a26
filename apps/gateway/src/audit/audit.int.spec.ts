import { Database, type StatementLimit } from '@plaudit/database';
import { eventually, type FixtureResponse, HttpClient, type HttpResult, runWhole } from '@plaudit/testing';
import {
  type AccountsWorld,
  type Api,
  newEmail,
  PASSWORD,
  startAccountsWorld,
} from '../accounts/accounts-world.suite';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { GatewayEnv } from '../gateway.env';
import { AuditRetentionService } from './audit-retention.service';
import type { AuditSelection } from './audit-selection';
import { AuditReadModel } from './audit.read-model';
import { AuditRepository } from './audit.repository';
import { ChangesInProgressRepository } from './requests/changes-in-progress.repository';
import { RefusalsRepository } from './requests/refusals.repository';
import { ask, cookieOf, HOST, OWNER, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import type { AuditEntity } from './audit.entity';
import { openGatewayDatabase } from '../gateway-database.suite';

describe('audit', () => {
  let gateway: AccountsWorld;

  let admin: Api;

  beforeAll(async () => {
    gateway = await startAccountsWorld({ nats: true });
    ({ admin } = gateway);
  });

  afterAll(async () => gateway.close());

  interface Item {
    id: number;
    actor: { type: string; id: number | null; name: string | null };
    action: string;
    target: { type: string; id: number };
    before: object | null;
    after: object | null;
    request_id: string | null;
  }

  async function newest(api = admin): Promise<Item> {
    return (await api.get('/account/audit?limit=1')).body.items[0];
  }

  describe('GET /account/audit', () => {
    it('shows the actor, the changed fields before and after, and the request', async () => {
      await admin.put('/account', { company_name: 'Acme' });
      const response = await admin.put('/account', {
        company_name: 'Acme Agency',
        website: 'https://acme.example.com',
      });
      const [bootstrapKey] = (await admin.get('/keys')).body.keys;
      expect(await newest()).toEqual({
        id: expect.any(Number),
        created_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        actor: { type: 'key', id: bootstrapKey.id, name: `Bootstrap key (${admin.key.slice(0, 11)}…)` },
        action: 'account.updated',
        target: { type: 'account', id: expect.any(Number) },
        before: { company_name: 'Acme', website: null },
        after: { company_name: 'Acme Agency', website: 'https://acme.example.com' },
        request_id: response.headers.get('x-request-id'),
        address: '127.0.0.1',
        agent: 'node',
      });
    });

    it('has an item for every kind of change, and never a secret', async () => {
      const secrets = [PASSWORD, 'another good password'];
      const email = newEmail();
      const sub = (await admin.post('/account/subaccount', { name: 'Bakery', properties: 3 })).body.id;
      await admin.put(`/account/subaccount/${sub}`, { name: 'Harbour Bakery' });
      const user = (await admin.post('/users', { email, password: PASSWORD, sub_accounts: [sub] })).body.id;
      await admin.put(`/users/${user}`, { password: secrets[1], role_id: 3 });
      await admin.delete(`/users/${user}`);
      const key = (await admin.post('/keys', { name: 'Website', sub_account_id: sub })).body;
      await admin.delete(`/keys/${key.id}`);
      await admin.delete(`/account/subaccount/${sub}`);
      const { items } = (await admin.get('/account/audit?limit=8')).body as { items: Item[] };
      expect(
        items.toReversed().map(({ action, target, before, after }) => [action, target, before, after]),
      ).toEqual([
        ['sub_account.created', { type: 'sub_account', id: sub }, null, { name: 'Bakery', properties: 3 }],
        [
          'sub_account.updated',
          { type: 'sub_account', id: sub },
          { name: 'Bakery' },
          { name: 'Harbour Bakery' },
        ],
        [
          'user.created',
          { type: 'user', id: user },
          null,
          { email, name: null, role: 'user', sub_accounts: [sub] },
        ],
        [
          'user.updated',
          { type: 'user', id: user },
          { role: 'user' },
          { role: 'editor', password: 'changed' },
        ],
        [
          'user.deleted',
          { type: 'user', id: user },
          { email, name: null, role: 'editor', sub_accounts: [sub] },
          null,
        ],
        [
          'key.created',
          { type: 'key', id: key.id },
          null,
          expect.objectContaining({ name: 'Website', scopes: [] }),
        ],
        ['key.deleted', { type: 'key', id: key.id }, expect.objectContaining({ prefix: key.prefix }), null],
        [
          'sub_account.deleted',
          { type: 'sub_account', id: sub },
          { name: 'Harbour Bakery', properties: 3 },
          null,
        ],
      ]);
      const [{ text }] = (await gateway.world.admin.query<{ text: string }>(
        'select json_agg(a)::text as text from gateway.audit a',
      )) as [{ text: string }];
      for (const secret of [...secrets, key.key, admin.key, '$argon2', 'password_hash'])
        expect(text).not.toContain(secret);
    });

    it('has no item for a refused change', async () => {
      const before = await newest();
      await admin.post('/users', { email: 'x', password: PASSWORD });
      await admin.delete(`/account/subaccount/${gateway.mainId}`);
      await admin.put('/users/999999', { name: 'x' });
      expect(await newest()).toEqual(before);
    });

    it('shows the operator as the actor who created an account', async () => {
      const other = await gateway.addAccount('growth');
      expect(await newest(other)).toMatchObject({
        actor: { type: 'operator', id: null, name: null },
        action: 'account.created',
        before: null,
        after: { company_name: 'Another Agency', plan: 'growth', email: expect.any(String) },
        request_id: null,
      });
    });

    it('returns pages, newest first, with every item once', async () => {
      const other = await gateway.addAccount();
      for (let n = 0; n < 7; n += 1) await other.post('/account/subaccount', { name: `Branch ${n}` });
      const all = (await other.get('/account/audit')).body.items as Item[];
      expect(all).toHaveLength(8);
      const paged: Item[] = [];
      for (let query = '?limit=3'; ;) {
        const { items, next_before_id } = (await other.get(`/account/audit${query}`)).body;
        paged.push(...items);
        if (next_before_id === undefined) break;
        query = `?limit=3&before_id=${next_before_id}`;
      }
      expect(paged).toEqual(all);
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((one, two) => two - one));
    });

    it.each([
      'limit=0',
      'limit=101',
      'limit=x',
      'limit=',
      'limit=1.5',
      'before_id=0',
      'before_id=-1',
      'before_id=x',
      'limit=1&limit=2',
      'action=created',
      'action=user.%25',
      'actor_type=robot',
      'actor_id=x',
      'target_type=User',
      'target_id=0',
      'since=yesterday',
      'until=2026-13-01',
    ])('refuses the query %s', async (query) => {
      expect(await admin.get(`/account/audit?${query}`)).toMatchObject({
        status: 400,
        body: { field: query.split('=')[0] },
      });
    });
  });

  describe('the audit table', () => {
    it.each([
      "update gateway.audit set action = 'x'",
      'delete from gateway.audit',
      'truncate gateway.audit',
      'update gateway.audit set action = action where false',
    ])('refuses the statement "%s"', async (sql) => {
      await expect(gateway.world.admin.query(sql)).rejects.toThrow('only ever added');
    });
  });
});

describe('audit selection', () => {
  let gateway: AccountsWorld;

  let admin: Api;

  beforeAll(async () => {
    gateway = await startAccountsWorld();
    ({ admin } = gateway);
  });

  afterAll(async () => gateway.close());

  interface Item {
    action: string;
  }

  describe('GET /account/audit with filters', () => {
    let other: Api;
    let user: number;

    beforeAll(async () => {
      other = await gateway.addAccount();
      user = (await other.post('/users', { email: newEmail(), password: PASSWORD })).body.id;
      for (const name of ['Noa', 'Ida']) await other.put(`/users/${user}`, { name });
      await other.post('/account/subaccount', { name: 'Branch' });
      await gateway.world.admin.query(
        `insert into gateway.audit (account_id, actor_type, actor_id, action, target_type, created_on)
       select account_id, 'user', 5, 'user.signed_in', 'user', timestamptz '2020-02-03 23:59:59.5Z'
         from gateway.audit where action = 'sub_account.created' order by id desc limit 1`,
      );
    });

    it.each([
      ['action=user.updated', 2],
      ['action=user.deleted', 0],
      ['actor_type=operator', 1],
      ['actor_type=user&actor_id=5', 1],
      ['actor_type=user&actor_id=6', 0],
      ['target_type=sub_account', 1],
      ['until=2020-02-03', 1],
      ['until=2020-02-03%2023:59:59', 1],
      ['until=2020-02-02', 0],
      ['since=2020-02-04', 5],
      ['since=2020-02-03&until=2020-02-03', 1],
      ['action=user.updated&actor_type=key&since=2020-02-04&limit=1', 1],
    ])('returns for %s only the items that match', async (query, count) => {
      expect((await other.get(`/account/audit?${query}`)).body.items).toHaveLength(count);
    });

    it('returns the items about one object', async () => {
      const { items } = (await other.get(`/account/audit?target_type=user&target_id=${user}`)).body;
      expect((items as Item[]).map(({ action }) => action)).toEqual([
        'user.updated',
        'user.updated',
        'user.created',
      ]);
    });
  });

  describe('a question about a long log', () => {
    const ACCOUNT = 998;
    const ALL = {
      action: null,
      actorType: null,
      actorId: null,
      targetType: null,
      targetId: null,
      since: null,
      end: null,
      beforeId: null,
    };
    let database: Database;

    beforeAll(async () => {
      database = await openGatewayDatabase(gateway);
      await gateway.world.admin.query(
        `insert into gateway.audit (account_id, actor_type, action, target_type, target_id, created_on)
       select ${ACCOUNT}, 'operator', 'webhook.updated', case n % 10000 when 5 then 'user' else 'webhook' end, n % 10000,
         timestamptz '2024-01-01Z' + n * interval '10 minutes' from generate_series(1, 20000) n`,
      );
      await gateway.world.admin.query('analyze gateway.audit');
    });
    afterAll(() => database.dataSource.destroy());

    /** Runs the statements of the read model with `explain`. */
    class ExplainedDatabase extends Database {
      override async queryWithin<Row>(
        limit: StatementLimit,
        sql: string,
        parameters: unknown[],
      ): Promise<Row[]> {
        return super.queryWithin<Row>(limit, `explain (analyze, format json) ${sql}`, parameters);
      }
    }

    interface Plan {
      'Actual Rows': number;
      'Rows Removed by Filter'?: number;
      Plans?: Plan[];
    }

    function rowsRead(plan: Plan): number {
      const own = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
      return (plan.Plans ?? []).map(rowsRead).reduce((sum, rows) => sum + rows, own);
    }

    it.each<[string, Partial<AuditSelection>, number]>([
      ['one object', { targetType: 'user', targetId: 5 }, 2],
      ['an object without entries', { targetType: 'user', targetId: 6 }, 0],
      ['the time until a date', { end: new Date('2024-01-02T00:00:00Z') }, 25],
      ['the time before the log', { end: new Date('2023-01-01T00:00:00Z') }, 0],
      ['the time from a date on', { since: new Date('2024-05-18T21:00:00Z') }, 3],
      ['the time after the log', { since: new Date('2025-01-01T00:00:00Z') }, 0],
      [
        'a time between',
        { since: new Date('2024-02-01T00:00:00Z'), end: new Date('2024-02-01T01:00:00Z') },
        6,
      ],
      ['one action in a time', { action: 'webhook.updated', end: new Date('2024-01-01T01:00:00Z') }, 5],
    ])('reads little more than its entries: %s', async (_what, selection, count) => {
      const complete = { ...ALL, ...selection };
      expect(await new AuditReadModel(database).page(ACCOUNT, complete, 25)).toHaveLength(count);
      const explained = new ExplainedDatabase(database.dataSource, 'gateway');
      const [row] = await new AuditReadModel(explained).page(ACCOUNT, complete, 25);
      const [{ Plan: plan }] = (row as unknown as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'];
      expect(rowsRead(plan)).toBeLessThan(300);
    });

    it('is answered in pages although dates and ids agree only nearly', async () => {
      await gateway.world.admin.query(
        `insert into gateway.audit (account_id, actor_type, action, target_type, created_on)
       select 997, 'operator', 'user.updated', 'user', timestamptz '2024-01-01Z' + seconds * interval '1 second'
         from unnest(array[0, 30, 10, 20, 70, 40, 60]) seconds`,
      );
      const audit = new AuditReadModel(database);
      const from = (seconds: number): Date => new Date(Date.UTC(2024, 0, 1, 0, 0, seconds));
      const secondsOf = (rows: readonly { created_on: Date }[]): number[] =>
        rows.map(({ created_on }) => (created_on.getTime() - from(0).getTime()) / 1_000);
      const selection = { ...ALL, since: from(20), end: from(70) };
      const first = await audit.page(997, selection, 2);
      const second = await audit.page(997, { ...selection, beforeId: first[1]!.id }, 5);
      expect([...secondsOf(first), ...secondsOf(second)]).toEqual([60, 40, 20, 30]);
    });
  });

  describe('GET /account/audit.csv', () => {
    const HEADER =
      '"id","created_on","actor_type","actor_id","actor_name","action","target_type","target_id","before","after","request_id","address","agent"';

    async function exported(api: Api, query = ''): Promise<{ headers: Headers; text: string }> {
      const response = await fetch(`${api.url}/public/v1/account/audit.csv${query}`, {
        headers: basic(api.key),
      });
      expect(response.status).toBe(200);
      return { headers: response.headers, text: await response.text() };
    }

    it('answers HEAD with its headers', async () => {
      const other = await gateway.addAccount();
      const url = `${other.url}/public/v1/account/audit.csv`;
      const { status, headers } = await fetch(url, { method: 'HEAD', headers: basic(other.key) });
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
      expect(headers.get('content-length')).toBeNull();
    });

    it('returns every entry once, newest first, below a header line', async () => {
      const other = await gateway.addAccount();
      await gateway.world.admin.query(
        `insert into gateway.audit (account_id, actor_type, action, target_type)
       select account_id, 'operator', 'user.signed_in', 'user' from
         (select account_id from gateway.audit where action = 'account.created' order by id desc limit 1) a,
         generate_series(1, 2500)`,
      );
      const { headers, text } = await exported(other);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="audit.csv"',
        'cache-control': 'no-store',
      });
      const [header, ...lines] = text.split('\r\n');
      expect(header).toBe(HEADER);
      expect(lines.pop()).toBe('');
      const ids = lines.map((line) => Number(/^"(\d+)"/.exec(line)?.[1]));
      expect(ids).toHaveLength(2501);
      expect(ids).toEqual([...new Set(ids)].toSorted((one, two) => two - one));
      const rest = (await exported(other, `?before_id=${ids[2499]}&action=account.created`)).text;
      expect(rest.split('\r\n')).toHaveLength(3);
    });

    it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1'])(
      'puts an apostrophe before a cell that begins like %j, which a spreadsheet could run',
      async (cell) => {
        const other = await gateway.addAccount();
        await gateway.world.admin.query(
          `insert into gateway.audit (account_id, actor_type, actor_name, action, target_type, agent, after)
         select account_id, 'user', $1, 'user.signed_in', 'user', $1, '{"name":"Bäckerei \\"Süß\\", 1\\n2"}'
           from gateway.audit where action = 'account.created' order by id desc limit 1`,
          [cell],
        );
        const { text } = await exported(other, '?action=user.signed_in');
        expect(text.split(`"'${cell}"`)).toHaveLength(3);
        expect(text).toContain('"{""name"":""Bäckerei \\""Süß\\"", 1\\n2""}"');
      },
    );

    it('needs a key of the main sub account with account management', async () => {
      const own = await gateway.keyFor({ sub_account_id: await gateway.addSubAccount() });
      expect(await own.get('/account/audit.csv')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      const weak = await gateway.keyFor({ role: 'user', account_management: false });
      expect((await weak.get('/account/audit.csv')).status).toBe(403);
      expect((await admin.get('/account/audit.csv?since=never')).body).toMatchObject({ field: 'since' });
    });
  });

  describe('AUDIT_RETENTION_DAYS', () => {
    const DAY_MS = 86_400_000;
    let database: Database;

    beforeAll(async () => {
      database = await openGatewayDatabase(gateway);
      await gateway.world.admin.query(
        `insert into gateway.audit (account_id, actor_type, action, target_type, created_on)
       select 999, 'operator', 'user.signed_in', 'user', now() - interval '10 days' - n * interval '1 second'
         from generate_series(1, 5500) n`,
      );
    });
    afterAll(() => database.dataSource.destroy());

    /** Runs the chores of a gateway with this setting, so many days from now. */
    async function runWorker(AUDIT_RETENTION_DAYS: number, days = 0): Promise<void> {
      const now = new Date(Date.now() + days * DAY_MS);
      const env = Object.assign(new GatewayEnv(), { AUDIT_RETENTION_DAYS });
      const retention = new AuditRetentionService(env, new AuditRepository(database));
      await runWhole(() => new ChangesInProgressRepository(database).completeAbandoned());
      await runWhole(() => new RefusalsRepository(database).closeHours());
      await runWhole(() => retention.deleteOld(now));
    }

    async function left(): Promise<[old: number, recent: number]> {
      const [row] = await gateway.world.admin.query<{ old: number; recent: number }>(
        `select count(*) filter (where account_id = 999)::int as old,
         count(*) filter (where account_id <> 999 and created_on > now() - interval '1 day')::int as recent
         from gateway.audit`,
      );
      return [row!.old, row!.recent];
    }

    it('keeps every entry if it is 0, and entries that are younger', async () => {
      const before = await left();
      expect(before[0]).toBe(5500);
      await runWorker(0, 5_000);
      await runWorker(11);
      expect(await left()).toEqual(before);
    });

    it('deletes older entries in batches, also on two replicas at once, and leaves the others', async () => {
      const [, recent] = await left();
      await Promise.all([runWorker(9), runWorker(9)]);
      expect(await left()).toEqual([0, recent]);
    });
  });
});

const AGENT = `Dashboard/1.0 ${'x'.repeat(300)}`;

const FORBIDDEN = { success: false, msg: 'No.', code: 'forbidden', required: 'widgets:write' };

describe('audited requests', () => {
  let gateway: GatewayWorld;

  let database: Database;

  let api: HttpClient;

  const { sql, signInByPassword } = signIns(() => gateway);

  beforeAll(async () => {
    gateway = await startSignInWorld({ TRUSTED_PROXIES: '127.0.0.1' });
    database = await openGatewayDatabase(gateway);
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
      [
        'PUT',
        '/profiles/update/42',
        { success: true, channel: { id: 42, name: 'Bakery' } },
        'channel.updated',
        42,
      ],
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
      expect((await newest()).after).toMatchObject(action === 'channel.updated' ? { name: 'Bakery' } : {});
      expect(JSON.stringify(await newest())).not.toMatch(/whsec_|Noa|keep_reviews/);
      expect(await inProgress()).toEqual([]);
    });

    it('names the addresses that it sets, without secrets', async () => {
      upstreamSends('webhooks', { body: { id: 7 } });
      await api.post('/webhooks/add', { body: { url: 'https://hooks.example.com/in?token=secret' } });
      expect((await newest()).after).toMatchObject({ url: 'https://hooks.example.com/in', status: 200 });
      gateway.upstreams.invitations.handle(() => ({ body: { success: true } }));
      await api.put('/invite/settings/update/12', { body: { settings: { reply_to: 'help@example.com' } } });
      expect(await newest()).toMatchObject({
        action: 'invite_settings.updated',
        target_id: 12,
        after: { reply_to: 'help@example.com', route: '/invite/settings/update/{id}' },
      });
      gateway.upstreams.ai.handle(() => ({ body: { success: true } }));
      const ai = { provider: 'openai', base_url: 'https://ai.example.com/v1', model: 'm', api_key: 'hidden' };
      await api.put('/account/ai', { body: { ai } });
      const { after } = await newest();
      expect(after).toMatchObject({ 'ai.base_url': 'https://ai.example.com/v1' });
      expect(JSON.stringify(after)).not.toMatch(/secret|hidden/);
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
      expect(await newest()).toMatchObject({
        action: 'webhook.updated',
        target_id: 8,
        after: { status: 503 },
      });
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
      const response = await ask(gateway, '/app/api/keys', {
        method: 'POST',
        headers,
        body: { name: 'Mine' },
      });
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
      expect(recorded.at(-1)).toMatchObject({
        address: '203.0.113.0',
        after: { by: 'password', host: HOST },
      });
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
});
