import { queryRows } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { review } from '../additions/bulk.suite';
import { ReplicatedReviews } from '../curation/replicated-reviews.suite';

describe('a changed tag', () => {
  let own: ReplicatedReviews;

  beforeAll(async () => {
    own = await ReplicatedReviews.start();
  });
  beforeEach(() => own.beginSubAccount());
  afterAll(() => own.close());

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
    await own.followed();
    expect(await own.tagCounts()).toEqual({ Free: 450 });
    await permitUpdates();
    own.subAccount = stuck;
    await own.followed();
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
    await own.followed();
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
    await own.followed();
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
