import {
  channelConnected,
  channelDeleted,
  type ChannelPayload,
  type ChannelRecord,
  channelSnapshot,
  channelUpdated,
  type EventDefinition,
  ratingSnapshot,
  wireDate,
} from '@plaudit/contracts';
import {
  buildChannel,
  buildEvent,
  sendDirect,
  startWorld,
  waitUntilConsumed,
  type World,
} from '@plaudit/testing';
import { reportsService } from '../service';

const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

describe('the copies of channels', () => {
  let world: World;
  /** The first id of the test. Its channels have ids up to `first + 99`, and each a sub account with its id. */
  let first = 1;

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: reportsService }] });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    first += 100;
  });

  const record = (id: number, version: number, more: Partial<ChannelRecord> = {}): ChannelRecord => ({
    ...buildChannel({ id, name: `owner ${version}` }),
    account_id: 1,
    sub_account_id: id,
    version,
    ...more,
  });

  /** Applies a page of the channels from `first` to `first + 99`. By default it began after every event of the test. */
  async function page(
    records: ChannelRecord[],
    { begun_on = inOneHour(), deleted }: { begun_on?: string; deleted?: ChannelRecord[] } = {},
  ): Promise<void> {
    const data = { after: first - 1, through: first + 99, begun_on, records, deleted };
    await sendDirect(world.natsUrl, 'reports__channel', buildEvent(channelSnapshot, { data }));
    await waitUntilConsumed(world.natsUrl, 'reports__channel', 'DIRECT');
  }

  async function event(
    definition: EventDefinition<ChannelPayload>,
    id: number,
    version: number,
    { subaccountid = id, ...data }: Partial<ChannelPayload> & { subaccountid?: number } = {},
  ): Promise<void> {
    const payload = { ...definition.example, id, name: `event ${version}`, ...data };
    await world.publish(buildEvent(definition, { data: payload, aggregateversion: version, subaccountid }));
    await waitUntilConsumed(world.natsUrl, 'reports__channel');
  }

  async function measured(id: number, subaccountid: number, checked_on: string): Promise<void> {
    await world.publish(buildEvent(ratingSnapshot, { subaccountid, data: { profile_id: id, checked_on } }));
    await waitUntilConsumed(world.natsUrl, 'reports__rating');
  }

  const copies = () =>
    world.admin.query<{ id: number; name: string; version: number; deleted: boolean }>(
      'select id, name, version, deleted from reports.channels where id between $1 and $1 + 99 order by id',
      [first],
    );
  const daysOf = (id: number) =>
    world.admin.query(
      'select day::text, sub_account_id from reports.rating_days where channel_id = $1 order by day',
      [id],
    );
  async function rev(subAccountId: number): Promise<number> {
    const [row] = await world.admin.query<{ rev: number }>(
      'select rev from reports.sub_accounts where sub_account_id = $1',
      [subAccountId],
    );
    return row?.rev ?? 0;
  }

  it('have every field that reports show or filter by', async () => {
    await event(channelUpdated, first, 2, { group: 5, score: null, reviews: null, logo: 'data:image/png,' });
    const [stored] = await world.admin.query('select * from reports.channels where id = $1', [first]);
    expect(stored).toEqual({
      id: first,
      account_id: 1,
      sub_account_id: first,
      type: 'app_store',
      type_id: 7,
      label: 'Apple App Store',
      logo: 'data:image/png,',
      name: 'event 2',
      score: null,
      rating_scale: 5,
      reviews: null,
      group_id: 5,
      version: 2,
      deleted: false,
      applied_on: expect.any(Date) as unknown,
    });
  });

  it('keep the newest state, in whichever order the events arrive and however often', async () => {
    await event(channelUpdated, first, 2);
    await event(channelConnected, first, 1);
    await event(channelUpdated, first, 2, { name: 'again' });
    expect(await copies()).toEqual([{ id: first, name: 'event 2', version: 2, deleted: false }]);
  });

  it('keep a deleted channel as deleted, even if its creation arrives later', async () => {
    await event(channelDeleted, first, 3);
    await event(channelConnected, first, 1);
    expect(await copies()).toMatchObject([{ version: 3, deleted: true }]);
  });

  it('raise the rev of the sub account with each event, so that cached reports are dropped', async () => {
    await event(channelConnected, first, 1);
    await event(channelUpdated, first, 2);
    await event(channelDeleted, first, 3);
    expect(await rev(first)).toBe(3);
  });

  it('take their rating days along and raise both revs if a channel changes its sub account', async () => {
    await event(channelConnected, first, 1);
    await measured(first, first, '2026-03-01 06:00:00');
    await measured(first + 1, first, '2026-03-01 06:00:00');
    await event(channelUpdated, first, 2, { subaccountid: first + 50 });
    // This crawl was before the move, so its event names the former sub account.
    await measured(first, first, '2026-03-02 06:00:00');
    expect(await daysOf(first)).toEqual([
      { day: '2026-03-01', sub_account_id: first + 50 },
      { day: '2026-03-02', sub_account_id: first + 50 },
    ]);
    expect(await daysOf(first + 1)).toMatchObject([{ sub_account_id: first }]);
    expect([await rev(first), await rev(first + 50)]).toEqual([5, 2]);
  });

  it('do not write rating days again that their sub account has already', async () => {
    await measured(first, first, '2026-03-01 06:00:00');
    const written = () =>
      world.admin.query('select xmin::text from reports.rating_days where channel_id = $1', [first]);
    const before = await written();
    expect(before).toHaveLength(1);
    await event(channelConnected, first, 1);
    expect(await copies()).toHaveLength(1);
    expect(await written()).toEqual(before);
  });

  it('give rating days that arrived before the channel to its sub account', async () => {
    await measured(first, first + 50, '2026-03-01 06:00:00');
    await event(channelUpdated, first, 2);
    expect(await daysOf(first)).toMatchObject([{ sub_account_id: first }]);
  });

  describe('after a page of a snapshot', () => {
    it('have the channels that were missing and the state of older or wrong ones, and newer ones as they were', async () => {
      await event(channelConnected, first, 1);
      await event(channelUpdated, first + 1, 2);
      await event(channelUpdated, first + 2, 9);
      await page([record(first, 2), record(first + 1, 2), record(first + 2, 8), record(first + 3, 1)]);
      expect((await copies()).map(({ name }) => name)).toEqual(['owner 2', 'owner 2', 'event 9', 'owner 1']);
    });

    it('have no channel back that was deleted while the page was on the way', async () => {
      await event(channelConnected, first, 1);
      await event(channelDeleted, first, 2);
      await event(channelDeleted, first + 1, 2);
      await page([record(first, 1), record(first + 1, 1)]);
      expect((await copies()).map(({ deleted }) => deleted)).toEqual([true, true]);
      await page([record(first + 2, 1)]);
      await event(channelDeleted, first + 2, 2);
      expect((await copies())[2]).toMatchObject({ deleted: true, version: 2 });
    });

    it('have a channel back that the owner has in the version in which the copy is marked as deleted', async () => {
      await event(channelConnected, first, 1);
      await world.admin.query('update reports.channels set deleted = true where id = $1', [first]);
      await page([record(first, 1)]);
      expect(await copies()).toMatchObject([{ deleted: false, name: 'owner 1' }]);
    });

    it('mark those in its range as deleted that the owner does not have, unless an event changed them meanwhile', async () => {
      await event(channelConnected, first, 1);
      await event(channelConnected, first + 100, 1);
      await page([], { begun_on: wireDate(new Date(Date.now() - 60_000)) });
      expect(await copies()).toMatchObject([{ deleted: false }]);
      await page([record(first + 1, 1)]);
      expect(await copies()).toMatchObject([{ deleted: true }, { deleted: false }]);
      const [outside] = await world.admin.query('select deleted from reports.channels where id = $1', [
        first + 100,
      ]);
      expect(outside).toEqual({ deleted: false });
    });

    it('have deleted channels that were missing, in their last state, and raise the rev of their sub accounts', async () => {
      // An earlier test has used the first id.
      const id = first + 10;
      await measured(id, first + 50, '2026-03-01 06:00:00');
      await page([record(id + 1, 1)], { deleted: [record(id, 3, { group: 5, type: 'website_schema' })] });
      const sql =
        'select sub_account_id, name, type, group_id, version, deleted from reports.channels where id = $1';
      expect(await world.admin.query(sql, [id])).toEqual([
        {
          sub_account_id: id,
          name: 'owner 3',
          type: 'website_schema',
          group_id: 5,
          version: 3,
          deleted: true,
        },
      ]);
      expect(await world.admin.query(sql, [id + 1])).toMatchObject([{ name: 'owner 1', deleted: false }]);
      expect(await daysOf(id)).toMatchObject([{ sub_account_id: id }]);
      expect(await rev(id)).toBe(1);
      await event(channelConnected, id, 1);
      expect(await world.admin.query(sql, [id])).toMatchObject([{ name: 'owner 3', deleted: true }]);
    });

    it('have the last state of a deleted channel instead of an older or wrong one, and newer ones as they were', async () => {
      await event(channelConnected, first, 1);
      await event(channelUpdated, first + 1, 3);
      await event(channelDeleted, first + 2, 3);
      await event(channelUpdated, first + 3, 9);
      const ids = [first, first + 1, first + 2, first + 3];
      await page([], { deleted: ids.map((id) => record(id, 3)) });
      expect(await copies()).toMatchObject([
        { name: 'owner 3', deleted: true },
        { name: 'owner 3', deleted: true },
        { name: 'owner 3', deleted: true },
        { name: 'event 9', deleted: false },
      ]);
    });

    it('have deleted channels with the state of an event that changed them after the snapshot began', async () => {
      const begun_on = wireDate(new Date(Date.now() - 60_000));
      await event(channelConnected, first, 1);
      await event(channelDeleted, first + 1, 4);
      await page([], { begun_on, deleted: [record(first, 2), record(first + 1, 3)] });
      expect(await copies()).toMatchObject([
        { name: 'owner 2', deleted: true },
        { name: 'event 4', deleted: true },
      ]);
    });

    it('are the same after the page arrives twice', async () => {
      const deleted = [record(first + 2, 2)];
      await page([record(first, 3), record(first + 1, 4)], { deleted });
      const before = await world.admin.query('select * from reports.channels order by id');
      await page([record(first, 3), record(first + 1, 4)], { deleted });
      expect(await world.admin.query('select * from reports.channels order by id')).toEqual(before);
    });
  });
});
