import { channelDeleted } from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import { buildCollectedReview, buildEvent, type Caller, eventually } from '@plaudit/testing';
import { type CollectedWorld, startCollectedWorld } from '../collected/collected-world.suite';

interface Listed {
  id: number;
  text: string;
}

describe('following changes', () => {
  let world: CollectedWorld;
  let client: Caller;
  let subAccount = 100;
  /** Reviews that exist and reviews that were deleted before the specs, because a list shows changes after a second or two. */
  let written: { client: Caller; slow: number; quick: number };
  let gone: { client: Caller; first: number; second: number; ofChannel: number };

  beforeAll(async () => {
    world = await startCollectedWorld();
    client = world.as({ sub_account_id: 91 });
    written = { client, slow: await add('slow'), quick: await add('quick') };
    client = world.as({ sub_account_id: 92 });
    gone = { client, first: await add('first'), second: await add('second'), ofChannel: await collected(51) };
    await remove(gone.second);
    await remove(gone.first);
    await world.take(
      buildEvent(channelDeleted, { subaccountid: 1, subject: '51', data: { id: 51, keep_reviews: false } }),
    );
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: (subAccount += 1) });
  });
  afterAll(() => world.close());

  async function add(text: string): Promise<number> {
    const body = { from_name: 'Ida', text, posted_on: '2026-01-01' };
    return (await client.post('reviews', '/public/v1/reviews/add', { body })).body.id as number;
  }
  /** Adds a review of the channel, and returns its id. */
  async function collected(channel: number): Promise<number> {
    await world.take(world.pageEvent(channel, [buildCollectedReview({ external_id: 'a' })]));
    const [review] = (await world.list(channel)) as unknown as Listed[];
    return review!.id;
  }
  const edit = (id: number, text: string) =>
    client.put('reviews', `/public/v1/reviews/update/${id}`, { body: { text } });
  const remove = (id: number) => client.delete('reviews', `/public/v1/reviews/delete/${id}`);
  const changed = async (query: object = {}) =>
    (await client.get('reviews', '/public/v1/reviews/get', { query: { sort: 'updated', ...query } })).body;
  const deleted = async (query: object = {}) =>
    (await client.get('reviews', '/public/v1/reviews/deleted', { query: { ...query } })).body;

  /** A copy of the reviews that is kept up to date with requests alone. */
  class Follower {
    readonly copy = new Map<number, string>();
    private since: string | undefined;
    private deletedSince: string | undefined;

    constructor(private readonly limit: number) {}

    async synchronise(): Promise<void> {
      const updated_since = this.since;
      let cursor: string | undefined;
      for (;;) {
        const page = await changed({ updated_since, cursor, limit: this.limit });
        for (const { id, text } of page.items as Listed[]) this.copy.set(id, text);
        if (!cursor) this.since = page.updated_until;
        if (page.items.length < this.limit) break;
        cursor = page.next_cursor;
      }
      const since = this.deletedSince;
      let place: string | undefined;
      do {
        const page = await deleted({ since, cursor: place, limit: this.limit });
        for (const { id } of page.items as Listed[]) this.copy.delete(id);
        if (!place) this.deletedSince = page.deleted_until;
        place = page.next_cursor ?? undefined;
      } while (place);
    }
  }

  it('never passes a change whose transaction is still open', async () => {
    const { slow, quick } = written;
    client = written.client;
    const [before] = (await eventually(changed, ({ count, items }) => count === items.length, 'both')).items;
    expect(before.id).toBe(slow);
    let since = '';
    await world.database.transaction(async (tx) => {
      await queryRows(tx, "update reviews set text = 'slow again', updated_on = now() where id = $1", [slow]);
      await edit(quick, 'quick again');
      // So that only the open transaction can hold the quick change back.
      await eventually(
        () =>
          world.admin.query(
            "select from reviews.reviews where id = $1 and updated_on < now() - interval '2 s'",
            [quick],
          ),
        (rows) => rows.length === 1,
        'the quick change to be older than the margin',
      );
      const { items, updated_until } = await changed();
      expect(items.map(({ text }: Listed) => text)).not.toContain('quick again');
      since = updated_until;
    });
    const { items } = await eventually(
      () => changed({ updated_since: since }),
      (page) => page.items.length === 2,
      'both changes',
    );
    expect(items.map(({ text }: Listed) => text)).toEqual(['slow again', 'quick again']);
    expect((await changed({ updated_since: since, sort: 'newest' })).items).toHaveLength(2);
  });

  it('lets a copy that is read page by page become equal while reviews are written', async () => {
    const follower = new Follower(7);
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => add(`Review ${n}`)));
    let writing = true;
    const following = (async () => {
      while (writing) await follower.synchronise();
    })();
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; n < 15; n += 1) {
        const id = ids[(n * 7 + writer * 5) % ids.length] as number;
        if (n % 5 === 4) await remove(id);
        else if (n % 3 === 2) ids.push(await add(`Review ${writer} ${n}`));
        else await edit(id, `Edited by ${writer} ${n}`);
      }
    };
    await Promise.all([0, 1, 2].map(write));
    writing = false;
    await following;
    const { items } = (await client.get('reviews', '/public/v1/reviews/get', { query: { limit: 100 } })).body;
    const stored = new Map((items as Listed[]).map(({ id, text }) => [id, text]));
    await eventually(
      async () => {
        await follower.synchronise();
        return follower.copy;
      },
      (copy) => copy.size === stored.size && [...stored].every(([id, text]) => copy.get(id) === text),
      'the copy to be equal',
    );
  });

  it('lists reviews that a client or the deletion of a channel removed, each once and in order', async () => {
    const { first, second, ofChannel } = gone;
    client = gone.client;
    const all = await eventually(deleted, ({ count }) => count === 2, 'both deletions');
    expect(all).toMatchObject({
      items: [
        { id: second, reason: 'deleted' },
        { id: first, reason: 'deleted' },
      ],
      next_cursor: null,
    });
    const page = await deleted({ limit: 1 });
    expect(page).toMatchObject({ count: 2, items: [{ id: second }] });
    expect(await deleted({ limit: 1, cursor: page.next_cursor })).toMatchObject({
      items: [{ id: first }],
      next_cursor: null,
    });
    expect(await deleted({ since: all.deleted_until })).toMatchObject({ count: 0, items: [] });
    client = world.client;
    const { items } = await eventually(deleted, ({ count }) => count === 1, 'the deletion by channel');
    expect(items).toEqual([{ id: ofChannel, deleted_on: expect.any(String), reason: 'channel_deleted' }]);
  });

  it.each([
    ['since', 'soon', 'invalid_date'],
    ['since', '2026-11-03T10:00:00 02:00', 'invalid_date'],
    ['limit', '0', 'validation_failed'],
    ['limit', '1001', 'validation_failed'],
    ['cursor', '1', 'validation_failed'],
    ['cursor', "1_1'", 'validation_failed'],
  ])('refuses %s=%s in the list of deleted reviews', async (field, value, code) => {
    expect(
      await client.get('reviews', '/public/v1/reviews/deleted', { query: { [field]: value } }),
    ).toMatchObject({
      status: 400,
      body: { code, field },
    });
  });
});
