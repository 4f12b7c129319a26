import { accountSubAccountDeleted, type ChannelCountedPayload, channelCounted } from '@plaudit/contracts';
import { buildEvent, eventually } from '@plaudit/testing';
import { appUrl, ChannelsWorld } from '../channels-world.suite';

let own: ChannelsWorld;
let apps = 8_000;

beforeAll(async () => {
  own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
});
afterAll(() => own.close());

const sql = <Row>(text: string, parameters: unknown[] = []): Promise<Row[]> =>
  own.world.admin.query<Row>(text, parameters);

const SAVED = `
  select id, subject, payload from channels.outbox union all select id, subject, payload from channels.outbox_sent`;

/** Makes the nightly count due, waits until the service has done it, and returns the counts by sub account. */
async function countNow(): Promise<Record<number, number>> {
  const [last] = await sql<{ id: number }>(`select coalesce(max(id), 0) as id from (${SAVED}) saved`);
  await sql('update channels.count_runs set due_at = now()');
  await eventually(
    () => sql('select from channels.count_runs where due_at > now()'),
    (rows) => rows.length === 1,
    'the run to end',
  );
  const counted = await sql<{ sub: number; data: ChannelCountedPayload }>(
    `select split_part(subject, '.', 5)::int as sub, payload::json -> 'data' as data from (${SAVED}) saved
     where id > $1 and subject like '${channelCounted.pattern}.%'`,
    [last!.id],
  );
  return Object.fromEntries(counted.map(({ sub, data }) => [sub, data.channels]));
}

/** Moves every event of the outbox an hour into the past. */
async function age(): Promise<void> {
  await eventually(
    () => sql('select from channels.outbox'),
    (rows) => rows.length === 0,
    'the outbox to be empty',
  );
  const hourAgo = (Date.now() - 3_600_000).toString(16).padStart(12, '0');
  await sql(`update channels.outbox_sent set event_id = 'evt_' || $1 || substr(event_id, 17)`, [hourAgo]);
}

async function connect(sub_account_id: number): Promise<number> {
  const app = String((apps += 1));
  own.apple.app(app);
  const caller = own.world.as({ sub_account_id });
  const { body } = await own.add({ type: 'app_store', url: appUrl(app) }, {}, caller);
  return body.channel.id;
}

describe('the nightly count of channels', () => {
  it('counts exactly the channels whose events are old enough, and sub accounts without channels as 0', async () => {
    const deleted = await connect(1);
    await connect(1);
    await connect(2);
    const closed = buildEvent(accountSubAccountDeleted, { subaccountid: 2, data: { id: 2 } });
    await own.world.publish(closed);
    await eventually(
      () => sql('select from channels.inbox where event_id = $1', [closed.id]),
      (rows) => rows.length === 1,
      'the sub account to be closed',
    );
    await age();
    // Both events are too recent to be included, though both changes are committed.
    const emptied = await connect(3);
    await own.api.delete('channels', `/public/v1/channels/delete/${deleted}`);
    expect(await countNow()).toEqual({ 1: 2, 3: 0 });
    await own.world.as({ sub_account_id: 3 }).delete('channels', `/public/v1/channels/delete/${emptied}`);
    await age();
    expect(await countNow()).toEqual({ 1: 1, 3: 0 });
  });
});
