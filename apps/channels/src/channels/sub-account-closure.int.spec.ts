import { accountSubAccountDeleted, channelUpdated, type PlanLimits, UNLIMITED } from '@plaudit/contracts';
import { buildEvent, type Caller, eventually } from '@plaudit/testing';
import { appUrl, ChannelsWorld } from '../crawl/channels-world.suite';
import { storeReviews } from '../crawl/apple-stand-in.suite';

let own: ChannelsWorld;

beforeAll(async () => {
  own = await ChannelsWorld.start();
});
afterAll(() => own.close());

interface SubAccount {
  id: number;
  api: Caller;
}

let subAccounts = 100;
let apps = 1_000_000_000;

/** A fresh sub account, as a key of its own sees it. */
function subAccount(account_id = 1, limits: Partial<PlanLimits> = {}): SubAccount {
  const id = (subAccounts += 1);
  const principal = { account_id, sub_account_id: id, main: false, limits: { ...UNLIMITED, ...limits } };
  return { id, api: own.world.as(principal) };
}

/** A new app of the store with this many reviews; its id. */
function newApp(reviews = 1): string {
  const id = String((apps += 1));
  own.apple.app(id, { count: reviews, reviews: { gb: storeReviews(reviews) } });
  return id;
}

async function add({ api }: SubAccount, app: string): Promise<{ status: number; id: number }> {
  const added = await own.add({ type: 'app_store', url: appUrl(app) }, {}, api);
  return { status: added.status, id: added.body.channel?.id };
}

async function close({ id }: SubAccount, accountid = 1): Promise<void> {
  const event = buildEvent(accountSubAccountDeleted, { accountid, subaccountid: id, data: { id } });
  await own.world.publish(event);
  await eventually(
    () => own.world.admin.query('select from channels.inbox where event_id = $1', [event.id]),
    (rows) => rows.length === 1,
    'the event to be handled',
  );
}

async function crawlOf(
  channelId: number,
): Promise<{ due_at: Date | null; lease_id: string | null; run: number }> {
  const [crawl] = await own.world.admin.query<{ due_at: Date | null; lease_id: string | null; run: number }>(
    'select due_at, lease_id, run from channels.crawls where channel_id = $1',
    [channelId],
  );
  return crawl as { due_at: Date | null; lease_id: string | null; run: number };
}

async function crawled(channelId: number, run = 1): Promise<void> {
  await eventually(
    () => crawlOf(channelId),
    (crawl) => crawl.run >= run && crawl.lease_id === null,
    `crawl ${run} of channel ${channelId}`,
  );
}

it('disables the channels of a deleted sub account, says so once, and leaves the others alone', async () => {
  const [closing, staying] = [subAccount(), subAccount()];
  const gone = (await add(closing, newApp())).id;
  const kept = (await add(staying, newApp())).id;
  await Promise.all([crawled(gone), crawled(kept)]);
  await close(closing);
  await close(closing);
  expect(await crawlOf(gone)).toMatchObject({ due_at: null, lease_id: null });
  const { body } = await closing.api.get('channels', `/public/v1/channels/get/${gone}`);
  expect(body).toMatchObject({ status: 'disabled', next_crawl_on: null, crawling: false });
  const events = await own.published(channelUpdated, gone);
  expect(events.filter(({ data }) => data.status === 'disabled')).toHaveLength(1);
  expect((await staying.api.get('channels', `/public/v1/channels/get/${kept}`)).body.status).toBe('active');
  expect((await crawlOf(kept)).due_at).not.toBeNull();
});

it('ends a crawl that is under way: what it still reads is not stored', async () => {
  const closing = subAccount();
  const app = newApp(120);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  own.apple.interfere = async ({ path }) => {
    if (path.includes(`/page=2/id=${app}/`)) await held;
    return undefined;
  };
  const { id } = await add(closing, app);
  await eventually(
    () => own.apple.pagesAsked(app),
    (pages) => pages.includes('gb/2'),
    'the second page to be asked for',
  );
  const before = (await own.collected(id)).length;
  await close(closing);
  letGo();
  // A later crawl of a neighbour has come and gone.
  const marker = (await add(subAccount(), newApp())).id;
  await crawled(marker);
  expect(await own.collected(id)).toHaveLength(before);
  expect(await crawlOf(id)).toMatchObject({ due_at: null, lease_id: null });
  own.apple.interfere = () => undefined;
});

it('crawls nothing that a late request adds or refreshes', async () => {
  const closing = subAccount();
  const known = (await add(closing, newApp())).id;
  await crawled(known);
  await close(closing);
  const late = (await add(closing, newApp())).id;
  await closing.api.post('channels', `/public/v1/channels/refresh/${known}`);
  const marker = (await add(subAccount(), newApp())).id;
  await crawled(marker);
  expect((await crawlOf(late)).run).toBe(0);
  expect((await crawlOf(known)).run).toBe(1);
});

it('counts against no plan any more', async () => {
  const closing = subAccount(7, { channels: 1 });
  const next = subAccount(7, { channels: 1 });
  expect((await add(closing, newApp())).status).toBe(200);
  expect((await add(next, newApp())).status).toBe(402);
  await close(closing, 7);
  expect((await add(next, newApp())).status).toBe(200);
});

it('a sub account of another account with the same event is not its business', async () => {
  const mine = subAccount(8);
  const { id } = await add(mine, newApp());
  await crawled(id);
  const event = buildEvent(accountSubAccountDeleted, { accountid: 9, subaccountid: 1, data: { id: 1 } });
  await own.world.publish(event);
  await eventually(
    () => own.world.admin.query('select from channels.inbox where event_id = $1', [event.id]),
    (rows) => rows.length === 1,
    'the event to be handled',
  );
  expect((await mine.api.get('channels', `/public/v1/channels/get/${id}`)).body.status).toBe('active');
});
