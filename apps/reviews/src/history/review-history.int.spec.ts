import { buildCollectedReview, type Caller } from '@plaudit/testing';
import { type CollectedWorld, startCollectedWorld } from '../collected/collected-world.suite';
import { InvitationsStub } from '../privacy/invitations-stub.suite';
import { MAX_HISTORY } from './review-history';
import type { HistoryItemResponse } from './review-history.responses';

describe('GET /reviews/history/{id}', () => {
  let world: CollectedWorld;
  let invitations: InvitationsStub;
  let client: Caller;
  /** The same caller as a signed-in user. */
  let user: Caller;
  let channel = 900;
  let texts = 0;

  beforeAll(async () => {
    invitations = await InvitationsStub.start();
    world = await startCollectedWorld({ INVITATIONS_URL: invitations.url });
    client = world.as({ key_id: 17 });
    user = world.as({ key_id: null, user_id: 5 });
  });
  afterAll(async () => {
    await world.close();
    await invitations.close();
  });

  async function add(fields: object = {}): Promise<number> {
    texts += 1;
    const body = { from_name: 'Ida', text: `Text ${texts}`, posted_on: '2026-01-01', ...fields };
    return (await client.post('reviews', '/public/v1/reviews/add', { body })).body.id as number;
  }
  const update = (id: number, body: object, caller = client) =>
    caller.put('reviews', `/public/v1/reviews/update/${id}`, { body });
  const read = (id: number, caller = client) => caller.get('reviews', `/public/v1/reviews/history/${id}`);
  async function history(id: number): Promise<HistoryItemResponse[]> {
    const { status, body } = await read(id);
    expect(status).toBe(200);
    return body.items as HistoryItemResponse[];
  }
  const shortened = (items: readonly HistoryItemResponse[]) =>
    items.map(({ kind, by, from, to, details }) => [kind, by.type, by.id, from, to, details]);
  const rows = async (id: number) =>
    (await world.admin.query('select from reviews.review_history where review_id = $1', [id])).length;

  it('has what a key and a user changed, the newest last', async () => {
    const id = await add({ status: 'approved' });
    await update(id, { status: 'ignored', tags: ['bread'] });
    const { tags } = (await update(id, { tags: ['bread', 'staff'] }, user)).body.review;
    await update(id, { text: 'A'.repeat(600), rating_value: 4, from_name: 'Noa' }, user);
    const [bread, staff] = tags.map((tag: { id: number }) => tag.id) as [number, number];
    const items = await history(id);
    expect(shortened(items)).toEqual([
      ['added', 'key', 17, null, 'approved', { origin: 'api' }],
      ['status_changed', 'key', 17, 'approved', 'ignored', null],
      ['tags_changed', 'key', 17, null, null, { added: [bread], removed: [] }],
      ['tags_changed', 'user', 5, null, null, { added: [staff], removed: [] }],
      ['text_edited', 'user', 5, expect.stringMatching(/^Text/), 'A'.repeat(500), null],
      ['edited', 'user', 5, null, null, { fields: expect.arrayContaining(['from_name', 'rating_value']) }],
    ]);
    expect(items[0]).toMatchObject({ at: expect.stringMatching(/^\d{4}-/), by: { name: null } });
  });

  it('has what a bulk update changed, and nothing of a review that had the wanted state', async () => {
    const [one, other] = [await add(), await add({ status: 'approved' })];
    const body = { ids: [one, other], status: 'approved' };
    await user.put('reviews', '/public/v1/reviews/update_bulk', { body });
    expect(shortened(await history(one)).slice(1)).toEqual([
      ['status_changed', 'user', 5, 'inbox', 'approved', null],
    ]);
    expect(await history(other)).toHaveLength(1);
  });

  it('has what a crawl found and changed, and that a rule approved the review', async () => {
    const known = (fields: object) => buildCollectedReview({ external_id: 'a', rating_value: 5, ...fields });
    channel += 1;
    await world.take(world.pageEvent(channel, [known({ text: 'Good' })], { approve_rule: 'all' }));
    await world.take(world.pageEvent(channel, [known({ text: 'Better' })]));
    const [{ id }] = (await world.list(channel)) as [{ id: number }];
    await update(id, { status: 'inbox' });
    await world.take(world.pageEvent(channel, [known({ text: 'Better', removed: true })]));
    await world.take(world.pageEvent(channel, [known({ text: 'Better' })]));
    expect(shortened(await history(id))).toEqual([
      ['collected', 'crawl', null, null, null, { origin: 'channel' }],
      ['status_changed', 'rule', null, 'inbox', 'approved', null],
      ['text_edited', 'crawl', null, 'Good', 'Better', null],
      ['status_changed', 'key', 17, 'approved', 'inbox', null],
      ['removed', 'crawl', null, null, null, null],
      ['shown_again', 'crawl', null, null, null, null],
    ]);
  });

  it('leaves out what a tag does to its reviews', async () => {
    const id = await add({ tags: ['old name'] });
    const { body } = await client.get('reviews', `/public/v1/reviews/get/${id}`);
    const tag = `/public/v1/tags/${body.tags[0].id}`;
    expect((await client.put('reviews', tag, { body: { name: 'new name' } })).status).toBe(200);
    expect((await client.delete('reviews', tag)).status).toBe(200);
    expect(await history(id)).toHaveLength(1);
  });

  it('keeps the newest 200 changes', async () => {
    const id = await add();
    await world.admin.query(
      `insert into reviews.review_history (review_id, kind, actor, after)
       select $1, 'text_edited', 'system', n from generate_series(1, 400) n`,
      [id],
    );
    await update(id, { status: 'approved' });
    expect(await rows(id)).toBe(MAX_HISTORY + 1);
    const items = await history(id);
    expect(items).toHaveLength(MAX_HISTORY);
    expect(items[0]).toMatchObject({ kind: 'text_edited', to: '202' });
    expect(items.at(-1)).toMatchObject({ kind: 'status_changed' });
  });

  it('goes with a deleted review and with an erased person', async () => {
    const [deleted, erased] = [await add(), await add({ from_email: 'noa@example.com' })];
    await update(erased, { text: 'My number is 555' });
    await update(deleted, { text: 'Something else' });
    await client.delete('reviews', `/public/v1/reviews/delete/${deleted}`);
    expect((await read(deleted)).status).toBe(404);
    const { status } = await client.post('reviews', '/public/v1/privacy/erase', {
      body: { from_email: 'noa@example.com' },
    });
    expect(status).toBe(200);
    expect(await Promise.all([deleted, erased].map(rows))).toEqual([0, 0]);
    expect(shortened(await history(erased))).toEqual([
      ['added', 'system', null, null, null, { origin: 'api' }],
    ]);
  });

  it('is refused to another sub account and without the right to read reviews', async () => {
    const id = await add();
    expect((await read(id, world.as({ sub_account_id: 2 }))).status).toBe(404);
    expect((await read(id, world.as({ scopes: ['widgets:read'] }))).status).toBe(403);
    expect((await client.get('reviews', '/public/v1/reviews/history/x')).status).toBe(404);
  });
});
