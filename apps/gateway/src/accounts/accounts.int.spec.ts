import {
  accountChanged,
  channelConnected,
  channelCounted,
  channelDeleted,
  wireDate,
} from '@plaudit/contracts';
import { buildEvent, eventually } from '@plaudit/testing';
import { type AccountsWorld, Api, startAccountsWorld } from './accounts-world.suite';

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
      vanity_url: 'https://Reviews.Acme.example.com/',
    });
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    await admin.put('/account', { website: null });
    expect((await admin.get('/account')).body).toMatchObject({
      company_name: 'Acme Agency',
      website: null,
      vanity_url: 'reviews.acme.example.com',
    });
    const events = await recorder.waitFor(accountChanged, 2);
    expect(events[0]?.data).toMatchObject({
      part: 'account',
      company_name: 'Acme Agency',
      vanity_url: 'reviews.acme.example.com',
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
    expect(response).toMatchObject({ status: 400, body: { success: false, code, msg: expect.any(String) } });
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
