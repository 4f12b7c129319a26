import { REVIEW_REVS_PATH, type ReviewRevsResponse } from '@plaudit/contracts';
import { administer, type Caller, type HttpResult, startWorld, type World } from '@plaudit/testing';
import { InvitationsStub } from '../privacy/invitations-stub.suite';
import { GOOD } from '../reviews/reviews-world.suite';
import { reviewsService } from '../service';

/** Returns the request of a change to a review. */
type Change = (id: number) => Promise<HttpResult>;

describe('the revs of the reviews service', () => {
  let invitations: InvitationsStub;
  let world: World;
  let client: Caller;
  let subAccount = 100;
  let texts = 0;

  beforeAll(async () => {
    invitations = await InvitationsStub.start();
    const settings = { INVITATIONS_URL: invitations.url };
    world = await startWorld({ services: [{ definition: reviewsService, settings }] });
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount, main: false });
  });
  afterAll(async () => {
    await world.close();
    await invitations.close();
  });

  async function addReview(fields: object = {}): Promise<number> {
    const body = { ...GOOD, text: `Text ${++texts}`, status: 1, from_email: 'noa@example.com', ...fields };
    const added = await client.post('reviews', '/public/v1/reviews/add', { body });
    expect(added.status).toBe(200);
    return added.body.id as number;
  }

  async function ask(sub_account_ids = [subAccount]): Promise<number[]> {
    const answer = await client.post('reviews', REVIEW_REVS_PATH, { body: { sub_account_ids } });
    expect(answer.status).toBe(200);
    return (answer.body as ReviewRevsResponse).revs;
  }

  const put = (path: string, body: object) => client.put('reviews', `/public/v1/${path}`, { body });
  const post = (path: string, body: object) => client.post('reviews', `/public/v1/${path}`, { body });
  const update = (id: number, body: object) => put(`reviews/update/${id}`, body);
  const updateAll = (id: number, body: object) => put('reviews/update_bulk', { ids: [id], ...body });
  async function toShop(id: number): Promise<HttpResult> {
    const shop = await post('sources/add', { name: 'Shop' });
    return update(id, { source_id: shop.body.id as number });
  }

  it.each<[string, Change]>([
    ['is ignored', (id) => update(id, { status: 'ignored' })],
    ['is edited', (id) => update(id, { text: 'Edited.' })],
    ['is rated', (id) => update(id, { rating_value: 3 })],
    ['is tagged', (id) => update(id, { tags: ['bread'] })],
    ['gets a video', (id) => update(id, { video_url: 'https://example.com/a.mp4' })],
    ['moves to another source', toShop],
    ['is ignored with others', (id) => updateAll(id, { status: 'ignored' })],
    ['is tagged with others', (id) => updateAll(id, { tags_add: ['bread'] })],
    ['is deleted', (id) => client.delete('reviews', `/public/v1/reviews/delete/${id}`)],
    ['is anonymised', () => post('privacy/erase', { from_email: 'noa@example.com' })],
    ['gets a neighbour', () => post('reviews/add', { ...GOOD, status: 1 })],
    ['gets a neighbour of an import', () => post('reviews/add_bulk', { reviews: [{ ...GOOD, status: 1 }] })],
  ])('are raised when the request returns by which a review %s', async (_what, change) => {
    const id = await addReview();
    const [before] = await ask();
    expect(await change(id)).toMatchObject({ status: 200 });
    const [after] = await ask();
    expect(after).toBeGreaterThan(before as number);
  });

  it.each<[string, Change]>([
    ['changes nothing', (id) => update(id, { status: 'approved' })],
    ['is a dry run', (id) => updateAll(id, { status: 'ignored', validate_only: true })],
    ['is refused', (id) => update(id, { status: 'unknown' })],
  ])('stay the same after a request that %s', async (_what, change) => {
    const id = await addReview();
    const before = await ask();
    await change(id);
    expect(await ask()).toEqual(before);
  });

  it('are 0 for a sub account without reviews, and in the order of the request', async () => {
    await addReview();
    expect(await ask([subAccount + 50_000, subAccount])).toEqual([0, 1]);
  });

  it('are read without waiting for a transaction that raises them', async () => {
    await addReview();
    await administer(world.databaseUrl('reviews'), async (writer) => {
      await writer.query('begin');
      await writer.query(`update review_revs set rev = rev + 1 where sub_account_id = ${subAccount}`);
      expect(await ask()).toEqual([1]);
      await writer.query('commit');
    });
    expect(await ask()).toEqual([2]);
  });
});
