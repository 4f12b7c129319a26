import { createDataSource, Database, type StatementLimit } from '@plaudit/database';
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
import type { AuditSelection } from './audit-selection';
import { AuditReadModel } from './audit.read-model';
import { AuditRepository } from './audit.repository';
import { ChangesInProgressRepository } from './requests/changes-in-progress.repository';
import { RefusalsRepository } from './requests/refusals.repository';

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
    const url = gateway.world.databaseUrl('gateway');
    const dataSource = createDataSource({ url, schema: 'gateway', entities: [], migrations: [] });
    await dataSource.initialize();
    database = new Database(dataSource, 'gateway');
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
    ['a time between', { since: new Date('2024-02-01T00:00:00Z'), end: new Date('2024-02-01T01:00:00Z') }, 6],
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
