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
import { LinksWorld, SUB_ACCOUNT } from '../links/links-world.suite';

const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

describe('copies of channels', () => {
  let links: LinksWorld;
  let first = 1_000;

  beforeAll(async () => {
    links = await LinksWorld.start();
  });
  afterAll(() => links.close());
  beforeEach(() => {
    first += 100;
  });

  const copies = () =>
    links.world.admin.query<{ name: string; deleted: boolean }>(
      `select id::int, name, url, version::int, deleted from invitations.channel_copies
       where id between $1 and $1 + 99 order by id`,
      [first],
    );

  async function event(
    definition: EventDefinition<ChannelPayload>,
    id: number,
    version: number,
    more: Partial<ChannelPayload> = {},
  ): Promise<void> {
    const data = { id, name: `event ${version}`, ...more };
    await links.world.publish(
      buildEvent(definition, { data, subaccountid: SUB_ACCOUNT, aggregateversion: version }),
    );
    await waitUntilConsumed(links.world.natsUrl, 'invitations__channel');
  }

  async function page(records: ChannelRecord[], begun_on = inOneHour()): Promise<void> {
    const data = { after: first - 1, through: first + 99, begun_on, records };
    await sendDirect(links.world.natsUrl, 'invitations__channel', buildEvent(channelSnapshot, { data }));
    await waitUntilConsumed(links.world.natsUrl, 'invitations__channel', 'DIRECT');
  }

  const record = (id: number, version: number): ChannelRecord => ({
    ...buildChannel({ id, name: `owner ${version}` }),
    account_id: 1,
    sub_account_id: SUB_ACCOUNT,
    version,
  });

  it('keep the newest state, whatever the order of the events', async () => {
    await event(channelConnected, first, 1, { url: null });
    await event(channelUpdated, first, 3, { url: 'https://platform.example/p' });
    await event(channelUpdated, first, 2, { url: 'https://old.example/p' });
    expect(await copies()).toEqual([
      { id: first, name: 'event 3', url: 'https://platform.example/p', version: 3, deleted: false },
    ]);
  });

  it('stay deleted if an older event arrives late', async () => {
    await event(channelDeleted, first, 2);
    await event(channelConnected, first, 1);
    expect(await copies()).toMatchObject([{ deleted: true, version: 2 }]);
  });

  it('become equal to a page of the owner, except for newer ones', async () => {
    await event(channelConnected, first, 1);
    await event(channelUpdated, first + 1, 9);
    await event(channelConnected, first + 2, 1);
    await page([record(first, 2), record(first + 1, 8), record(first + 3, 1)]);
    expect((await copies()).map(({ name, deleted }) => [name, deleted])).toEqual([
      ['owner 2', false],
      ['event 9', false],
      ['event 1', true],
      ['owner 1', false],
    ]);
  });

  it('are not deleted by a page that began before their event', async () => {
    await event(channelConnected, first, 1);
    await page([], wireDate(new Date(Date.now() - 60_000)));
    expect(await copies()).toMatchObject([{ deleted: false }]);
  });
});
