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
import { buildChannel, buildEvent, sendDirect, waitUntilConsumed } from '@plaudit/testing';
import { type ReviewsWorld, startReviewsWorld } from '../reviews/reviews-world.suite';

const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

describe('snapshots of channels in reviews', () => {
  let world: ReviewsWorld;
  let first = 1;

  beforeAll(async () => {
    world = await startReviewsWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => {
    first += 100;
  });

  const record = (id: number, version: number): ChannelRecord => ({
    ...buildChannel({ id, name: `owner ${version}`, group: 8 }),
    account_id: 1,
    sub_account_id: 1,
    version,
  });

  /** Applies a page of the channels from `first` to `first + 99`. By default it began after every event of the test. */
  async function page(
    records: ChannelRecord[],
    begun_on = inOneHour(),
    deleted?: ChannelRecord[],
  ): Promise<void> {
    const data = { after: first - 1, through: first + 99, begun_on, records, deleted };
    await sendDirect(world.natsUrl, 'reviews__channel', buildEvent(channelSnapshot, { data }));
    await waitUntilConsumed(world.natsUrl, 'reviews__channel', 'DIRECT');
  }

  async function event(
    definition: EventDefinition<ChannelPayload>,
    id: number,
    version: number,
  ): Promise<void> {
    const data = { ...definition.example, id, name: `event ${version}`, group: 5 };
    await world.publish(buildEvent(definition, { data, aggregateversion: version }));
    await waitUntilConsumed(world.natsUrl, 'reviews__channel');
  }

  async function copies(): Promise<
    { name: string; group_id: number | null; version: number; deleted: boolean; cleanup_pending: boolean }[]
  > {
    return world.admin.query(
      `select name, group_id, version, deleted_on is not null as deleted, cleanup_pending
       from reviews.channel_copies where channel_id >= $1 order by channel_id`,
      [first],
    );
  }

  it('add the channels that are missing and correct the wrong ones', async () => {
    await event(channelUpdated, first, 2);
    await event(channelUpdated, first + 1, 9);
    await page([record(first, 2), record(first + 1, 8), record(first + 2, 1)]);
    expect((await copies()).map(({ name }) => name)).toEqual(['owner 2', 'event 9', 'owner 1']);
    expect((await copies()).map(({ group_id }) => group_id)).toEqual([8, 5, 8]);
  });

  it('do not bring back a channel that was deleted while its page was on the way', async () => {
    await event(channelConnected, first, 1);
    await event(channelDeleted, first, 2);
    await page([record(first, 1)]);
    expect(await copies()).toMatchObject([{ deleted: true, version: 2 }]);
  });

  it('restore a channel that is marked as deleted although the owner has a version of it that is as new', async () => {
    await event(channelConnected, first, 1);
    await world.admin.query(
      'update reviews.channel_copies set deleted_on = now(), cleanup_pending = true where channel_id = $1',
      [first],
    );
    await page([record(first, 1)]);
    expect(await copies()).toMatchObject([{ deleted: false, cleanup_pending: false }]);
  });

  it('mark a channel that the owner does not have as deleted, and leave its reviews alone', async () => {
    await event(channelConnected, first, 1);
    await event(channelConnected, first + 1, 1);
    const id = await world.add();
    await world.admin.query('update reviews.reviews set channel_id = $1, source_id = null where id = $2', [
      first,
      id,
    ]);
    await page([record(first + 1, 1)]);
    expect(await copies()).toMatchObject([{ deleted: true, cleanup_pending: false }, { deleted: false }]);
    const { body } = await world.client.get('reviews', `/public/v1/reviews/get/${id}`);
    expect(body).toMatchObject({ channel_id: first });
  });

  it('add no channel that the page lists as deleted, and leave the reviews of a copy of it alone', async () => {
    await event(channelConnected, first, 1);
    await page([record(first + 1, 1)], inOneHour(), [record(first, 2), record(first + 2, 2)]);
    expect(await copies()).toMatchObject([
      { name: 'event 1', version: 1, deleted: true, cleanup_pending: false },
      { name: 'owner 1', deleted: false },
    ]);
  });

  it('keep a channel that an event changed after the snapshot began, even if the page does not list it', async () => {
    const begunOn = wireDate(new Date());
    await event(channelConnected, first, 1);
    await page([], begunOn);
    expect(await copies()).toMatchObject([{ deleted: false }]);
  });
});
