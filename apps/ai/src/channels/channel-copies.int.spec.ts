import {
  channelConnected,
  channelDeleted,
  type ChannelPayload,
  channelUpdated,
  type EventDefinition,
  reviewCreated,
  UNKNOWN_CHANNELS_PATH,
  type UnknownChannelsRequest,
  wireDate,
} from '@plaudit/contracts';
import { type FixtureServer, type HttpResult, startFixtureServer } from '@plaudit/testing';
import { channelRecord, CopiesWorld } from '../reviews/review-copies.suite';
import { ChannelsReadModel } from './channels.read-model';

const OWNER = { account_id: 1, sub_account_id: 1 };

describe('the copies of channels', () => {
  let own: CopiesWorld;
  let channels: ChannelsReadModel;
  /** Stands in for the channels service, which knows the channel 77. */
  let owner: FixtureServer;
  /** The first id of the test, which uses ids up to `first + 99`. */
  let first = 1_000;

  beforeAll(async () => {
    owner = await startFixtureServer((request) => {
      const { ids } = request.json<UnknownChannelsRequest>();
      return { body: { unknown: ids.filter((id) => id !== 77) } };
    });
    own = await CopiesWorld.start({ CHANNELS_URL: owner.url });
    channels = new ChannelsReadModel(own.database);
  });
  afterAll(async () => {
    await own.close();
    await owner.close();
  });
  beforeEach(() => {
    first += 100;
  });

  const event = (definition: EventDefinition<ChannelPayload>, id: number, version: number) =>
    own.channelEvent(definition, version, { id, name: `event ${version}` });
  const range = () => ({ after: first - 1, through: first + 99 });
  const page = (records: number[][], deleted: number[][] = [], begun_on?: string) =>
    own.channelPage(
      records.map(([offset, version]) => channelRecord(first + offset!, version!)),
      { ...range(), ...(begun_on ? { begun_on } : {}) },
      deleted.map(([offset, version]) => channelRecord(first + offset!, version!)),
    );
  const copies = async (): Promise<unknown[]> =>
    (
      await own.sql<{ name: string; deleted: boolean }>(
        'select name, deleted from ai.channels where id between $1 and $1 + 99 order by id',
        [first],
      )
    ).map(({ name, deleted }) => [name, deleted]);

  it('have the newest state, whatever the order of the events', async () => {
    await event(channelUpdated, first, 2);
    await event(channelConnected, first, 1);
    await event(channelDeleted, first + 1, 3);
    await event(channelUpdated, first + 1, 2);
    expect(await copies()).toEqual([
      ['event 2', false],
      ['event 3', true],
    ]);
  });

  it('show a channel to its own sub account only, and none that was deleted', async () => {
    await event(channelConnected, first, 1);
    await event(channelDeleted, first + 1, 2);
    expect(await channels.find(first, OWNER)).toEqual({ id: first, ...OWNER, name: 'event 1' });
    expect(await channels.find(first, { account_id: 1, sub_account_id: 2 })).toBeNull();
    expect(await channels.find(first, { account_id: 2, sub_account_id: 1 })).toBeNull();
    expect(await channels.find(first + 1, OWNER)).toBeNull();
    expect(await channels.find(first + 2, OWNER)).toBeNull();
    expect([await channels.isCopied(first + 1), await channels.isCopied(first + 2)]).toEqual([true, false]);
  });

  it('follow a channel that moves to another sub account', async () => {
    await event(channelConnected, first, 1);
    await own.channelEvent(channelUpdated, 2, { id: first, name: 'moved' }, { subaccountid: 2 });
    expect(await channels.find(first, OWNER)).toBeNull();
    expect(await channels.find(first, { account_id: 1, sub_account_id: 2 })).toMatchObject({ name: 'moved' });
  });

  describe('after a page of a snapshot', () => {
    it('have missing channels and the state of older ones, and newer ones as they were', async () => {
      await event(channelConnected, first, 1);
      await event(channelUpdated, first + 1, 9);
      for (const _time of [1, 2]) {
        await page(
          [
            [0, 2],
            [1, 8],
            [2, 1],
          ],
          [[3, 4]],
        );
      }
      expect(await copies()).toEqual([
        ['owner 2', false],
        ['event 9', false],
        ['owner 1', false],
        ['owner 4', true],
      ]);
    });

    it('have a mark for channels that the owner does not have, unless an event changed them meanwhile', async () => {
      await event(channelConnected, first, 1);
      await page([], [], wireDate(new Date(Date.now() - 60_000)));
      expect(await copies()).toEqual([['event 1', false]]);
      await page([]);
      expect(await copies()).toEqual([['event 1', true]]);
    });

    it('have no channel back that was deleted while the page was on the way', async () => {
      await event(channelDeleted, first, 2);
      await page([[0, 1]]);
      expect(await copies()).toEqual([['event 2', true]]);
    });
  });

  describe('of a deleted channel', () => {
    const TEXT = 'Cold soup';
    const stored = async (): Promise<unknown> => {
      const [row] = await own.sql(
        `select (select count(*)::int from ai.summaries where channel_id = $1) as summaries,
           (select count(*)::int from ai.insights where channel_id = $1) as insights,
           (select count(*)::int from ai.refreshes where id = $1) as refreshes,
           (select count(*)::int from ai.remembered_answers where review_ids && array[$1::bigint]) as answers`,
        [first],
      );
      return row;
    };
    const NOTHING = { summaries: 0, insights: 0, refreshes: 0, answers: 0 };

    beforeEach(async () => {
      await event(channelConnected, first, 1);
      await own.derive(first, [first], TEXT);
      await own.derive(first + 1, [first + 1], TEXT);
      // Not due, because the worker would begin it.
      await own.sql(
        `insert into ai.refreshes (id, account_id, sub_account_id, daily_cap, due_at)
         values ($1, 1, 1, -1, now() + interval '1 hour')`,
        [first],
      );
    });

    it('leave no summary, insights, refresh or remembered answer, and those of others alone', async () => {
      await event(channelDeleted, first, 2);
      expect(await stored()).toEqual(NOTHING);
      expect(await own.left(first + 1, TEXT)).toEqual(['summary', 'insights', 'answer', 'translation']);
    });

    it('leave none either if a snapshot tells of the deletion', async () => {
      await page([], [[0, 2]]);
      expect(await stored()).toEqual(NOTHING);
    });

    it('leave none either if a snapshot does not have the channel', async () => {
      await page([]);
      expect(await stored()).toEqual(NOTHING);
    });

    it('leave all of them if the deletion is older than the copy', async () => {
      await event(channelUpdated, first, 9);
      await event(channelDeleted, first, 8);
      expect(await stored()).toEqual({ summaries: 1, insights: 1, refreshes: 1, answers: 1 });
    });
  });

  it('do not depend on those of reviews, whose events may come first', async () => {
    await own.event(reviewCreated, 1, { id: first, channel_id: first });
    expect(await channels.isCopied(first)).toBe(false);
    await event(channelConnected, first, 1);
    expect(await channels.find(first, OWNER)).not.toBeNull();
  });

  describe('when a request names a channel', () => {
    const ask = (id: number, sub_account_id = 1): Promise<HttpResult> =>
      own.world
        .as({ sub_account_id, main: sub_account_id === 1 })
        .get('ai', `/public/v1/channels/ai/summary/${id}`);
    const asked = (): unknown[] => owner.requests.map(({ path, json }) => [path, json()]);
    beforeEach(() => {
      owner.requests.length = 0;
    });

    it('answer for the own one, and with 404 for one of others, without asking the owner', async () => {
      await event(channelConnected, first, 1);
      await event(channelDeleted, first + 1, 2);
      expect((await ask(first)).status).toBe(200);
      expect(await ask(first, 2)).toMatchObject({
        status: 404,
        body: { code: 'not_found', msg: `No channel with id ${first} belongs to this sub account.` },
      });
      expect((await ask(first + 1)).status).toBe(404);
      expect(asked()).toEqual([]);
    });

    it('let the owner decide about one that no event has told of', async () => {
      expect(await ask(77)).toMatchObject({ status: 200, body: { summary: null, based_on_reviews: 0 } });
      expect(await ask(78)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      const question = (id: number) => [UNKNOWN_CHANNELS_PATH, { ids: [id], sub_account_id: 1 }];
      expect(asked()).toEqual([question(77), question(78)]);
    });

    it('respond with 503 for such a one while the owner does not answer', async () => {
      owner.handle(() => ({ status: 503, body: { success: false, code: 'upstream_unavailable' } }));
      expect(await ask(79)).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
    });
  });
});

describe('A service without CHANNELS_URL', () => {
  let own: CopiesWorld;
  beforeAll(async () => (own = await CopiesWorld.start()));
  afterAll(() => own.close());

  it('answers for channels that events have told of, and with 404 for others', async () => {
    await own.connect(5);
    const ask = (id: number) => own.world.as().get('ai', `/public/v1/channels/ai/summary/${id}`);
    expect((await ask(5)).status).toBe(200);
    expect(await ask(6)).toMatchObject({
      status: 404,
      body: {
        code: 'not_found',
        msg: 'No channel with id 6 belongs to this sub account. If it was connected a moment ago, try again shortly.',
      },
    });
  });
});
