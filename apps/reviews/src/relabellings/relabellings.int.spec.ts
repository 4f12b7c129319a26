import { eventually, type HttpResult } from '@plaudit/testing';
import { queryRows } from '@plaudit/database';
import { review } from '../additions/bulk.suite';
import { ReplicatedReviews } from '../curation/replicated-reviews.suite';
import type { Source } from '../sources/sources.repository';

let own: ReplicatedReviews;

beforeAll(async () => {
  own = await ReplicatedReviews.start();
});
beforeEach(() => own.beginSubAccount());
afterAll(() => own.close());

describe('a tag or source', () => {
  const source = async (name: string): Promise<number> =>
    (await own.client.post('reviews', '/public/v1/sources', { body: { name } })).body.id;
  const sources = async (): Promise<Source[]> =>
    (await own.client.get('reviews', '/public/v1/sources')).body.items;

  it('that is renamed has its new name on every review, with a new updated_on and an event', async () => {
    const [first, second] = (await own.add([
      review(1, { tags: ['bred', 'staff'] }),
      review(2, { tags: ['staff'] }),
    ])) as [number, number];
    const id = await own.tagId('bred');
    const before = await own.read(first);
    expect(await own.put(`tags/${id}`, { name: ' bread ' })).toMatchObject({
      status: 200,
      body: { success: true, tag: { id, name: 'bread', count: 1 } },
    });
    expect(await own.tagsOf(first)).toEqual(['bread', 'staff']);
    const [event] = await eventually(
      () => own.updates([first, second]),
      (found) => found.length === 1,
      'one event',
    );
    expect(event!.data).toMatchObject({ id: first, changed: ['tags'], tags: [{ name: 'bread' }, {}] });
    expect(event!.aggregateversion).toBe(2);
    expect((await own.read(first)).updated_on >= before.updated_on).toBe(true);
    await own.put(`tags/${id}`, { name: 'bread' });
    await own.put(`tags/${id}`, { name: 'Bread' });
    expect(await own.tagsOf(first)).toEqual(['Bread', 'staff']);
    expect(await own.wrongTags()).toEqual([]);
  });

  it('that is merged leaves its reviews to the other, and its name is free', async () => {
    const [both, one] = (await own.add([
      review(1, { tags: ['bread', 'brot'] }),
      review(2, { tags: ['brot'] }),
    ])) as [number, number];
    const into = await own.tagId('bread');
    expect(await own.post(`tags/${await own.tagId('brot')}/merge`, { into })).toMatchObject({
      status: 200,
      body: { tag: { id: into, name: 'bread', count: 2 } },
    });
    expect([await own.tagsOf(both), await own.tagsOf(one)]).toEqual([['bread'], ['bread']]);
    await own.followed();
    expect(await own.tagCounts()).toEqual({ bread: 2 });
    expect((await own.post('tags', { name: 'BROT' })).status).toBe(200);
    expect(await own.wrongTags()).toEqual([]);
  });

  it('that is deleted disappears from its reviews, and its name is free at once', async () => {
    const [id] = (await own.add([review(1, { tags: ['a', 'b'] })])) as [number];
    expect(await own.remove(`tags/${await own.tagId('a')}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await own.tagsOf(id)).toEqual(['b']);
    await own.add([review(2, { tags: ['a'] })]);
    await own.followed();
    expect(await own.tagCounts()).toEqual({ a: 1, b: 1 });
    expect(await own.wrongTags()).toEqual([]);
  });

  it('of many reviews changes each of them once, however many replicas work', async () => {
    const ids = [
      ...(await own.addMany(500, 'x', { tags: ['old'] })),
      ...(await own.addMany(250, 'y', { tags: ['old'] })),
    ];
    const renamed = await own.onReplica().put('reviews', `/public/v1/tags/${await own.tagId('old')}`, {
      body: { name: 'new' },
    });
    expect(renamed.status).toBe(200);
    await own.followed();
    const events = await eventually(
      () => own.updates(ids),
      (found) => found.length >= ids.length,
      'an event for each review',
    );
    expect(events).toHaveLength(ids.length);
    expect(new Set(events.map(({ data }) => data.tags.map(({ name }) => name).join()))).toEqual(
      new Set(['new']),
    );
  });

  it('loses no review that gets it while it is merged or deleted', async () => {
    await own.addMany(450, 'x', { tags: ['gone', 'left'] });
    const [gone, left, into] = [
      await own.tagId('gone'),
      await own.tagId('left'),
      (await own.post('tags', { name: 'into' })).body.id,
    ];
    const answers: HttpResult[] = await Promise.all([
      own.post(`tags/${gone}/merge`, { into }),
      own.remove(`tags/${left}`),
      ...Array.from({ length: 12 }, (_, n) =>
        (n % 2 ? own.client : own.onReplica()).post('reviews', '/public/v1/reviews/add', {
          body: review(`y ${n}`, { tags: ['gone', 'left'] }),
        }),
      ),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await own.followedSoon();
    const found = await own.tagCounts();
    expect((found['into'] ?? 0) + (found['gone'] ?? 0)).toBe(462);
    expect(await own.wrongTags()).toEqual([]);
  });

  it('that is a source labels its reviews by its new name', async () => {
    const source_id = await source('Fair');
    const [id] = (await own.add([review(1, { source_id })])) as [number];
    expect(await own.put(`sources/${source_id}`, { name: 'Trade fair' })).toMatchObject({
      status: 200,
      body: { source: { id: source_id, name: 'Trade fair' } },
    });
    expect(await own.read(id)).toMatchObject({ source_id, label: 'Trade fair' });
    const [event] = await eventually(
      () => own.updates([id]),
      (found) => found.length === 1,
      'one event',
    );
    expect(event!.data).toMatchObject({ changed: ['label'], label: 'Trade fair' });
  });

  it('that is a source leaves its reviews to another when it is merged or deleted', async () => {
    const [fair, shop] = [await source('Fair'), await source('Shop')];
    const [first, second, third] = (await own.add([
      review(1, { source_id: fair, external_id: 'a' }),
      review(2, { source_id: fair, external_id: 'b' }),
      review(3, { source_id: shop, external_id: 'a' }),
    ])) as [number, number, number];
    expect(await own.post(`sources/${fair}/merge`, { into: shop })).toMatchObject({
      status: 200,
      body: { source: { id: shop, name: 'Shop' } },
    });
    for (const id of [first, second, third])
      expect(await own.read(id)).toMatchObject({ source_id: shop, label: 'Shop' });
    const externalIds = await own.world.admin.query(
      'select external_id from reviews.reviews where sub_account_id = $1 order by id',
      [own.subAccount],
    );
    expect(externalIds).toEqual([{ external_id: null }, { external_id: 'b' }, { external_id: 'a' }]);
    const other = await source('Other');
    await own.remove(`sources/${shop}`, { move_to: other });
    expect(await own.read(first)).toMatchObject({ source_id: other, label: 'Other' });
    const { body } = await own.remove(`sources/${other}`);
    expect(body.source.name).toBe('Manual');
    expect(await own.read(first)).toMatchObject({ source_id: body.source.id, label: 'Manual' });
    expect((await sources()).map(({ name }) => name)).toEqual(['Manual']);
    await own.followed();
  });

  it('that is a source gets no review while it is deleted', async () => {
    const source_id = await source('Fair');
    const adding = Array.from({ length: 10 }, (_, n) => own.post('reviews/add', review(n, { source_id })));
    const answers = await Promise.all([...adding, own.remove(`sources/${source_id}`)]);
    for (const { status, body } of answers.filter((one) => one.status !== 200)) {
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'unknown_source' });
    }
    await own.followed();
    const left = await own.world.admin.query('select from reviews.reviews where source_id = $1', [source_id]);
    expect(left).toEqual([]);
  });
});

describe('a changed tag', () => {
  /** Lets every change of the sub account's reviews fail, so that none of them follows. */
  const refuseUpdates = () =>
    own.world.admin.query(
      `alter table reviews.reviews add constraint refusal
       check (sub_account_id <> ${own.subAccount} or version = 1) not valid`,
    );
  const permitUpdates = () => own.world.admin.query('alter table reviews.reviews drop constraint refusal');

  it.each([
    ['merged', (tag: number, into: number) => own.post(`tags/${tag}/merge`, { into })],
    ['deleted', (tag: number) => own.remove(`tags/${tag}`)],
  ])('that is %s is gone, although rows of it have no review', async (_how, change) => {
    const [id] = (await own.add([review(1, { tags: ['a', 'b'] }), review(2, { tags: ['b'] })])) as [number];
    const [a, b] = [await own.tagId('a'), await own.tagId('b')];
    await own.world.admin.query(
      `insert into reviews.review_tags (sub_account_id, tag_id, posted_on, review_id, status)
       select $1, $2, now(), stray, 1 from unnest(array[$3, 999999999]) stray`,
      [own.subAccount, a, id + 1],
    );
    expect((await change(a, b)).status).toBe(200);
    await own.followed();
    expect(await own.tagCounts()).toEqual({ b: 2 });
    expect(await own.wrongTags()).toEqual([]);
  });

  it('is followed after a crash from the last batch on, and in the order of the changes', async () => {
    const ids = await own.addMany(3, 'x', { tags: ['a', 'b', 'c'] });
    const [a, b, c] = [await own.tagId('a'), await own.tagId('b'), await own.tagId('c')];
    // What a process leaves that ended between its commit and its first batch.
    await own.world.database.transaction((tx) =>
      queryRows(
        tx,
        `insert into relabellings (account_id, sub_account_id, noun, subject_id, into_id, is_rename)
         values (1, $1, 'tag', $2, $3, false), (1, $1, 'tag', $3, $4, false)`,
        [own.subAccount, a, b, c],
      ),
    );
    await own.followed();
    expect(await Promise.all(ids.map((id) => own.tagsOf(id)))).toEqual(ids.map(() => ['c']));
    expect(await own.tagCounts()).toEqual({ c: 3 });
    expect(await own.wrongTags()).toEqual([]);
  });

  it('is followed before the response, although another replica has begun', async () => {
    const [id] = (await own.add([review(1, { tags: ['a', 'b'] })])) as [number];
    const [a, b] = [await own.tagId('a'), await own.tagId('b')];
    await own.world.admin.query(
      `insert into reviews.relabellings (account_id, sub_account_id, noun, subject_id, into_id, is_rename)
       values (1, $1, 'tag', $2, $3, false)`,
      [own.subAccount, b, a],
    );
    let isAnswered = false;
    const { request } = await own.world.database.transaction(async (tx) => {
      await queryRows(tx, 'select from relabellings where sub_account_id = $1 for update', [own.subAccount]);
      const renaming = own.put(`tags/${a}`, { name: 'c' }).then(async ({ status }) => {
        const names = await own.tagsOf(id);
        isAnswered = true;
        return { status, names };
      });
      await own.world.someoneWaits(async () => isAnswered);
      return { request: renaming };
    });
    expect(await request).toEqual({ status: 200, names: ['c'] });
    await own.followed();
  });

  it('is followed before the response, although another replica ends the change before it meanwhile', async () => {
    const [id] = (await own.add([review(1, { tags: ['a', 'b'] })])) as [number];
    const [a, b] = [await own.tagId('a'), await own.tagId('b')];
    await refuseUpdates();
    await own.put(`tags/${b}`, { name: 'before' });
    const { request } = await own.world.database.transaction(async (tx) => {
      await queryRows(tx, 'delete from relabellings where sub_account_id = $1', [own.subAccount]);
      await permitUpdates();
      let isAnswered = false;
      const renaming = own.put(`tags/${a}`, { name: 'c' }).then(async () => {
        isAnswered = true;
        return own.world.admin.query('select version from reviews.reviews where id = $1', [id]);
      });
      await own.world.someoneWaits(async () => isAnswered);
      return { request: renaming };
    });
    expect(await request).toEqual([{ version: 2 }]);
    await own.followed();
  });

  it('whose reviews cannot be changed does not hold up those of other sub accounts', async () => {
    await own.add([review(1, { tags: ['stuck'] })]);
    const stuck = own.subAccount;
    await refuseUpdates();
    await own.put(`tags/${await own.tagId('stuck')}`, { name: 'Stuck' });
    own.beginSubAccount();
    await own.addMany(450, 'Free', { tags: ['free'] });
    await own.put(`tags/${await own.tagId('free')}`, { name: 'Free' });
    await own.followedSoon();
    expect(await own.tagCounts()).toEqual({ Free: 450 });
    await permitUpdates();
    own.subAccount = stuck;
    await own.followedSoon();
    own.subAccount += 1;
  });

  it('that is being merged keeps its name, and the error says to try again', async () => {
    await own.add([review(1, { tags: ['a', 'b'] })]);
    const [a, b] = [await own.tagId('a'), await own.tagId('b')];
    await refuseUpdates();
    expect((await own.post(`tags/${a}/merge`, { into: b })).status).toBe(200);
    for (const refused of [
      await own.put(`tags/${b}`, { name: 'A' }),
      await own.post('tags', { name: 'A' }),
    ]) {
      expect(refused).toMatchObject({ status: 400, body: { code: 'duplicate_tag', existing_id: b } });
      expect(refused.body.msg).toBe(
        `name is still the name of tag ${a}, which is being merged into tag ${b}. ` +
          'It is free when the merge has ended; try again in a minute.',
      );
    }
    await permitUpdates();
    await own.followedSoon();
    expect(await own.put(`tags/${b}`, { name: 'A' })).toMatchObject({
      status: 200,
      body: { tag: { id: b } },
    });
  });

  it('that is renamed again and again is followed from the beginning, and not once for each name', async () => {
    const [id] = (await own.add([review(1, { tags: ['a', 'b'] })])) as [number];
    const [a, b] = [await own.tagId('a'), await own.tagId('b')];
    await refuseUpdates();
    await own.put(`tags/${b}`, { name: 'first in line' });
    await own.world.admin.query(
      `insert into reviews.relabellings
         (account_id, sub_account_id, noun, subject_id, is_rename, after_posted_on, after_review_id)
       values (1, $1, 'tag', $2, true, 'infinity', 1)`,
      [own.subAccount, a],
    );
    for (const name of ['c', 'd', 'e']) expect((await own.put(`tags/${a}`, { name })).status).toBe(200);
    const waiting = await own.world.admin.query(
      'select from reviews.relabellings where sub_account_id = $1 and subject_id = $2',
      [own.subAccount, a],
    );
    expect(waiting).toHaveLength(1);
    await permitUpdates();
    await own.followedSoon();
    const events = await eventually(
      () => own.updates([id]),
      ({ length }) => length >= 2,
      'one event for each tag',
    );
    expect(events.map(({ data }) => data.tags.map(({ name }) => name))).toEqual([
      ['e', 'first in line'],
      ['e', 'first in line'],
    ]);
  });
});
