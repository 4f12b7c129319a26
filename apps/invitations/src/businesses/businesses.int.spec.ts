import {
  accountChanged,
  type AccountChangedPayload,
  accountSnapshot,
  type SubAccountPayload,
  type SubAccountRecord,
  wireDate,
} from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { buildEvent, sendDirect, startWorld, waitUntilConsumed, type World } from '@plaudit/testing';
import { invitationsService } from '../service';
import type { Business } from './business';
import { BusinessesRepository } from './businesses.repository';
import { BusinessesService } from './businesses.service';

const DURABLE = 'invitations__account';

const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

describe('the businesses that invitations know', () => {
  let world: World;
  let database: Database;
  let close: () => Promise<void>;
  /** Each test has an account of its own, and the sub accounts from ten times its id on. */
  let account = 100;
  let main: SubAccountPayload;
  let shop: SubAccountPayload;
  const repository = new BusinessesRepository();

  beforeAll(async () => {
    world = await startWorld({
      services: [{ definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1' } }],
    });
    const url = world.databaseUrl('invitations');
    const source = createDataSource({
      url,
      schema: 'invitations',
      entities: [],
      migrations: [],
      poolSize: 1,
    });
    await source.initialize();
    database = new Database(source, 'invitations');
    close = () => source.destroy();
  });
  afterAll(async () => {
    await close();
    await world.close();
  });
  beforeEach(() => {
    account += 1;
    main = { id: account * 10, name: 'Head office', main: true };
    shop = { id: account * 10 + 1, name: 'Harbour Bakery', main: false };
  });

  async function publish(version: number, data: Partial<AccountChangedPayload>): Promise<void> {
    const changed = { id: account, part: 'account', domain: null, sub_account: undefined, ...data } as const;
    await world.publish(
      buildEvent(accountChanged, {
        data: changed,
        accountid: account,
        subaccountid: 0,
        aggregateversion: version,
      }),
    );
  }

  const consumed = () => waitUntilConsumed(world.natsUrl, DURABLE);

  const record = (
    sub_account: SubAccountPayload,
    version: number,
    more: Partial<SubAccountRecord> = {},
  ): SubAccountRecord => {
    const { company_name, website, invite, limits } = accountChanged.example;
    const ids = { account_id: account, sub_account_id: sub_account.id, version };
    return { ...sub_account, ...ids, company_name, website, domain: null, invite, limits, ...more };
  };

  /** Applies a page of the sub accounts of the test. By default it began after every event of the test. */
  async function page(records: SubAccountRecord[], begun_on = inOneHour()): Promise<void> {
    const data = { after: account * 10 - 1, through: account * 10 + 9, begun_on, records };
    await sendDirect(world.natsUrl, DURABLE, buildEvent(accountSnapshot, { data }));
    await waitUntilConsumed(world.natsUrl, DURABLE, 'DIRECT');
  }

  async function businesses(): Promise<Business[]> {
    const ids = Array.from({ length: 10 }, (_, at) => account * 10 + at);
    const found = await database.transaction((tx) => repository.among(tx, ids));
    const existing = [...found.values()].filter(({ deleted }) => !deleted);
    return existing.sort((one, other) => one.sub_account_id - other.sub_account_id);
  }

  async function deleteShop(version: number): Promise<void> {
    const event = buildEvent(accountChanged, { accountid: account, aggregateversion: version });
    const service = new BusinessesService(repository);
    await database.transaction((tx) => service.delete(tx, { ...event, data: { id: shop.id } }));
  }

  it('begin with the event of a new account, under the name of its company', async () => {
    await publish(1, { company_name: 'Acme', sub_account: main });
    await consumed();
    const { limits, invite } = accountChanged.example;
    expect(await businesses()).toEqual([
      {
        sub_account_id: main.id,
        account_id: account,
        name: 'Acme',
        domain: null,
        invite,
        invites_month: limits.invites_month,
        time_zone: 'Europe/Berlin',
        deleted: false,
      },
    ]);
  });

  it('follow the account and each sub account', async () => {
    await publish(1, { company_name: 'Acme', sub_account: main });
    await publish(2, { company_name: 'Acme', part: 'sub_account', sub_account: shop });
    await publish(3, { company_name: 'Acme Group', domain: 'reviews.acme.example', invite: false });
    await publish(4, {
      company_name: 'Acme Group',
      domain: 'reviews.acme.example',
      part: 'sub_account',
      sub_account: { ...shop, name: 'Harbour Bakery North' },
      limits: { ...accountChanged.example.limits, invites_month: 7 },
    });
    await consumed();
    const both = { domain: 'reviews.acme.example', invites_month: 7 };
    expect(await businesses()).toMatchObject([
      { sub_account_id: main.id, name: 'Acme Group', ...both },
      { sub_account_id: shop.id, name: 'Harbour Bakery North', ...both },
    ]);
  });

  it.each([[[1, 2, 3, 4]], [[4, 3, 2, 1]], [[3, 1, 4, 2]], [[2, 4, 1, 3]], [[3, 3, 1, 1, 4, 2, 4]]])(
    'are the same after the events arrive in the order %j',
    async (order) => {
      const events: Record<number, Partial<AccountChangedPayload>> = {
        1: { company_name: 'Old', sub_account: main },
        2: { company_name: 'Old', sub_account: shop },
        3: { company_name: 'Old', sub_account: { ...shop, name: 'Renamed' } },
        4: { company_name: 'New', domain: 'reviews.acme.example' },
      };
      for (const version of order) await publish(version, events[version]!);
      await consumed();
      const domain = 'reviews.acme.example';
      expect(await businesses()).toMatchObject([
        { sub_account_id: main.id, name: 'New', domain },
        { sub_account_id: shop.id, name: 'Renamed', domain },
      ]);
    },
  );

  it('give a sub account whose event arrives late what newer events said about the account', async () => {
    await publish(1, { company_name: 'Old', sub_account: main });
    await publish(3, { company_name: 'New', domain: 'reviews.acme.example' });
    await publish(2, { company_name: 'Old', sub_account: shop });
    await consumed();
    expect(await businesses()).toMatchObject([
      { name: 'New', domain: 'reviews.acme.example' },
      { name: 'Harbour Bakery', domain: 'reviews.acme.example' },
    ]);
  });

  it('do not contain a deleted sub account, which an older event does not bring back', async () => {
    await deleteShop(3);
    await publish(1, { sub_account: main });
    await publish(2, { sub_account: shop });
    await consumed();
    expect((await businesses()).map(({ sub_account_id }) => sub_account_id)).toEqual([main.id]);
  });

  it('understand events of older versions, which lack the domain and the sub account', async () => {
    const { domain: _domain, sub_account: _sub, ...older } = accountChanged.example;
    await publish(1, { sub_account: main });
    const data = { ...older, id: account, company_name: 'Older' };
    // Events of one account are handled in order, because they have its id as subject.
    const event = buildEvent(accountChanged, {
      data: { id: account },
      accountid: account,
      subaccountid: 0,
      aggregateversion: 2,
    });
    await world.publish({ ...event, data });
    await consumed();
    expect(await businesses()).toMatchObject([{ name: 'Older', domain: null }]);
  });

  it('are complete after a snapshot', async () => {
    await page([
      record(main, 5, { company_name: 'Acme', time_zone: 'Asia/Tokyo' }),
      record(shop, 5, { domain: 'reviews.acme.example', time_zone: 'Asia/Tokyo' }),
    ]);
    expect(await businesses()).toMatchObject([
      { name: 'Acme', time_zone: 'Asia/Tokyo' },
      { name: 'Harbour Bakery', time_zone: 'Asia/Tokyo' },
    ]);
  });

  it('are corrected by a snapshot of the same or a newer version, and left alone by an older one', async () => {
    await publish(5, { company_name: 'Event', sub_account: main });
    await consumed();
    await page([record(main, 4, { company_name: 'Older' }), record(shop, 4, { company_name: 'Older' })]);
    expect(await businesses()).toMatchObject([{ name: 'Event' }, { name: 'Harbour Bakery' }]);
    await page([
      record(main, 5, { company_name: 'Same', domain: 'reviews.acme.example' }),
      record({ ...shop, name: 'Renamed' }, 5, { company_name: 'Same', domain: 'reviews.acme.example' }),
    ]);
    expect(await businesses()).toMatchObject([
      { name: 'Same', domain: 'reviews.acme.example' },
      { name: 'Renamed', domain: 'reviews.acme.example' },
    ]);
  });

  it('lose those that a snapshot does not list, unless an event changed them since it began', async () => {
    await publish(1, { sub_account: main });
    await publish(2, { sub_account: shop });
    await consumed();
    await page([record(main, 2)], '2026-01-01 00:00:00');
    expect(await businesses()).toHaveLength(2);
    await page([record(main, 2)]);
    expect(await businesses()).toHaveLength(1);
    await page([record(main, 2), record(shop, 2)]);
    expect(await businesses()).toHaveLength(2);
  });

  it('keep a deletion that is newer than the snapshot', async () => {
    await publish(2, { sub_account: shop });
    await consumed();
    await deleteShop(3);
    await page([record(shop, 2)]);
    expect(await businesses()).toEqual([]);
  });
});
