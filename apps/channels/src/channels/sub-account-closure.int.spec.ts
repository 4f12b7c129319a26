import {
  accountSubAccountDeleted,
  channelUpdated,
  FAILING_CHANNELS_PATH,
  MAX_COUNTED_SUB_ACCOUNTS,
  type PlanLimits,
  type Principal,
  UNKNOWN_CHANNEL_TYPES_PATH,
  UNKNOWN_CHANNELS_PATH,
  UNLIMITED,
} from '@plaudit/contracts';
import { buildEvent, type Caller, eventually } from '@plaudit/testing';
import { storeReviews } from '../apple-stand-in.suite';
import { appUrl, ChannelsWorld } from '../channels-world.suite';

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

/** Returns a new sub account with a caller of its own. */
function subAccount(account_id = 1, limits: Partial<PlanLimits> = {}): SubAccount {
  const id = (subAccounts += 1);
  const principal = { account_id, sub_account_id: id, main: false, limits: { ...UNLIMITED, ...limits } };
  return { id, api: own.world.as(principal) };
}

/** Adds an app with the given number of reviews to the store and returns its id. */
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

describe('OnSubAccountDeleted', () => {
  it('disables the channels of the sub account, publishes that once, and leaves other sub accounts alone', async () => {
    const [closing, staying] = [subAccount(), subAccount()];
    const closed = (await add(closing, newApp())).id;
    const kept = (await add(staying, newApp())).id;
    await Promise.all([crawled(closed), crawled(kept)]);
    await close(closing);
    await close(closing);
    expect(await crawlOf(closed)).toMatchObject({ due_at: null, lease_id: null });
    const { body } = await closing.api.get('channels', `/public/v1/channels/get/${closed}`);
    expect(body).toMatchObject({ status: 'disabled', next_crawl_on: null, crawling: false });
    const events = await own.published(channelUpdated, closed);
    expect(events.filter(({ data }) => data.status === 'disabled')).toHaveLength(1);
    expect((await staying.api.get('channels', `/public/v1/channels/get/${kept}`)).body.status).toBe('active');
    expect((await crawlOf(kept)).due_at).not.toBeNull();
  });

  it('stops a crawl in progress, so that no further page is stored', async () => {
    const closing = subAccount();
    const app = newApp(120);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    own.apple.interfere = async ({ path }) => {
      if (path.includes(`/page=2/id=${app}/`)) await held;
      return undefined;
    };
    const { id } = await add(closing, app);
    await eventually(
      () => own.apple.requestedPages(app),
      (pages) => pages.includes('gb/2'),
      'the request for the second page',
    );
    const before = (await own.collected(id)).length;
    await close(closing);
    release();
    // When a later crawl of another sub account has ended, the stopped crawl would have stored its next page.
    const marker = (await add(subAccount(), newApp())).id;
    await crawled(marker);
    expect(await own.collected(id)).toHaveLength(before);
    expect(await crawlOf(id)).toMatchObject({ due_at: null, lease_id: null });
    own.apple.interfere = () => undefined;
  });

  it('does not crawl a channel that a late request adds or refreshes', async () => {
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

  it('takes the channels of the sub account out of the plan limits', async () => {
    const closing = subAccount(7, { channels: 1 });
    const next = subAccount(7, { channels: 1 });
    expect((await add(closing, newApp())).status).toBe(200);
    expect((await add(next, newApp())).status).toBe(402);
    await close(closing, 7);
    expect((await add(next, newApp())).status).toBe(200);
  });

  it('leaves the channels of another account alone', async () => {
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
});

describe('the question which channels do not exist', () => {
  const ask = async (as: Partial<Principal>, ids: number[], sub_account_id: number | null) =>
    (await own.world.as(as).post('channels', UNKNOWN_CHANNELS_PATH, { body: { ids, sub_account_id } })).body;

  it('is answered from the account and the sub account of the caller, without deleted sub accounts', async () => {
    const [one, other] = [subAccount(7), subAccount(7)];
    const { id } = await add(one, newApp());
    const main = { account_id: 7, main: true };
    expect(await ask(main, [id, 999_999], null)).toEqual({ unknown: [999_999] });
    expect(await ask(main, [id], one.id)).toEqual({ unknown: [] });
    expect(await ask(main, [id], other.id)).toEqual({ unknown: [id] });
    expect(await ask({ ...main, account_id: 8 }, [id], null)).toEqual({ unknown: [id] });
    const branch = { account_id: 7, sub_account_id: other.id, main: false };
    expect(await ask(branch, [id], null)).toEqual({ unknown: [id] });
    expect(await ask({ ...main, scopes: ['reports:read'] }, [id], null)).toEqual({ unknown: [] });
    await close(one, 7);
    expect(await ask(main, [id], null)).toEqual({ unknown: [id] });
  });
});

describe('the question how many channels fail', () => {
  const ask = (as: Partial<Principal>, ids: unknown[]) =>
    own.world.as(as).post('channels', FAILING_CHANNELS_PATH, { body: { ids } });

  it('is answered for the sub accounts of the caller, and of no other account', async () => {
    const [one, fine, foreign] = [subAccount(7), subAccount(7), subAccount(8)];
    const added = [one, one, one, fine, foreign].map((owner) => add(owner, newApp()));
    const [failing, disabled, , , theirs] = (await Promise.all(added)).map(({ id }) => id);
    await own.world.admin.query(
      `update channels.channels set error_code = case when id = $2 then null else 'profile_not_found' end,
         status = case when id = $2 then 'disabled' else 'error' end
       where id = any ($1)`,
      [[failing, disabled, theirs], disabled],
    );
    const ids = [one.id, fine.id, foreign.id, 999_999];
    const { status, body } = await ask({ account_id: 7, sub_account_id: one.id }, ids);
    expect({ status, body }).toEqual({ status: 200, body: { counts: [{ id: one.id, count: 2 }] } });
    expect((await ask({ account_id: 8 }, ids)).body).toEqual({ counts: [{ id: foreign.id, count: 1 }] });
    expect((await ask({ account_id: 7, scopes: ['reviews:read'] }, ids)).status).toBe(403);
  });

  it('is refused for more than 50 sub accounts', async () => {
    const many = Array.from({ length: MAX_COUNTED_SUB_ACCOUNTS + 1 }, (_, n) => n + 1);
    expect((await ask({}, many)).body).toMatchObject({ code: 'validation_failed', field: 'ids' });
    expect((await ask({}, ['1'])).status).toBe(400);
  });
});

describe('the question which platforms do not exist', () => {
  it('is answered from the catalogue, for a key of any scope', async () => {
    const reader = own.world.as({ scopes: ['reports:read'] });
    const { body } = await reader.get('channels', '/public/v1/channels/types');
    expect(body).toMatchObject({ code: 'forbidden' });
    const types = (await own.world.as().get('channels', '/public/v1/channels/types')).body.items as {
      id: number;
    }[];
    const known = types.map(({ id }) => id);
    expect(known.length).toBeGreaterThan(1);
    const answer = await reader.post('channels', UNKNOWN_CHANNEL_TYPES_PATH, {
      body: { ids: [...known, 999] },
    });
    expect(answer).toMatchObject({ status: 200, body: { unknown: [999] } });
    expect((await reader.post('channels', UNKNOWN_CHANNEL_TYPES_PATH, { body: { ids: ['1'] } })).status).toBe(
      400,
    );
  });
});
