import { accountChanged, type AccountChangedPayload, type DomainEvent } from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { type EventRecorder, eventually } from '@plaudit/testing';
import { COMMANDS } from '../cli/commands';
import { SubAccountSnapshotReadModel } from '../sub-accounts/sub-account-snapshot.read-model';
import { type AccountsWorld, Api, newEmail, startAccountsWorld } from './accounts-world.suite';

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

interface NewAccount {
  id: number;
  api: Api;
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

    const url = gateway.world.databaseUrl('gateway');
    const source = createDataSource({ url, schema: 'gateway', entities: [], migrations: [], poolSize: 1 });
    await source.initialize();
    const reader = new SubAccountSnapshotReadModel(new Database(source, 'gateway'));
    const all = await reader.page(0, 1_000);
    const records = all.filter((record) => record.account_id === id);
    const firstTwo = await reader.page(records[0]!.id - 1, 2);
    await source.destroy();

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
