import {
  accountChanged,
  channelConnected,
  channelCounted,
  channelDeleted,
  wireDate,
  type AccountChangedPayload,
  type DomainEvent,
  effectiveScopes,
  type Role,
  type Scope,
  SCOPES,
} from '@plaudit/contracts';
import {
  buildEvent,
  eventually,
  type EventRecorder,
  administer,
  type Administration,
} from '@plaudit/testing';
import { openApiDocument } from '@plaudit/runtime';
import {
  type AccountsWorld,
  Api,
  startAccountsWorld,
  newEmail,
  type ApiResponse,
  PASSWORD,
  type NewKey,
} from './accounts-world.suite';
import { COMMANDS } from '../cli/commands';
import { SubAccountSnapshotReadModel } from '../sub-accounts/sub-account-snapshot.read-model';
import { cookieOf, HOST, ORIGIN, ask } from '../sign-in/sign-in-world.suite';
import { gatewayService } from '../service';
import { openGatewayDatabase } from '../gateway-database.suite';

describe('accounts', () => {
  let gateway: AccountsWorld;

  let admin: Api;

  beforeAll(async () => {
    gateway = await startAccountsWorld({ nats: true });
    ({ admin } = gateway);
  });

  afterAll(async () => gateway.close());

  describe('GET /account', () => {
    it('returns every field, with limits and usage', async () => {
      const { status, body } = await admin.get('/account');
      expect(status).toBe(200);
      expect(body).toEqual({
        id: expect.any(Number),
        created_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        company_name: 'My company',
        website: null,
        time_zone: null,
        vanity_url: null,
        vanity_status: 'none',
        vanity_proof: null,
        properties: -1,
        video: 1,
        invite: 1,
        invite_credits: -1,
        plan: 'enterprise',
        sub_accounts: 1,
        api_enabled: true,
        require_two_factor: false,
        limits: {
          properties: -1,
          channels: -1,
          sub_accounts: -1,
          webhooks: 50,
          widgets: -1,
          invites_month: -1,
          ai_day: 5000,
          users: -1,
          keys: 100,
        },
        usage: { sub_accounts: 1, users: 1, keys: 1, channels: 0 },
      });
    });

    it('replaces limits of the plan with those of the account, and counts only its own objects', async () => {
      const other = await gateway.addAccount('growth');
      const { id } = (await other.get('/account')).body;
      await gateway.world.admin.query(
        `update gateway.accounts set limits = '{"channels": 60, "invites_month": 7}', video = false, invite = false where id = $1`,
        [id],
      );
      expect((await other.get('/account')).body).toMatchObject({
        company_name: 'Another Agency',
        plan: 'growth',
        properties: 5,
        video: 0,
        invite: 0,
        invite_credits: 7,
        limits: { channels: 60, users: 10 },
        usage: { sub_accounts: 1, users: 1 },
      });
    });
  });

  describe('PUT /account', () => {
    it('changes the fields that are sent, keeps the others, and publishes account.changed', async () => {
      const recorder = await gateway.world.recorder('account.>');
      const first = await admin.put('/account', {
        company_name: '  Acme Agency  ',
        website: 'https://acme.example.com',
        time_zone: 'Europe/Berlin',
        vanity_url: 'https://Reviews.Acme.example.com/',
      });
      expect(first).toMatchObject({ status: 200, body: { success: true } });
      await admin.put('/account', { website: null });
      expect((await admin.get('/account')).body).toMatchObject({
        company_name: 'Acme Agency',
        website: null,
        time_zone: 'Europe/Berlin',
        vanity_url: 'reviews.acme.example.com',
      });
      const events = await recorder.waitFor(accountChanged, 2);
      expect(events[0]?.data).toMatchObject({
        part: 'account',
        company_name: 'Acme Agency',
        vanity_url: 'reviews.acme.example.com',
        time_zone: 'Europe/Berlin',
        plan: 'enterprise',
      });
      expect(events.map(({ aggregateversion }) => aggregateversion)).toEqual([2, 3]);
      expect(recorder.received[0]?.subject).toMatch(/^account\.changed\.v1\.\d+\.0$/);
    });

    it('stores and publishes nothing when no value differs', async () => {
      await admin.put('/account', { company_name: 'Acme', vanity_url: 'acme.example.com' });
      const before = await gateway.stored();
      for (const body of [
        {},
        { company_name: 'Acme' },
        { vanity_url: 'ACME.example.com' },
        { plan: 'trial' },
        '',
      ])
        expect(await admin.put('/account', body)).toMatchObject({ status: 200, body: { success: true } });
      expect(await gateway.stored()).toBe(before);
    });

    it.each([
      [{ company_name: null }, 'company_name', 'validation_failed'],
      [{ company_name: '' }, 'company_name', 'validation_failed'],
      [{ company_name: '   ' }, 'company_name', 'validation_failed'],
      [{ company_name: 7 }, 'company_name', 'validation_failed'],
      [{ company_name: ['a'] }, 'company_name', 'validation_failed'],
      [{ company_name: { a: 1 } }, 'company_name', 'validation_failed'],
      [{ company_name: 'x'.repeat(192) }, 'company_name', 'validation_failed'],
      [{ company_name: 'a\u0000b' }, 'company_name', 'invalid_value'],
      [{ company_name: 'a\ud800' }, 'company_name', 'invalid_value'],
      [{ time_zone: '+02:00' }, 'time_zone', 'validation_failed'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'validation_failed'],
      [{ time_zone: '' }, 'time_zone', 'validation_failed'],
      [{ website: 'acme' }, 'website', 'invalid_url'],
      [{ website: '' }, 'website', 'invalid_url'],
      [{ website: 'javascript:alert(1)' }, 'website', 'invalid_url'],
      [{ website: 'ftp://acme.example.com' }, 'website', 'invalid_url'],
      [{ website: ['https://acme.example.com'] }, 'website', 'invalid_url'],
      [{ website: `https://acme.example.com/${'x'.repeat(2_048)}` }, 'website', 'validation_failed'],
      [{ vanity_url: 'localhost' }, 'vanity_url', 'invalid_url'],
      [{ vanity_url: 'a.example.com/path' }, 'vanity_url', 'invalid_url'],
      [{ vanity_url: 'a.example.com:81' }, 'vanity_url', 'invalid_url'],
      [{ vanity_url: 5 }, 'vanity_url', 'validation_failed'],
      [{ vanity_url: `${'a'.repeat(301)}.example.com` }, 'vanity_url', 'validation_failed'],
      [{ api_enabled: 'false' }, 'api_enabled', 'validation_failed'],
      [{ api_enabled: 0 }, 'api_enabled', 'validation_failed'],
      [{ api_enabled: null }, 'api_enabled', 'validation_failed'],
      ['[]', undefined, 'validation_failed'],
      ['"x"', undefined, 'validation_failed'],
      ['{"company_name":', undefined, 'invalid_json'],
      ['{"__proto__":{"api_enabled":false}}', '__proto__', 'invalid_value'],
    ])('refuses %j and stores nothing', async (body, field, code) => {
      const before = await gateway.stored();
      const response = await admin.put('/account', body);
      expect(response).toMatchObject({
        status: 400,
        body: { success: false, code, msg: expect.any(String) },
      });
      expect(response.body.field).toBe(field);
      expect(response.body.msg).toContain(field ?? '');
      expect(await gateway.stored()).toBe(before);
    });
  });

  describe('PUT /account with api_enabled false', () => {
    it('disables every key of the account at once, and no key of another account', async () => {
      const other = await gateway.addAccount();
      const { id } = (await other.get('/account')).body;
      const subId = (await other.post('/account/subaccount', { name: 'Branch' })).body.id;
      const branch = new Api(
        other.url,
        (await other.post('/keys', { name: 'b', sub_account_id: subId })).body.key,
      );
      expect((await branch.get('/hello')).status).toBe(200);
      expect(await other.put('/account', { api_enabled: false })).toMatchObject({ status: 200 });
      for (const api of [other, branch])
        expect(await api.get('/hello')).toMatchObject({ status: 401, body: { code: 'api_disabled' } });
      expect((await admin.get('/hello')).status).toBe(200);
      await gateway.world.admin.query('update gateway.accounts set api_enabled = true where id = $1', [id]);
    });
  });

  describe('the channel count of a sub account', () => {
    it('includes each channel event once, in any order', async () => {
      const { id: accountid } = (await admin.get('/account')).body;
      const subaccountid = await gateway.addSubAccount('With channels');
      const connected = [1, 2, 3].map((id) =>
        buildEvent(channelConnected, { accountid, subaccountid, data: { id } }),
      );
      const deleted = buildEvent(channelDeleted, { accountid, subaccountid, data: { id: 2 } });
      const stranger = buildEvent(channelConnected, { accountid: 999, subaccountid, data: { id: 9 } });
      const events = [deleted, stranger, ...connected];
      for (const event of [...events, connected[0]!, deleted]) await gateway.world.publish(event);
      // The count is also 2 before the last event, so wait until every event was handled.
      await eventually(
        () =>
          gateway.world.admin.query('select from gateway.inbox where event_id = any($1)', [
            events.map(({ id }) => id),
          ]),
        (counted) => counted.length === events.length,
        'every event to be handled',
      );
      const { body } = await admin.get('/account/subaccounts');
      expect(body.find((one: { id: number }) => one.id === subaccountid).channels).toBe(2);
      expect((await admin.get('/account')).body.usage.channels).toBe(2);
    });

    describe('when channels publishes its count', () => {
      const asOf = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 86_400_000);
      const after = (seconds: number): string => new Date(asOf.getTime() + seconds * 1_000).toISOString();
      let accountid: number;

      beforeAll(async () => {
        accountid = (await admin.get('/account')).body.id;
      });

      /** Adds a sub account whose counter is `channels` and whose newest counted event is two days old. */
      async function subAccount(channels: number): Promise<number> {
        const id = await gateway.addSubAccount();
        await gateway.world.admin.query(
          `update gateway.sub_accounts set channels = $2, channels_counted_until = now() - interval '2 days' where id = $1`,
          [id, channels],
        );
        return id;
      }

      async function handle(...events: Parameters<typeof gateway.world.publish>[0][]): Promise<void> {
        for (const event of events) await gateway.world.publish(event);
        await eventually(
          () =>
            gateway.world.admin.query('select from gateway.inbox where event_id = any($1)', [
              events.map(({ id }) => id),
            ]),
          (handled) => handled.length === events.length,
          'the events to be handled',
        );
      }

      async function counter(id: number): Promise<number> {
        const { body } = await admin.get('/account/subaccounts');
        return body.find((one: { id: number }) => one.id === id).channels;
      }

      const counted = (subaccountid: number, channels: number, account = accountid) =>
        buildEvent(channelCounted, {
          accountid: account,
          subaccountid,
          data: { as_of: wireDate(asOf), channels },
        });

      it('is corrected, logged and added to the drift', async () => {
        const id = await subAccount(7);
        await handle(counted(id, 3, 999), counted(id, 4));
        expect(await counter(id)).toBe(4);
        const warnings = gateway.world.logs.lines.filter(({ context }) => context === 'Counters');
        expect(warnings.map(({ message }) => message)).toContainEqual({
          message: 'Corrected a counter that differed from the rows that it counts',
          counter: 'channels',
          account_id: accountid,
          sub_account_id: id,
          was: 7,
          is: 4,
        });
        const metrics = await (await fetch(gateway.world.metricsUrl)).text();
        expect(metrics).toMatch(/^plaudit_counter_drift_total\{.*counter="channels".*\} 3$/m);
        const compared = `plaudit_counter_last_reconciled_seconds{counter="channels",service="gateway"} `;
        expect(metrics).toContain(`${compared}${Math.floor(asOf.getTime() / 1_000)}\n`);
      });

      it('stays as it is if it includes a later event, and ignores earlier events after a correction', async () => {
        const [busy, quiet] = [await subAccount(1), await subAccount(1)];
        const event = (subaccountid: number, time: string) =>
          buildEvent(channelConnected, { accountid, subaccountid, time });
        await handle(event(busy, after(1)));
        await handle(counted(busy, 5), counted(quiet, 5));
        expect([await counter(busy), await counter(quiet)]).toEqual([2, 5]);
        await handle(event(quiet, after(-60)), event(quiet, after(0)));
        expect(await counter(quiet)).toBe(5);
        await handle(event(quiet, after(1)));
        expect(await counter(quiet)).toBe(6);
      });
    });
  });
});

