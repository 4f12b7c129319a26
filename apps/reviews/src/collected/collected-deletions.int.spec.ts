import { channelConnected, channelDeleted, reviewCreated, reviewUpdated } from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import { buildChannel, buildCollectedReview, buildEvent, eventually } from '@plaudit/testing';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { ACCOUNT, type CollectedWorld, startCollectedWorld, SUB_ACCOUNT } from './collected-world.suite';

describe('OnReviewsCollected beside deletions', () => {
  let world: CollectedWorld;
  let nextChannel = 100;

  beforeAll(async () => {
    world = await startCollectedWorld();
  });
  afterAll(() => world.close());

  it('does not bring back a review that the user deleted', async () => {
    const channel = nextChannel++;
    const page = [
      buildCollectedReview({ external_id: 'gone' }),
      buildCollectedReview({ external_id: 'stays' }),
    ];
    await world.take(world.pageEvent(channel, page));
    const [first] = (await world.list(channel)) as [{ id: number }];
    await world.client.delete('reviews', `/public/v1/reviews/delete/${first.id}`);
    await world.take(world.pageEvent(channel, page));
    expect(await world.list(channel)).toHaveLength(1);
  });

  it('does not bring back a review that the user deletes while the page is being stored', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'going' });
    await world.take(world.pageEvent(channel, [review]));
    const page = world.pageEvent(channel, [{ ...review, text: 'Other words' }]);
    await world.database.transaction(async (tx) => {
      await queryRows(tx, 'delete from reviews where channel_id = $1', [channel]);
      await queryRows(tx, "insert into tombstones (channel_id, external_id) values ($1, 'going')", [channel]);
      await world.publish(page);
      await world.someoneWaits();
    });
    await world.take(page);
    expect(await world.list(channel)).toEqual([]);
  });

  it.each([
    [false, 0],
    [true, 3],
  ])(
    'with keep_reviews %s, keeps %d reviews of a deleted channel and ignores late pages',
    async (keep_reviews, left) => {
      const channel = nextChannel++;
      const payload = buildChannel({ id: channel, name: 'Acme Notes' });
      const ids = { accountid: ACCOUNT, subaccountid: SUB_ACCOUNT, subject: String(channel) };
      await world.take(buildEvent(channelConnected, { ...ids, aggregateversion: 1, data: payload }));
      const page = ['x', 'y', 'z'].map((external_id) =>
        buildCollectedReview({ external_id, from_name: `${external_id} ${channel}` }),
      );
      await world.take(world.pageEvent(channel, page));
      await world.take(
        buildEvent(channelDeleted, { ...ids, aggregateversion: 2, data: { ...payload, keep_reviews } }),
      );
      await eventually(
        () =>
          world.admin.query<{ cleanup_pending: boolean }>(
            'select cleanup_pending from reviews.channel_copies where channel_id = $1',
            [channel],
          ),
        (rows) => rows[0]?.cleanup_pending === false,
        'the end of the clean-up',
      );
      await world.take(world.pageEvent(channel, [buildCollectedReview({ external_id: 'late' })]));
      const { body } = await world.client.get('reviews', '/public/v1/reviews/get', {
        query: { q: String(channel) },
      });
      expect(body.count).toBe(left);
      expect(body.items).toEqual(
        Array.from({ length: left }, () =>
          expect.objectContaining({ channel_id: null, label: 'Apple App Store', platform: 'app_store' }),
        ),
      );
      expect(await world.list(channel)).toEqual([]);
    },
  );

  describe('for a profile that is connected again', () => {
    const review = (external_id: string, overrides: object = {}) =>
      buildCollectedReview({
        external_id,
        from_name: `Author ${external_id}`,
        text: `Text ${external_id}`,
        posted_on: '2026-01-02 03:04:05',
        ...overrides,
      });
    const deletion = (channel: number) =>
      buildEvent(channelDeleted, {
        accountid: ACCOUNT,
        subaccountid: SUB_ACCOUNT,
        subject: String(channel),
        aggregateversion: 9,
        data: { ...buildChannel({ id: channel }), keep_reviews: true },
      });
    const cleanUp = (channel: number) =>
      eventually(
        () => world.isCleanedUp(channel),
        (done) => done,
        'the end of the clean-up',
      );
    const keep = async (channel: number): Promise<void> => {
      await world.take(deletion(channel));
      await cleanUp(channel);
    };
    const kept = async () =>
      (await world.client.get('reviews', '/public/v1/reviews/get', { query: { kept: 1, limit: 100 } })).body;
    const update = (id: unknown, body: object) =>
      world.client.put('reviews', `/public/v1/reviews/update/${id as number}`, { body });
    const byText = async (channel: number) =>
      new Map((await world.list(channel)).map((one) => [one['text'] as string, one]));

    it('takes the kept reviews over, with their curation and the edits of users', async () => {
      const [first, second] = [nextChannel++, nextChannel++];
      const before = (await kept()).count as number;
      await world.take(
        world.pageEvent(
          first,
          ['k1', 'k2', 'k3', 'k4'].map((id) => review(id)),
        ),
      );
      const ids = new Map((await world.list(first)).map(({ text, id }) => [text as string, id as number]));
      await update(ids.get('Text k1'), { status: 1, tags: ['kept'] });
      await keep(first);
      expect((await kept()).count).toBe(before + 4);
      await update(ids.get('Text k2'), { text: 'Edited by the owner' });
      const source = (await world.client.post('reviews', '/public/v1/sources', { body: { name: 'Kept' } }))
        .body;
      await update(ids.get('Text k4'), { source_id: source.id });
      const page = [
        review('k1'),
        review('k2', { rating_value: 2 }),
        review('k3', { text: 'Edited on the platform' }),
        review('k4'),
        review('k5'),
      ];
      await world.take(world.pageEvent(second, page));
      const found = await byText(second);
      expect([...found.keys()].sort()).toEqual([
        'Edited by the owner',
        'Edited on the platform',
        'Text k1',
        'Text k4',
        'Text k5',
      ]);
      expect(found.get('Text k1')).toMatchObject({
        id: ids.get('Text k1'),
        status: 'approved',
        tags: [{ name: 'kept' }],
      });
      expect(found.get('Edited by the owner')).toMatchObject({ id: ids.get('Text k2'), rating_value: 2 });
      expect(found.get('Edited on the platform')).toMatchObject({ id: ids.get('Text k3') });
      expect(found.get('Text k4')).toMatchObject({ id: ids.get('Text k4'), source_id: null });
      expect((await kept()).count).toBe(before);
      const events = await eventually(
        () => world.eventsOf(second, reviewUpdated),
        (all) => all.length === 4,
        'four adoptions',
      );
      for (const { data } of events) expect(data.changed).toContain('channel_id');
      expect(world.eventsOf(second, reviewCreated).map(({ data }) => data.text)).toEqual(['Text k5']);
      await world.take(world.pageEvent(second, page));
      expect(await world.list(second)).toHaveLength(5);
    });

    it('takes them over while the former channel is still being cleaned up', async () => {
      const [first, second] = [nextChannel++, nextChannel++];
      await world.take(world.pageEvent(first, [review('busy 1'), review('busy 2')]));
      await world.database.transaction(async (tx) => {
        await queryRows(tx, 'select from reviews where channel_id = $1 for update', [first]);
        await world.take(deletion(first));
        // The clean-up and the page both wait for the reviews, and either may be first.
        await world.publish(world.pageEvent(second, [review('busy 1'), review('busy 2')]));
        await world.someoneWaits();
      });
      await cleanUp(first);
      await eventually(
        () => world.list(second),
        (list) => list.length === 2,
        'both reviews',
      );
      const rows = await world.admin.query(
        "select id from reviews.reviews where external_id like 'busy _' and sub_account_id = $1",
        [SUB_ACCOUNT],
      );
      expect(rows).toHaveLength(2);
    });

    it('leaves a kept review whose id only happens to be the same, and those of other sub accounts', async () => {
      const [first, second, third] = [nextChannel++, nextChannel++, nextChannel++];
      await world.take(world.pageEvent(first, [review('1'), review('2')]));
      await keep(first);
      const { count } = await kept();
      await world.take(
        world.pageEvent(second, [review('1', { from_name: 'Another', text: 'Another shop' })]),
      );
      const foreign = world.pageEvent(third, [review('2')]);
      await world.take({ ...foreign, subaccountid: 2 });
      expect((await kept()).count).toBe(count);
      expect(await world.list(second)).toMatchObject([{ from_name: 'Another' }]);
    });

    it('gives a kept review to one of two channels that are connected at once', async () => {
      const [first, second, third] = [nextChannel++, nextChannel++, nextChannel++];
      await world.take(world.pageEvent(first, [review('twice')]));
      await keep(first);
      await Promise.all(
        [second, third].map((channel) => world.take(world.pageEvent(channel, [review('twice')]))),
      );
      expect([...(await world.list(second)), ...(await world.list(third))]).toHaveLength(2);
      expect(
        [...world.eventsOf(second, reviewCreated), ...world.eventsOf(third, reviewCreated)].length,
      ).toBeLessThan(2);
    });
  });

  it('leaves no review with a deleted channel, also if one is being edited during the clean-up', async () => {
    const channel = nextChannel++;
    const payload = buildChannel({ id: channel });
    const ids = { accountid: ACCOUNT, subaccountid: SUB_ACCOUNT, subject: String(channel) };
    await world.take(world.pageEvent(channel, [buildCollectedReview({ external_id: 'busy' })]));
    await world.database.transaction(async (tx) => {
      await queryRows(tx, 'select 1 from reviews where channel_id = $1 for update', [channel]);
      await world.take(buildEvent(channelDeleted, { ...ids, data: { ...payload, keep_reviews: false } }));
      await world.someoneWaits(() => world.isCleanedUp(channel));
    });
    await eventually(
      () => world.isCleanedUp(channel),
      (done) => done,
      'the end of the clean-up',
    );
    expect(await world.list(channel)).toEqual([]);
  });

  it('makes the deletion of a channel wait while a page is being stored, also if the channel is unknown', async () => {
    const channel = nextChannel++;
    const copies = new ChannelCopiesRepository();
    const copy = { channel_id: channel, account_id: 1, sub_account_id: 1, name: 'Acme', version: 1 };
    let deleted = false;
    let deletion: Promise<void> = Promise.resolve();
    await world.database.transaction(async (page) => {
      expect(await copies.lock(page, [copy])).toEqual(new Set());
      deletion = world.database
        .transaction((tx) => copies.markDeleted(tx, copy, false))
        .then(() => {
          deleted = true;
        });
      await world.someoneWaits(async () => deleted);
      expect(deleted).toBe(false);
    });
    await deletion;
    expect(await world.database.transaction((tx) => copies.lock(tx, [copy]))).toEqual(new Set([channel]));
  });

  it('adds unknown channels in the order of their ids, as a snapshot does, so that both do not deadlock', async () => {
    const [first, second] = [nextChannel++, nextChannel++];
    const copies = new ChannelCopiesRepository();
    const copyOf = (channel_id: number) => ({ channel_id, account_id: 1, sub_account_id: 1, name: 'Acme' });
    let page: Promise<Set<number>> | undefined;
    await world.database.transaction(async (snapshot) => {
      await copies.save(snapshot, { ...copyOf(first), version: 1, group_id: null });
      page = world.database.transaction((tx) => copies.lock(tx, [copyOf(second), copyOf(first)]));
      page.catch(() => {});
      await world.someoneWaits();
      await copies.save(snapshot, { ...copyOf(second), version: 1, group_id: null });
    });
    await expect(page).resolves.toEqual(new Set());
  });
});
