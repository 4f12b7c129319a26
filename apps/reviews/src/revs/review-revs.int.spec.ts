import { REVIEW_REVS_PATH, type ReviewRevsResponse } from '@plaudit/contracts';
import { administer, type Caller, startWorld, type World } from '@plaudit/testing';
import { GOOD, REVIEWS_ALONE } from '../reviews/reviews-world.suite';

describe('the revs of the reviews service', () => {
  let world: World;
  let client: Caller;
  let subAccount = 100;
  let texts = 0;

  beforeAll(async () => {
    world = await startWorld({ services: [REVIEWS_ALONE] });
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount });
  });
  afterAll(() => world.close());

  async function addReview(): Promise<number> {
    const body = { ...GOOD, text: `Text ${++texts}` };
    const added = await client.post('reviews', '/public/v1/reviews/add', { body });
    expect(added.status).toBe(200);
    return added.body.id as number;
  }

  async function ask(lease_ids: number[], sub_account_ids = [subAccount]): Promise<ReviewRevsResponse> {
    const answer = await client.post('reviews', REVIEW_REVS_PATH, { body: { sub_account_ids, lease_ids } });
    expect(answer.status).toBe(200);
    return answer.body as ReviewRevsResponse;
  }

  async function leaseEnded(): Promise<unknown> {
    const [row] = await world.admin.query<{ ended: boolean | null }>(
      'select leased_until <= clock_timestamp() as ended from reviews.review_revs where sub_account_id = $1',
      [subAccount],
    );
    return row?.ended;
  }

  it('responds to a change of a review after the lease has ended', async () => {
    const id = await addReview();
    expect(await leaseEnded()).toBeNull();
    for (const [turn, status] of ['approved', 'ignored', 'approved'].entries()) {
      expect(await ask([subAccount])).toEqual({ revs: [1 + turn], leased_ids: [subAccount] });
      const changed = await client.put('reviews', `/public/v1/reviews/update/${id}`, { body: { status } });
      expect(changed.status).toBe(200);
      expect(await leaseEnded()).toBe(true);
    }
  });

  it('leases the revs that were asked for, and knows none of a sub account without reviews', async () => {
    await addReview();
    const [one, unknown] = [subAccount, subAccount + 50_000];
    expect(await ask([], [one, unknown])).toEqual({ revs: [1, 0], leased_ids: [] });
    expect(await leaseEnded()).toBeNull();
    expect(await ask([one, unknown], [unknown, one])).toEqual({ revs: [0, 1], leased_ids: [one] });
  });

  it('leases no rev that a transaction is raising, and answers without waiting for it', async () => {
    await addReview();
    await administer(world.databaseUrl('reviews'), async (writer) => {
      await writer.query('begin');
      await writer.query(`update review_revs set rev = rev + 1 where sub_account_id = ${subAccount}`);
      expect(await ask([subAccount])).toEqual({ revs: [1], leased_ids: [] });
      await writer.query('commit');
    });
    expect(await ask([subAccount])).toEqual({ revs: [2], leased_ids: [subAccount] });
  });
});
