import {
  channelConnected,
  channelDeleted,
  type ChannelPayload,
  type ChannelRecord,
  channelSnapshot,
  channelUpdated,
  type EventDefinition,
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
import { widgetsService } from '../service';

interface Copy {
  id: number;
  name: string;
  version: number;
  deleted: boolean;
}

/** No test requests reviews. */
const NOBODY = 'http://127.0.0.1:1';

const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

describe('snapshots in widgets', () => {
  let world: World;
  let first = 1;

  beforeAll(async () => {
    world = await startWorld({
      services: [{ definition: widgetsService, settings: { REVIEWS_URL: NOBODY } }],
    });
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
    begun_on = inOneHour(),
    deleted?: ChannelRecord[],
  ): Promise<void> {
    const data = { after: first - 1, through: first + 99, begun_on, records, deleted };
    await sendDirect(world.natsUrl, 'widgets__channel', buildEvent(channelSnapshot, { data }));
    await waitUntilConsumed(world.natsUrl, 'widgets__channel', 'DIRECT');
  }

  async function event(
    definition: EventDefinition<ChannelPayload>,
    id: number,
    version: number,
  ): Promise<void> {
    const data = { ...definition.example, id, name: `event ${version}` };
    await world.publish(buildEvent(definition, { data, aggregateversion: version, subaccountid: id }));
    await waitUntilConsumed(world.natsUrl, 'widgets__channel');
  }

  async function copies(): Promise<Copy[]> {
    return world.admin.query<Copy>(
      'select id, name, version, deleted from widgets.channels where id >= $1 order by id',
      [first],
    );
  }

  async function rev(subAccountId: number): Promise<number> {
    const [row] = await world.admin.query<{ rev: number }>(
      'select rev from widgets.rev where sub_account_id = $1',
      [subAccountId],
    );
    return row?.rev ?? 0;
  }

  it('adds the channels that are missing, with all fields of the copy', async () => {
    await page([record(first, 3), record(first + 1, 1, { group: 5, score: null })]);
    expect(await copies()).toMatchObject([
      { id: first, name: 'owner 3', version: 3, deleted: false },
      { id: first + 1, version: 1 },
    ]);
    const [stored] = await world.admin.query('select * from widgets.channels where id = $1', [first + 1]);
    expect(stored).toMatchObject({ account_id: 1, group_id: 5, score: null, rating_scale: 5, reviews: 212 });
    expect([await rev(first), await rev(first + 1)]).toEqual([1, 1]);
  });

  it('overwrites an older copy and a wrong one of the same version, and leaves a newer one alone', async () => {
    await event(channelConnected, first, 1);
    await event(channelUpdated, first + 1, 2);
    await event(channelUpdated, first + 2, 9);
    await page([record(first, 2), record(first + 1, 2), record(first + 2, 8)]);
    expect((await copies()).map(({ name }) => name)).toEqual(['owner 2', 'owner 2', 'event 9']);
  });

  it('does not bring back a channel that was deleted while its page was on the way', async () => {
    await event(channelConnected, first, 1);
    await event(channelDeleted, first, 2);
    await event(channelDeleted, first + 1, 2);
    await page([record(first, 1), record(first + 1, 1)]);
    expect((await copies()).map(({ deleted }) => deleted)).toEqual([true, true]);
  });

  it('lets a deletion win that arrives after the page', async () => {
    await page([record(first, 1)]);
    await event(channelDeleted, first, 2);
    expect(await copies()).toMatchObject([{ deleted: true, version: 2 }]);
  });

  it('restores a channel that the owner still has in the version in which the copy is marked as deleted', async () => {
    await event(channelConnected, first, 1);
    await world.admin.query('update widgets.channels set deleted = true where id = $1', [first]);
    await page([record(first, 1)]);
    expect(await copies()).toMatchObject([{ deleted: false, name: 'owner 1' }]);
  });

  it('removes a copy in its range that the owner does not have', async () => {
    await event(channelConnected, first, 1);
    await event(channelConnected, first + 100, 1);
    await page([record(first + 1, 1)]);
    expect((await copies()).map(({ deleted }) => deleted)).toEqual([true, false, false]);
  });

  it('marks a channel that the page lists as deleted', async () => {
    await event(channelConnected, first, 1);
    await page([record(first + 1, 1)], inOneHour(), [record(first, 2), record(first + 2, 2)]);
    expect(await copies()).toMatchObject([
      { id: first, version: 2, deleted: true },
      { id: first + 1, version: 1, deleted: false },
      { id: first + 2, version: 2, deleted: true },
    ]);
  });

  it('keeps a copy that an event changed after the snapshot began, even if the page does not list it', async () => {
    const begunOn = wireDate(new Date());
    await event(channelUpdated, first, 2);
    await page([], begunOn);
    expect(await copies()).toMatchObject([{ deleted: false }]);
  });

  it('changes neither copies nor revs if the copies are right already', async () => {
    const records = [record(first, 3), record(first + 1, 4)];
    await page(records);
    await page(records);
    expect([await rev(first), await rev(first + 1)]).toEqual([1, 1]);
  });
});