interface NewAccount {
  id: number;
  api: Api;
}

describe('account events', () => {
  let gateway: AccountsWorld;

  let recorder: EventRecorder;

  beforeAll(async () => {
    gateway = await startAccountsWorld({ nats: true });
    recorder = await gateway.world.recorder('account.>');
  });

  afterAll(() => gateway.close());

  /** Runs a command of the operator and returns what it prints. */
  async function command(name: string, options: Record<string, string>): Promise<string> {
    const lines: string[] = [];
    const env = { DATABASE_URL: gateway.world.databaseUrl('gateway') };
    await COMMANDS[name]!({ options, env, print: (line) => lines.push(line) });
    return lines.join('\n');
  }

  async function addAccount(company: string): Promise<NewAccount> {
    const printed = await command('create', { company, email: newEmail() });
    return {
      id: Number(/account (\d+)/.exec(printed)?.[1]),
      api: new Api(gateway.url, /rk_\w{40}/.exec(printed)?.[0] as string),
    };
  }

  /** Waits for so many events of the account and returns them in the order of their versions. */
  async function eventsOf(id: number, count: number): Promise<DomainEvent<AccountChangedPayload>[]> {
    const events = await eventually(
      () => recorder.of(accountChanged).filter((event) => event.accountid === id),
      (received) => received.length >= count,
      `${count} events of account ${id}`,
    );
    return events.toSorted((one, other) => one.aggregateversion - other.aggregateversion);
  }

  describe('account.changed', () => {
    it('announces a new account with its main sub account', async () => {
      const { id, api } = await addAccount('Lakeside Group');
      const [main] = (await api.get('/account/subaccounts')).body;
      const [event] = await eventsOf(id, 1);
      expect(event).toMatchObject({
        accountid: id,
        subaccountid: 0,
        aggregateversion: 1,
        data: {
          id,
          part: 'account',
          part_id: id,
          company_name: 'Lakeside Group',
          domain: null,
          plan: 'enterprise',
          sub_account: { id: main.id, name: 'Lakeside Group', main: true },
        },
      });
    });

    it('names the sub account that was added or changed, and no sub account otherwise', async () => {
      const { id, api } = await addAccount('Hillside Group');
      const added = (await api.post('/account/subaccount', { name: 'Hillside Bakery' })).body.id;
      await api.put(`/account/subaccount/${added}`, { name: 'Hillside Bakery North' });
      await api.put('/account', { website: 'https://hillside.example.com' });
      const events = await eventsOf(id, 4);
      expect(events.map(({ data }) => data.sub_account)).toEqual([
        expect.objectContaining({ main: true }),
        { id: added, name: 'Hillside Bakery', main: false },
        { id: added, name: 'Hillside Bakery North', main: false },
        undefined,
      ]);
      expect(events.map(({ aggregateversion }) => aggregateversion)).toEqual([1, 2, 3, 4]);
    });

    it('is published when a domain is proved, when it loses its proof and when another account proves it', async () => {
      const [one, other] = [await addAccount('One'), await addAccount('Other')];
      const host = 'reviews.shared.example';
      for (const { api } of [one, other]) await api.put('/account', { vanity_url: host });
      await command('change', { account: String(one.id), vanity: 'verified' });
      await command('change', { account: String(one.id), vanity: 'pending' });
      await command('change', { account: String(one.id), vanity: 'verified' });
      await command('change', { account: String(other.id), vanity: 'verified' });
      await other.api.put('/account', { vanity_url: 'new.shared.example' });
      const domains = (events: DomainEvent<AccountChangedPayload>[]) =>
        events.map(({ data }) => [data.vanity_url, data.domain]);
      expect(domains(await eventsOf(one.id, 6))).toEqual([
        [null, null],
        [host, null],
        [host, host],
        [host, null],
        [host, host],
        [host, null],
      ]);
      expect(domains(await eventsOf(other.id, 4))).toEqual([
        [null, null],
        [host, null],
        [host, host],
        ['new.shared.example', null],
      ]);
    });

    it('moves the domain to one account at a time if two prove it at once', async () => {
      const accounts = [await addAccount('A'), await addAccount('B'), await addAccount('C')];
      const host = 'reviews.race.example';
      for (const { api } of accounts) await api.put('/account', { vanity_url: host });
      for (let round = 0; round < 5; round += 1)
        await Promise.allSettled(
          accounts.map(({ id }) => command('change', { account: String(id), vanity: 'verified' })),
        );
      const holders = await gateway.world.admin.query(
        'select account_id from gateway.vanity_domains where host = $1 and verified_on is not null',
        [host],
      );
      expect(holders).toHaveLength(1);
    });
  });

  describe('account.snapshot', () => {
    it('lists each sub account that is not deleted, page by page, with the settings of its account', async () => {
      const { id, api } = await addAccount('Snapshot Group');
      const names = ['First', 'Second', 'Third'];
      for (const name of names) await api.post('/account/subaccount', { name });
      await api.put('/account', { website: 'https://snapshot.example.com', vanity_url: 'snap.example.com' });
      await command('change', { account: String(id), vanity: 'verified', plan: 'agency' });
      const [, , second] = (await api.get('/account/subaccounts')).body;
      await api.delete(`/account/subaccount/${second.id}`);
      const events = await eventsOf(id, 7);

      const database = await openGatewayDatabase(gateway, 1);
      const reader = new SubAccountSnapshotReadModel(database);
      const all = await reader.page(0, 1_000);
      const records = all.filter((record) => record.account_id === id);
      const firstTwo = await reader.page(records[0]!.id - 1, 2);
      await database.dataSource.destroy();

      expect(firstTwo).toEqual(records.slice(0, 2));
      expect(records.map(({ name, main }) => [name, main])).toEqual([
        ['Snapshot Group', true],
        ['First', false],
        ['Third', false],
      ]);
      for (const record of records) {
        expect(record).toMatchObject({
          sub_account_id: record.id,
          company_name: 'Snapshot Group',
          website: 'https://snapshot.example.com',
          domain: 'snap.example.com',
          invite: true,
        });
        expect(record.limits.invites_month).toBe(5_000);
        expect(record.version).toBeGreaterThan(events.at(-1)!.aggregateversion);
      }
    });
  });
});

