import { type Client, type RequestsWorld, startRequestsWorld } from '../requests-world.suite';
import { readListRequest } from './request-filter';
import { countSql, pageSql } from './request-list.sql';
import type { RequestListQuery } from './request-lists.dto';

describe('the list of requests', () => {
  let world: RequestsWorld;
  let client: Client;

  beforeAll(async () => {
    world = await startRequestsWorld();
    client = world.newClient();
    await world.admin.query(
      `insert into invitations.requests (account_id, sub_account_id, settings_id, type, status, name, recipient,
         recipient_key, schedule, reference)
       select 1, case when n <= 1000 then $1 else n % 40 end, 1, 'email', case when n % 100 = 0 then 'failed' else 'sent' end,
         'Name', 'p' || n || '@example.com', sha256(n::text::bytea), now(), 'r' || n
       from generate_series(1, 40000) n`,
      [client.subAccountId],
    );
    await world.admin.query('vacuum analyze invitations.requests');
  });
  afterAll(() => world.close());

  const plan = async ({ sql, parameters }: { sql: string; parameters: unknown[] }): Promise<string> => {
    const lines = await world.admin.query<Record<string, string>>(
      `explain (costs off) ${sql.replace(/\b(from|join) requests\b/g, '$1 invitations.requests')}`,
      parameters,
    );
    return lines.map((line) => Object.values(line)[0]).join('\n');
  };
  const page = (query: RequestListQuery): Promise<string> =>
    plan(pageSql(client.subAccountId, readListRequest(query)));
  const count = (query: RequestListQuery): Promise<string> =>
    plan(countSql(client.subAccountId, readListRequest(query).filter));

  it.each<RequestListQuery>([
    {},
    { start: '900' },
    { status: 'failed' },
    { status_not: 'sent' },
    { type: 'email' },
  ])('finds the page of %j without reading rows of other sub accounts', async (query) => {
    expect(await page(query)).not.toMatch(/requests_pkey on requests request_1|Seq Scan/);
  });

  it.each<RequestListQuery>([{}, { status: 'failed' }, { type: 'email', settings_id: '1' }])(
    'counts the matches of %j without reading rows of other sub accounts',
    async (query) => {
      expect(await count(query)).not.toContain('Seq Scan');
    },
  );

  it.each<[RequestListQuery, string]>([
    [{ recipient: 'p4@example.com' }, 'requests_recipient_idx'],
    [{ reference: 'r4' }, 'requests_reference_key'],
    [{ parent_id: '4' }, 'requests_parent_idx'],
  ])('finds %j in its index', async (query, index) => {
    expect(await page(query)).toContain(index);
    expect(await count(query)).toContain(index);
  });
});
