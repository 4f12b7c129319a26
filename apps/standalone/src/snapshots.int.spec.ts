import { channelsService } from '@plaudit/channels';
import { type SnapshotArguments, snapshotCommand, snapshotTo } from '@plaudit/runtime';
import { reviewsService } from '@plaudit/reviews';
import { eventually, startWorld, waitUntilConsumed, type World } from '@plaudit/testing';
import { widgetsService } from '@plaudit/widgets';

const CHANNELS = 1_300;
const UPDATE = '/public/v1/channels/update';
const DELETE = '/public/v1/channels/delete';

describe('a snapshot of channels', () => {
  let world: World;
  let ids: number[];

  beforeAll(async () => {
    world = await startWorld({
      services: [
        { definition: reviewsService, settings: { INVITATIONS_URL: 'http://127.0.0.1:1' } },
        { definition: channelsService },
        { definition: widgetsService },
      ],
    });
    const added = await world.admin.query<{ id: number }>(
      `insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale, score)
       select 1, 1, 'website_schema', '{}', 'shop ' || n, 'Shop ' || n, 5, n % 5 from generate_series(1, ${CHANNELS}) n
       returning id`,
    );
    ids = added.map(({ id }) => id);
    await world.admin.query(
      `insert into channels.crawls (channel_id, account_id, sub_account_id, platform, due_at)
       select id, 1, 1, type, null from channels.channels`,
    );
  });
  afterAll(() => world.close());

  const addresses = () => ({ databaseUrl: world.databaseUrl('channels'), nats: world.natsUrl });
  const given = (more: Partial<SnapshotArguments> = {}): SnapshotArguments => ({
    rate: 100_000,
    restart: false,
    untilApplied: true,
    ...more,
  });
  const send = (durable: string, more: Partial<SnapshotArguments> = {}) =>
    snapshotTo(channelsService, durable, addresses(), given(more), () => {});

  /** The columns that widgets copies, of all channels that exist. */
  const owned = () =>
    world.admin.query('select id, name, type, score, version from channels.channels order by id');
  const copied = () =>
    world.admin.query(
      'select id, name, type, score, version from widgets.channels where not deleted order by id',
    );

  async function changesArrive(): Promise<void> {
    await eventually(
      () => world.admin.query('select from channels.outbox'),
      (rows) => rows.length === 0,
      'an empty outbox',
    );
    await waitUntilConsumed(world.natsUrl, 'widgets__channel');
    await waitUntilConsumed(world.natsUrl, 'widgets__channel', 'DIRECT');
  }

  it('equals the owner at the end, even if channels change and vanish while it is sent', async () => {
    expect(await copied()).toEqual([]);
    const run = send('widgets__channel', { rate: 2_000 });
    const client = world.as();
    const statuses: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      const id = ids[(at * 211) % CHANNELS]!;
      const changed = await client.put('channels', `${UPDATE}/${id}`, { body: { name: `Renamed ${at}` } });
      const gone = at % 3 === 0 ? await client.delete('channels', `${DELETE}/${id}`) : changed;
      statuses.push(changed.status, gone.status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Deleted ones are sent in their last state.
    expect((await run).records).toBe(CHANNELS);
    await changesArrive();
    expect(await copied()).toEqual(await owned());
    expect(await copied()).toHaveLength(CHANNELS - 20);
  });

  it('corrects damaged copies and removes stray ones, in every service that keeps copies', async () => {
    await send('reviews__channel');
    const [first, second, third] = ids.slice(-3) as [number, number, number];
    const stray = ids.at(-1)! + 1_000;
    for (const sql of [
      `update widgets.channels set name = 'damaged', score = -1 where id = ${first}`,
      `delete from widgets.channels where id = ${second}`,
      `update widgets.channels set version = 0, deleted = true where id = ${third}`,
      `insert into widgets.channels (id, account_id, sub_account_id, name, label, type, rating_scale, version)
         values (${stray}, 1, 1, 'stray', 'Stray', 'website_schema', 5, 1)`,
      `update widgets.channels set applied_on = now() - interval '1 hour'`,
      `update reviews.channel_copies set name = 'damaged' where channel_id = ${first}`,
      `delete from reviews.channel_copies where channel_id = ${second}`,
    ]) {
      await world.admin.query(sql);
    }
    expect(await copied()).not.toEqual(await owned());
    await send('widgets__channel');
    await send('reviews__channel');
    expect(await copied()).toEqual(await owned());
    const named = await world.admin.query(
      'select channel_id as id, name, version from reviews.channel_copies where deleted_on is null order by channel_id',
    );
    expect(named).toEqual(
      await world.admin.query('select id, name, version from channels.channels order by id'),
    );
  });

  it('prints its progress and its result', async () => {
    const lines: string[] = [];
    const code = await snapshotCommand(channelsService, addresses(), ['--to', 'widgets__channel'], (line) =>
      lines.push(line),
    );
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatch(
      /^widgets__channel: complete; 1300 records sent in \d+\.\d s \(\d+ per second\), \d+\.\d s of waiting, \d+ pages not yet handled$/,
    );
  });

  it.each([
    [
      ['--to', 'widgets__review'],
      'Durables that can: reviews__channel, invitations__channel, reports__channel, reports__rating, ai__channel, widgets__channel.',
    ],
    [['--to', 'gateway__channel'], 'because its service has no handler of one'],
    [[], '--to is required'],
    [['--to', 'widgets__channel', '--rate', 'fast'], '--rate must be a whole number above 0'],
    [['--too', 'widgets__channel'], '--too'],
  ])('refuses the options %j with exit code 2', async (args, message) => {
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const code = await snapshotCommand(channelsService, addresses(), args, () => {});
    const text = written.mock.calls.map(([line]) => String(line)).join('');
    written.mockRestore();
    expect([code, text]).toEqual([2, expect.stringContaining(message)]);
  });
});
