import { MAX_COUNTED_SUB_ACCOUNTS, type Principal, WAITING_REVIEWS_PATH } from '@plaudit/contracts';
import { startWorld, type World } from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

describe('POST /internal/reviews/waiting', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({ nats: false, services: [REVIEWS_ALONE] });
  });
  afterAll(() => world.close());

  const ask = (as: Partial<Principal>, ids: unknown[]) =>
    world.as(as).post('reviews', WAITING_REVIEWS_PATH, { body: { ids } });

  async function add(account_id: number, sub_account_id: number, statuses: string[]): Promise<void> {
    const reviews = statuses.map((status, n) => ({
      from_name: 'Ida',
      text: `Number ${n}`,
      posted_on: '2026-01-31',
      rating_value: 1 + n,
      status,
    }));
    const client = world.as({ account_id, sub_account_id });
    const added = await client.post('reviews', '/public/v1/reviews/add_bulk', { body: { reviews } });
    expect(added.status).toBe(200);
  }

  it('counts the inbox of each sub account of the caller, and of no other account', async () => {
    await add(1, 11, ['inbox', 'inbox', 'approved']);
    await add(1, 12, ['approved', 'ignored']);
    await add(2, 21, ['inbox']);
    const ids = [11, 12, 21, 999_999];
    const { status, body } = await ask({ account_id: 1, sub_account_id: 12 }, ids);
    expect({ status, body }).toEqual({ status: 200, body: { counts: [{ id: 11, count: 2 }] } });
    expect((await ask({ account_id: 2 }, ids)).body).toEqual({ counts: [{ id: 21, count: 1 }] });
    expect((await ask({ account_id: 1 }, [])).body).toEqual({ counts: [] });
  });

  it('refuses more than 50 sub accounts, invalid ids, and callers without the scope reviews:read', async () => {
    const many = Array.from({ length: MAX_COUNTED_SUB_ACCOUNTS + 1 }, (_, n) => n + 1);
    expect((await ask({}, many)).body).toMatchObject({ code: 'validation_failed', field: 'ids' });
    expect((await ask({}, ['11'])).status).toBe(400);
    expect((await ask({ scopes: ['channels:read'] }, [11])).status).toBe(403);
  });
});
