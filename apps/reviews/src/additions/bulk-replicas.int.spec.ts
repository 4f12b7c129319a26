import type { RunningServices } from '@plaudit/runtime';
import { type Caller, type HttpResult, startWorld, type World } from '@plaudit/testing';
import { startReplica, through } from '../second-replica.suite';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { BULK, review } from './bulk.suite';

describe('POST /reviews/add_bulk on two replicas at once', () => {
  let world: World;
  let replica: RunningServices;
  let client: Caller;
  let subAccount = 100;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
    replica = await startReplica(world);
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount });
  });
  afterAll(async () => {
    await replica.close();
    await world.close();
  });

  const count = async (): Promise<number> =>
    (await world.admin.query('select 1 from reviews.reviews where sub_account_id = $1', [subAccount])).length;
  const elsewhere = (): Caller => through(replica, client);

  it('runs concurrent bulk requests with the same Idempotency-Key once', async () => {
    const items = Array.from({ length: 20 }, (_, n) => review(n, { tags: ['raced'] }));
    const headers = { 'idempotency-key': 'raced-1' };
    const send = (caller: Caller): Promise<HttpResult> =>
      caller.post('reviews', BULK, { body: { reviews: items }, headers });
    const answers = await Promise.all([client, elsewhere(), client, elsewhere()].map(send));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body.inserted).toBe(20);
    const replayed = answers.map(({ headers: given }) => given.get('idempotency-replayed'));
    expect(replayed.filter((mark) => mark === 'true')).toHaveLength(3);
    expect(await count()).toBe(20);
  });

  it('runs concurrent requests for a single review with the same Idempotency-Key once', async () => {
    const send = (caller: Caller): Promise<HttpResult> =>
      caller.post('reviews', '/public/v1/reviews/add', {
        body: review(1),
        headers: { 'idempotency-key': 'raced-2' },
      });
    const answers = await Promise.all([client, elsewhere(), client, elsewhere()].map(send));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await count()).toBe(1);
  });

  it('adds each review once and without a deadlock when requests send the same reviews in different orders', async () => {
    const items = Array.from({ length: 60 }, (_, n) =>
      review(n, { external_id: `e-${n}`, tags: [`t${n % 7}`] }),
    );
    const bulk = (caller: Caller, list: readonly object[]): Promise<HttpResult> =>
      caller.post('reviews', BULK, { body: { reviews: list } });
    const single = (caller: Caller, item: object): Promise<HttpResult> =>
      caller.post('reviews', '/public/v1/reviews/add', { body: item });
    const answers = await Promise.all([
      bulk(client, items),
      bulk(elsewhere(), [...items].reverse()),
      ...items.slice(0, 10).map((item, n) => single(n % 2 ? client : elsewhere(), item)),
      bulk(client, [...items].reverse()),
      bulk(elsewhere(), items),
    ]);
    const added = answers.flatMap(({ status, body }) => {
      if (body.ids) return (body.ids as (number | null)[]).filter((id) => id !== null);
      return status === 200 ? [body.id as number] : [];
    });
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.filter(({ body }) => body.code !== 'duplicate_review')).toEqual([]);
    expect(added).toHaveLength(60);
    expect(new Set(added).size).toBe(60);
    expect(await count()).toBe(60);
  });
});