/** More than one page of the largest size. */
const MANY = 1_100;

interface Item {
  id: number;
  name: string;
}

const LISTS = ['/keys', '/users/get', '/account/subaccounts'];

const itemsOf = ({ body }: ApiResponse): Item[] => (Array.isArray(body) ? body : body.keys);

const cursorOf = ({ headers }: ApiResponse): string | null => headers.get('x-next-cursor');

describe('lists', () => {
  let gateway: AccountsWorld;

  /** A key of an account whose lists have {@link MANY} items. */
  let agency: Api;

  let accountId: number;

  /** A sub account of that account, with 30 keys and 30 users of its own. */
  let bakery: number;

  beforeAll(async () => {
    gateway = await startAccountsWorld();
    agency = await gateway.addAccount();
    const sql = gateway.world.admin.query.bind(gateway.world.admin);
    const [account] = (await sql('select max(id) as id from gateway.accounts')) as { id: number }[];
    accountId = account!.id;
    await sql(
      `insert into gateway.sub_accounts (account_id, name)
     select $1, 'Branch ' || n from generate_series(1, ${MANY}) n`,
      [accountId],
    );
    bakery = (await agency.post('/account/subaccount', { name: '100% Harbour_Bakery' })).body.id;
    await sql(
      `insert into gateway.users (account_id, email, password_hash, role, sub_accounts)
     select $1, 'paged-' || n || '@example.com', 'x', 'user', case when n % 40 = 0 then array[$2::bigint] else '{}' end
       from generate_series(1, ${MANY}) n`,
      [accountId, bakery],
    );
    await sql(
      `insert into gateway.keys (account_id, sub_account_id, name, prefix, hash, role)
     select $1, case when n % 40 = 0 then $2 else s.id end, 'Key ' || n, 'rk_', sha256(n::text::bytea), 'user'
       from generate_series(1, ${MANY}) n, gateway.sub_accounts s where s.account_id = $1 and s.main`,
      [accountId, bakery],
    );
  });

  afterAll(() => gateway.close());

  /** Follows the `Link` headers from the first page to the last. Returns the items of each page. */
  async function pagesOf(path: string, api = agency): Promise<Item[][]> {
    const pages: Item[][] = [];
    for (let next: string | undefined = path; next;) {
      const response = await api.get(next);
      expect(response.status).toBe(200);
      pages.push(itemsOf(response));
      next = /^<\/public\/v1(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    return pages;
  }

  async function idsIn(table: string, where = 'true'): Promise<number[]> {
    const rows = await gateway.world.admin.query<{ id: number }>(
      `select id from gateway.${table} where account_id = $1 and ${where} order by id`,
      [accountId],
    );
    return rows.map(({ id }) => id);
  }

  describe.each(LISTS)('GET %s', (path) => {
    const table = path === '/keys' ? 'keys' : path === '/users/get' ? 'users' : 'sub_accounts';

    it('without parameters returns the first 1,000 items, oldest first, and names the next page', async () => {
      const first = await agency.get(path);
      const all = await idsIn(table);
      expect(itemsOf(first).map(({ id }) => id)).toEqual(all.slice(0, 1_000));
      expect(cursorOf(first)).toBe(String(all[999]));
      expect(first.headers.get('link')).toBe(`</public/v1${path}?cursor=${all[999]}>; rel="next"`);
    });

    it('returns every item once when its pages are followed', async () => {
      const pages = await pagesOf(`${path}?limit=300`);
      expect(pages.map((page) => page.length)).toEqual([300, 300, 300, (await idsIn(table)).length - 900]);
      expect(pages.flat().map(({ id }) => id)).toEqual(await idsIn(table));
    });

    it('has no next page after an exactly full last page', async () => {
      const from = (await idsIn(table)).at(-51);
      const last = await agency.get(`${path}?limit=50&cursor=${from}`);
      expect(itemsOf(last)).toHaveLength(50);
      expect([cursorOf(last), last.headers.get('link')]).toEqual([null, null]);
    });

    it('returns an empty page after the last item', async () => {
      const response = await agency.get(`${path}?cursor=999999999999999`);
      expect(response.status).toBe(200);
      expect(itemsOf(response)).toEqual([]);
      expect(cursorOf(response)).toBeNull();
    });

    it.each([
      'limit=0',
      'limit=1001',
      'limit=-1',
      'limit=1.5',
      'limit=',
      'limit=x',
      'limit=1e2',
      'cursor=0',
      'cursor=-1',
      'cursor=',
      'cursor=x',
      'cursor=1%20or%201',
      'cursor=99999999999999999999',
      'cursor=1&cursor=2',
      'limit[]=5',
    ])('refuses the query %s and names the field', async (query) => {
      const response = await agency.get(`${path}?${query}`);
      expect(response).toMatchObject({ status: 400, body: { field: query.split(/[=[]/)[0] } });
    });

    it('shows no item of another account after a cursor of that account', async () => {
      const [first] = await idsIn(table);
      const others = await pagesOf(`${path}?cursor=${first}`, gateway.admin);
      const ours = new Set(await idsIn(table));
      expect(others.flat().filter(({ id }) => ours.has(id))).toEqual([]);
    });
  });

  describe('GET /keys', () => {
    it('names the next page in its body too, and null after the last one', async () => {
      const ids = await idsIn('keys');
      expect((await agency.get('/keys?limit=5')).body.next_cursor).toBe(ids[4]);
      expect((await agency.get(`/keys?limit=5&cursor=${ids.at(-6)}`)).body.next_cursor).toBeNull();
    });
  });

  describe('a key of a sub account', () => {
    it('gets pages of its own keys and users only', async () => {
      const own = new Api(
        gateway.url,
        await gateway.addKey({ accountManagement: true, subAccountId: bakery }),
      );
      expect((await pagesOf('/keys?limit=10', own)).flat().map(({ id }) => id)).toEqual(
        await idsIn('keys', `sub_account_id = ${bakery}`),
      );
      expect((await pagesOf('/users/get?limit=10', own)).flat().map(({ id }) => id)).toEqual(
        await idsIn('users', `sub_accounts = array[${bakery}]::bigint[]`),
      );
      expect((await pagesOf('/account/subaccounts?q=branch', own)).flat()).toEqual([]);
    });
  });

  describe('pages that are read while items are added and deleted', () => {
    it('contain every item that existed throughout exactly once', async () => {
      const kept = await idsIn('users');
      const seen: number[] = [];
      for (let cursor: string | null = '0', n = 0; cursor !== null; n += 1) {
        const response: ApiResponse = await agency.get(
          `/users/get?limit=200${cursor === '0' ? '' : `&cursor=${cursor}`}`,
        );
        seen.push(...itemsOf(response).map(({ id }) => id));
        cursor = cursorOf(response);
        const email = `late-${n}@example.com`;
        const { id } = (await agency.post('/users', { email, password: 'correct horse battery' })).body;
        if (n % 2 === 0) await agency.delete(`/users/${id}`);
        // The cursor itself disappears.
        if (n === 1) await agency.delete(`/users/${cursor}`);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(kept.filter((id) => !seen.includes(id))).toEqual([]);
    });
  });

  describe('GET /account/subaccounts with q', () => {
    it.each([
      ['harbour', ['100% Harbour_Bakery']],
      ['HARBOUR', ['100% Harbour_Bakery']],
      ['%', ['100% Harbour_Bakery']],
      ['_', ['100% Harbour_Bakery']],
      ['r_b', ['100% Harbour_Bakery']],
      ['bran%9', []],
      ['\\', []],
      ["'", []],
      ['branch 1099', ['Branch 1099']],
    ])('finds the names that contain %j literally, ignoring case', async (q, names) => {
      const found = itemsOf(await agency.get(`/account/subaccounts?q=${encodeURIComponent(q)}`));
      expect(found.map(({ name }) => name)).toEqual(names);
    });

    it('returns the matches in pages that keep the search', async () => {
      const pages = await pagesOf('/account/subaccounts?q=branch&limit=600');
      expect(pages.map((page) => page.length)).toEqual([600, MANY - 600]);
      expect(pages.flat().every(({ name }) => name.startsWith('Branch '))).toBe(true);
    });

    it('ignores an empty q and refuses one of more than 191 characters', async () => {
      expect(itemsOf(await agency.get('/account/subaccounts?q=&limit=2'))).toHaveLength(2);
      expect(await agency.get(`/account/subaccounts?q=${'x'.repeat(192)}`)).toMatchObject({
        status: 400,
        body: { field: 'q' },
      });
    });
  });
});

const deleteKeys = (admin: Administration): Promise<unknown> =>
  admin.query("update gateway.keys set deleted_at = now() where name = 'doomed'");

const withoutDeletions = (stored: string): string => stored.replaceAll(/"deleted_at": ?(null|"[^"]*")/g, '');

describe('revoked meanwhile', () => {
  // In each test, a transaction revokes a caller while a change by that caller waits for the transaction to end.
  let gateway: AccountsWorld;

  beforeAll(
    async () => (gateway = await startAccountsWorld({ nats: true, settings: { PUBLIC_URL: ORIGIN } })),
  );

  afterAll(async () => gateway.close());

  /**
   * Runs `revoke` in a transaction that holds the account lock. Commits it as soon as the request of `attempt` waits for
   * that lock. Returns the response to the request.
   */
  async function whileRevoking<T>(
    revoke: (admin: Administration) => Promise<unknown>,
    attempt: () => Promise<T>,
  ): Promise<T> {
    return administer(gateway.world.databaseUrl('gateway'), async (admin) => {
      await admin.query('begin');
      await admin.query('select from gateway.accounts for no key update');
      await revoke(admin);
      const response = attempt();
      await eventually(waitingForAccount, (count) => count === 1, 'the change to wait for the account');
      await admin.query('commit');
      return response;
    });
  }

  /**
   * Counts the requests that wait for the account lock. It ignores the update of `last_used_on`, which runs every 2 s and
   * waits for the key rows that `revoke` holds.
   */
  async function waitingForAccount(): Promise<number> {
    const [row] = await gateway.world.admin.query<{ count: number }>(
      `select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like 'select * from accounts % for no key update'`,
    );
    return Number(row?.count);
  }

  describe('an API key', () => {
    it.each([
      ['add a key', 'POST', '/keys', { name: 'survivor' }],
      ['add a user', 'POST', '/users', { email: newEmail(), password: PASSWORD }],
      ['add a sub account', 'POST', '/account/subaccount', { name: 'survivor' }],
      ['change the account', 'PUT', '/account', { company_name: 'survivor' }],
    ])('cannot %s if it is deleted while the request waits', async (_what, method, path, body) => {
      const doomed = await gateway.keyFor({ name: 'doomed' });
      const before = await gateway.stored();
      const response = await whileRevoking(deleteKeys, () => doomed.send(method, path, body));
      expect(response).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
      expect(withoutDeletions(await gateway.stored())).toBe(withoutDeletions(before));
    });

    it('cannot add a key if its sub account is deleted while the request waits', async () => {
      const sub_account_id = await gateway.addSubAccount();
      const doomed = await gateway.keyFor({ sub_account_id });
      const deleteSubAccount = (admin: Administration) =>
        admin.query('update gateway.sub_accounts set deleted_at = now() where id = $1', [sub_account_id]);
      const response = await whileRevoking(deleteSubAccount, () => doomed.post('/keys', { name: 'x' }));
      expect(response).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    });
  });

  describe('a key of an account', () => {
    it('cannot add a key if the API is switched off while the request waits', async () => {
      const setApi = (on: boolean) => (admin: Administration) =>
        admin.query('update gateway.accounts set api_enabled = $1', [on]);
      const response = await whileRevoking(setApi(false), () => gateway.admin.post('/keys', { name: 'x' }));
      expect(response).toMatchObject({ status: 401, body: { code: 'api_disabled' } });
      await setApi(true)(gateway.world.admin);
    });
  });

  describe('a signed-in admin', () => {
    it.each([
      ['the user is deleted', 'delete from gateway.users where id = $1'],
      ['the role of the user becomes user', "update gateway.users set role = 'user' where id = $1"],
      [
        'the user is restricted to one sub account',
        'update gateway.users set sub_accounts = array[7] where id = $1',
      ],
      ['the session of the user is ended', 'delete from gateway.sessions where user_id = $1'],
    ])('cannot add a key if %s while the request waits', async (_what, sql) => {
      const email = newEmail();
      const id = await gateway.addUser({ email, role_id: 1 });
      const entered = await ask(gateway, '/app/session', {
        method: 'POST',
        body: { email, password: PASSWORD },
      });
      const request = {
        method: 'POST',
        headers: { cookie: cookieOf(entered), host: HOST, 'x-sub-account': '1' },
        body: { name: 'x' },
      };
      const made = await ask(gateway, '/app/api/keys', request);
      expect(made.status).toBe(201);
      const response = await whileRevoking(
        (admin) => admin.query(sql, [id]),
        () => ask(gateway, '/app/api/keys', request),
      );
      expect(response.status).toBe(401);
      expect(response.json()).toMatchObject({ code: 'session_ended' });
    });
  });
});

describe('requests of keys', () => {
  let gateway: AccountsWorld;
  beforeAll(async () => (gateway = await startAccountsWorld()));
  afterAll(() => gateway.close());

  describe('rights', () => {
    let user: Api;

    let narrow: Api;

    beforeAll(async () => {
      user = await gateway.keyFor({ role: 'user' });
      narrow = await gateway.keyFor({ scopes: ['account:manage', 'reviews:read'] });
    });

    async function idOf(api: Api): Promise<number> {
      const { keys } = (await gateway.admin.get('/keys')).body as { keys: { id: number; prefix: string }[] };
      return keys.find(({ prefix }) => api.key.startsWith(prefix))?.id as number;
    }

    /** Expects 403 for each request, and that none of them stored anything. */
    async function expectRefused(
      required: string | RegExp,
      attempts: (() => Promise<ApiResponse>)[],
    ): Promise<void> {
      const before = await gateway.stored();
      for (const attempt of attempts)
        expect(await attempt()).toMatchObject({
          status: 403,
          body: { code: 'forbidden', required: expect.stringMatching(required) },
        });
      expect(await gateway.stored()).toBe(before);
    }

    /** The user, narrowed admin and editor keys must not do this, and the admin key may. */
    async function expectAdminOnly(attempt: (api: Api) => Promise<ApiResponse>): Promise<void> {
      const editor = await gateway.keyFor({ role: 'editor' });
      await expectRefused('admin', [() => attempt(user), () => attempt(editor)]);
      await expectRefused('reviews:write', [() => attempt(narrow)]);
      expect((await attempt(gateway.admin)).status).toBe(200);
    }

    describe('a key without all rights', () => {
      it('cannot delete an admin key', async () => {
        const id = await idOf(await gateway.keyFor());
        await expectAdminOnly((api) => api.delete(`/keys/${id}`));
      });

      it('cannot delete an admin', async () => {
        const id = await gateway.addUser({ role_id: 1 });
        await expectAdminOnly((api) => api.delete(`/users/${id}`));
      });

      it.each([
        ['demote', { role_id: 2 }],
        ['restrict', { sub_accounts: 'main' }],
        ['rename', { name: 'Boss' }],
        ['set the password of', { password: 'taken over by me' }],
      ])('cannot %s an admin', async (_what, patch) => {
        const id = await gateway.addUser({ role_id: 1 });
        const body = 'sub_accounts' in patch ? { sub_accounts: [gateway.mainId] } : patch;
        await expectAdminOnly((api) => api.put(`/users/${id}`, body));
      });

      it('cannot delete a sub account, because admin keys may belong to it', async () => {
        const id = await gateway.addSubAccount();
        await expectAdminOnly((api) => api.delete(`/account/subaccount/${id}`));
      });

      it('cannot set vanity_url, because the next login link of an admin would point there', async () => {
        await expectAdminOnly((api) => api.put('/account', { vanity_url: 'login.example.com' }));
        await expectAdminOnly((api) => api.put('/account', { vanity_url: null }));
      });

      it('cannot switch the API off', async () => {
        const other = await gateway.addAccount();
        const keyOf = async (fields: object): Promise<Api> => {
          const made = await other.post('/keys', { name: 'x', account_management: true, ...fields });
          return new Api(other.url, made.body.key);
        };
        const weak = [
          await keyOf({ role: 'user' }),
          await keyOf({ role: 'admin', scopes: ['account:manage', 'reviews:read'] }),
        ];
        await expectRefused(
          /admin|reviews:write/,
          weak.map((api) => () => api.put('/account', { api_enabled: false })),
        );
        expect((await other.put('/account', { api_enabled: false })).status).toBe(200);
      });

      it('may send the account back as it got it, with another name', async () => {
        const { body } = await user.get('/account');
        expect(
          (await user.put('/account', { ...body, website: undefined, company_name: 'Renamed' })).status,
        ).toBe(200);
      });

      it('manages keys and users that have no more rights than its own', async () => {
        const peer = await gateway.addUser();
        const id = await idOf(await gateway.keyFor({ role: 'user' }));
        expect(
          (await user.put(`/users/${peer}`, { password: 'a new good password', name: 'Peer' })).status,
        ).toBe(200);
        expect((await user.delete(`/users/${peer}`)).status).toBe(200);
        expect((await user.delete(`/keys/${id}`)).status).toBe(200);
      });

      it('can be a narrowed key that deletes only keys with scopes that it has', async () => {
        const keyOf = async (scopes: string[]): Promise<number> => idOf(await gateway.keyFor({ scopes }));
        const [within, beyond] = [
          await keyOf(['reviews:read']),
          await keyOf(['account:manage', 'reviews:read', 'webhooks:write']),
        ];
        await expectRefused('webhooks:write', [() => narrow.delete(`/keys/${beyond}`)]);
        expect((await narrow.delete(`/keys/${within}`)).status).toBe(200);
      });
    });

    describe('a key of another sub account than the main one', () => {
      it('cannot reach keys and users of the main sub account, whatever its role', async () => {
        const branch = await gateway.addSubAccount();
        const key = await gateway.keyFor({ sub_account_id: branch });
        const mainKey = await idOf(user);
        const mainUser = await gateway.addUser({ sub_accounts: [gateway.mainId] });
        const before = await gateway.stored();
        for (const attempt of [
          key.delete(`/keys/${mainKey}`),
          key.delete(`/users/${mainUser}`),
          key.put(`/users/${mainUser}`, { password: 'taken over by me' }),
        ])
          expect(await attempt).toMatchObject({ status: 404, body: { code: 'not_found' } });
        await expectRefused('main_sub_account', [
          () => key.post('/keys', { name: 'x', sub_account_id: gateway.mainId }),
          () => key.post('/users', { email: newEmail(), password: PASSWORD, sub_accounts: [gateway.mainId] }),
          () => key.put('/account', { vanity_url: 'login.example.com' }),
          () => key.put('/account', { api_enabled: false }),
          () => key.delete(`/account/subaccount/${branch}`),
        ]);
        expect(await gateway.stored()).toBe(before);
      });
    });

    describe('an admin key that expires', () => {
      let expiring: Api;
      beforeAll(async () => {
        expiring = await gateway.keyFor({ expires_on: '2999-01-01 00:00:00' });
      });

      it('makes nothing that outlives it, and the error says why', async () => {
        const branch = await gateway.addSubAccount();
        const local = await gateway.addUser({ sub_accounts: [branch] });
        await expectRefused('expires_on', [
          () => expiring.post('/users', { email: newEmail(), password: PASSWORD }),
          () => expiring.put(`/users/${local}`, { password: 'taken over by me' }),
          () => expiring.put(`/users/${local}`, { role_id: 3 }),
          () => expiring.put(`/users/${local}`, { sub_accounts: [] }),
          () => expiring.put(`/users/${local}`, { sub_accounts: [branch, gateway.mainId] }),
          () => expiring.put('/account', { vanity_url: 'mine.example.com' }),
        ]);
        const refused = await expiring.post('/users', { email: newEmail(), password: PASSWORD });
        expect(refused.body.msg).toContain('expires on 2999-01-01 00:00:00');
      });

      it('cannot make them through a key that it makes', async () => {
        const made = await expiring.post('/keys', {
          name: 'child',
          role: 'admin',
          account_management: true,
          expires_on: '2998-01-01',
        });
        const child = new Api(expiring.url, made.body.key);
        await expectRefused('expires_on', [
          () => child.post('/users', { email: newEmail(), password: PASSWORD }),
        ]);
        await expectRefused('expires_on', [
          () => child.post('/keys', { name: 'x' }),
          () => child.post('/keys', { name: 'x', expires_on: '2999-01-01' }),
        ]);
      });

      it('still renames, demotes, restricts and deletes users', async () => {
        const branch = await gateway.addSubAccount();
        const id = await gateway.addUser({ role_id: 1 });
        for (const patch of [{ name: 'Noa' }, { role_id: 2 }, { sub_accounts: [branch] }])
          expect((await expiring.put(`/users/${id}`, patch)).status).toBe(200);
        expect((await expiring.delete(`/users/${id}`)).status).toBe(200);
      });
    });
  });

  interface Operation {
    method: string;
    path: string;
    scope: string | undefined;
    role: string | undefined;
  }

  const KEYS: Record<string, NewKey & { role: Role; account_management: boolean }> = {
    'an admin with account management': { role: 'admin', account_management: true },
    'an editor with account management': { role: 'editor', account_management: true },
    'a user with account management': { role: 'user', account_management: true },
    'an admin without account management': { role: 'admin', account_management: false },
    'an editor without account management': { role: 'editor', account_management: false },
    'a user without account management': { role: 'user', account_management: false },
    'an admin restricted to account:manage': {
      role: 'admin',
      account_management: true,
      scopes: ['account:manage'],
    },
    'an admin restricted to all other scopes': {
      role: 'admin',
      account_management: true,
      scopes: effectiveScopes('admin', false, []),
    },
  };

  const apis = new Map<string, Api>();

  /** Sends an unknown id or an invalid body, so that an allowed key gets 200, 400 or 404 and changes nothing. */
  async function attempt(
    api: Api,
    { method, path }: Operation,
  ): Promise<{ status: number; body: { code?: string } }> {
    const target = path.replace('/public/v1', '').replace('{id}', '999999');
    return api.send(method, target, method === 'POST' || method === 'PUT' ? {} : undefined);
  }

  describe('every operation of the gateway', () => {
    let operations: Operation[];
    beforeAll(async () => {
      for (const [name, key] of Object.entries(KEYS)) apis.set(name, await gateway.keyFor(key));
      const { paths } = await openApiDocument(gatewayService);
      operations = Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          scope: operation['x-scope'],
          role: operation['x-role'],
        })),
      );
    });

    it('declares a scope that exists', () => {
      for (const { method, path, scope } of operations)
        expect([method, path, scope && SCOPES.includes(scope as Scope)]).toEqual([method, path, true]);
    });

    it('needs account:manage if it manages the account, and an admin key for what takes over an account', () => {
      const own = operations.filter(({ path }) => /^\/public\/v1\/(account|users|keys|login)/.test(path));
      expect(own.length).toBeGreaterThanOrEqual(14);
      expect(new Set(own.map(({ scope }) => scope))).toEqual(new Set(['account:manage']));
      expect(
        operations.filter(({ role }) => role).map(({ method, path, role }) => [method, path, role]),
      ).toEqual([
        ['DELETE', '/public/v1/account/subaccount/{id}', 'admin'],
        ['POST', '/public/v1/users', 'admin'],
        ['POST', '/public/v1/users/{id}/invite', 'admin'],
        ['DELETE', '/public/v1/users/{id}/two_factor', 'admin'],
        ['POST', '/public/v1/account/vanity_url/verify', 'admin'],
      ]);
    });

    it.each(Object.keys(KEYS))('accepts or refuses a key of %s according to its scopes', async (name) => {
      const { role, account_management, scopes = [] } = KEYS[name] as (typeof KEYS)[string];
      const held = effectiveScopes(role, account_management, scopes as Scope[]);
      const before = await gateway.stored();
      for (const operation of managing()) {
        const { method, path } = operation;
        const { status, body } = await attempt(apis.get(name) as Api, operation);
        const lacksRole = operation.role !== undefined && operation.role !== role;
        const expected = held.includes('account:manage')
          ? { statuses: lacksRole ? [400, 403] : [200, 400, 404], body: {} }
          : { statuses: [403], body: { code: 'forbidden', required: 'account:manage' } };
        expect([method, path, expected.statuses.includes(status), body]).toMatchObject([
          method,
          path,
          true,
          expected.body,
        ]);
      }
      expect(await gateway.stored()).toBe(before);
    });

    it('returns 401 without a key', async () => {
      for (const { method, path } of managing()) {
        const response = await fetch(`${gateway.url}${path.replace('{id}', '1')}`, { method });
        expect([method, path, response.status]).toEqual([method, path, 401]);
      }
    });

    function managing(): Operation[] {
      return operations.filter(({ scope }) => scope === 'account:manage');
    }
  });

  const UNKNOWN = {
    unknown_field: { this: ['field'] },
    id: 7,
    account_id: 7,
    main: true,
    created_on: 'never',
    deleted_at: 'never',
    plan: 'never',
    limits: { users: 'never' },
    password_hash: 'never',
    hash: 'never',
    prefix: 'never',
    created_by: { type: 'never' },
    created_by_type: 'never',
  };

  describe('an unknown body field', () => {
    let admin: Api;
    let sub: number;
    let user: number;
    let key: number;
    beforeAll(async () => {
      ({ admin } = gateway);
      [sub, user] = [await gateway.addSubAccount(), await gateway.addUser()];
      key = (await admin.post('/keys', { name: 'x' })).body.id;
    });

    it.each<[string, () => [string, string, object]]>([
      ['POST /users', () => ['POST', '/users', { email: newEmail(), password: PASSWORD }]],
      ['PUT /users/{id}', () => ['PUT', `/users/${user}`, { name: 'Noa' }]],
      ['POST /keys', () => ['POST', '/keys', { name: 'Website' }]],
      ['PUT /keys/{id}', () => ['PUT', `/keys/${key}`, { name: 'Website', role: 'user' }]],
      ['POST /account/subaccount', () => ['POST', '/account/subaccount', { name: 'Bakery' }]],
      ['PUT /account/subaccount/{id}', () => ['PUT', `/account/subaccount/${sub}`, { name: 'Harbour' }]],
      ['PUT /account', () => ['PUT', '/account', { company_name: 'Acme' }]],
    ])('is ignored by %s', async (_operation, request) => {
      const [method, path, body] = request();
      const response = await admin.send(method, path, { ...UNKNOWN, ...body });
      expect([200, 201]).toContain(response.status);
      expect(await gateway.stored()).not.toMatch(/unknown_field|never/);
    });

    it('is ignored by POST /login/get_url', async () => {
      const email = newEmail();
      await gateway.addUser({ email });
      const response = await admin.post('/login/get_url', { ...UNKNOWN, email, password: PASSWORD });
      expect(response).toMatchObject({ status: 200, body: { success: true } });
    });
  });
});
