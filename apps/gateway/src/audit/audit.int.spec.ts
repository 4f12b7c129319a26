import { createDataSource, Database } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import {
  type AccountsWorld,
  type Api,
  newEmail,
  PASSWORD,
  startAccountsWorld,
} from '../accounts/accounts-world.suite';
import { basic } from '../gateway-world.suite';
import { GatewayEnv } from '../gateway.env';
import { AuditCleanupWorker } from './audit-cleanup.worker';
import { AuditRepository } from './audit.repository';
import { ChangesInProgressRepository } from './requests/changes-in-progress.repository';
import { RefusalsRepository } from './requests/refusals.repository';

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
      ['user.updated', { type: 'user', id: user }, { role: 'user' }, { role: 'editor', password: 'changed' }],
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
    const url = gateway.world.databaseUrl('gateway');
    const dataSource = createDataSource({ url, schema: 'gateway', entities: [], migrations: [] });
    await dataSource.initialize();
    database = new Database(dataSource, 'gateway');
    await gateway.world.admin.query(
      `insert into gateway.audit (account_id, actor_type, action, target_type, created_on)
       select 999, 'operator', 'user.signed_in', 'user', now() - interval '10 days' - n * interval '1 second'
         from generate_series(1, 5500) n`,
    );
  });
  afterAll(() => database.dataSource.destroy());

  /** Runs the worker of a gateway with this setting, so many days from now. */
  async function runWorker(AUDIT_RETENTION_DAYS: number, days = 0): Promise<void> {
    class LaterClock extends Clock {
      override now(): Date {
        return new Date(Date.now() + days * DAY_MS);
      }
    }
    await new AuditCleanupWorker(
      Object.assign(new GatewayEnv(), { AUDIT_RETENTION_DAYS }),
      new AuditRepository(database),
      new ChangesInProgressRepository(database),
      new RefusalsRepository(database),
      new LaterClock(),
    ).run();
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
