import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { reviewCreated } from '@plaudit/contracts';
import type { RunningServices } from '@plaudit/runtime';
import {
  administer,
  type Caller,
  eventually,
  type EventRecorder,
  freePort,
  freeze,
  type HttpResult,
  startServiceProcess,
  startWorld,
  type World,
} from '@plaudit/testing';
import { GOOD, REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { startReplica, through } from '../second-replica.suite';

/** More than a tenant may hold, and together with the reads more than the pool has. */
const WRITES = 12;
const READS = 60;
/** The product's limit is 5 s. */
const IDLE_IN_TRANSACTION_MS = 1_000;

/**
 * Another session, or a replica that was stopped, holds a row of tenant 1's counters, which each of its writes changes. Uses
 * no mocks. Oracle: the stored reviews, the counters and the published events.
 */
describe('the reviews service while a counter of one tenant is locked', () => {
  let world: World;
  let events: EventRecorder;
  const tenants = new Map<number, Caller>();
  let texts = 0;

  beforeAll(async () => {
    world = await startWorld({ services: [{ ...REVIEWS_ALONE, settings: REVIEWS_ALONE.settings }] });
    events = await world.recorder('review.created.>');
    for (const id of [1, 2]) tenants.set(id, world.as({ account_id: id, sub_account_id: id }));
  });
  beforeEach(async () => {
    expect((await add(1)).status).toBe(200);
  });
  afterAll(() => world.close());

  const tenant = (id: number): Caller => tenants.get(id)!;
  const add = (id: number, caller = tenant(id)): Promise<HttpResult> => {
    texts += 1;
    const body = { ...GOOD, text: `Text ${texts}` };
    return caller.post('reviews', '/public/v1/reviews/add', { body });
  };
  const list = (id: number, caller = tenant(id)): Promise<HttpResult> =>
    caller.get('reviews', '/public/v1/reviews/get');
  /** Runs `work` while another session holds the counters of tenant 1, until it calls `release`. */
  const whileLocked = (work: (release: () => Promise<unknown>) => Promise<void>) =>
    administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query('begin; select from review_counts where sub_account_id = 1 for update');
      await work(() => holder.query('commit'));
    });
  const waiting = (count: number) =>
    eventually(
      () =>
        world.admin.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like 'insert into review_counts%'`,
        ),
      ({ length }) => length === count,
      `${count} writes to wait for the counter`,
    );
  const statusesOf = (responses: readonly HttpResult[]) => new Set(responses.map(({ status }) => status));

  /** Expects `total` reviews of tenant 1 in the table, in the counters and among the events, each once. */
  async function expectStoredOnce(total: number): Promise<void> {
    const [stored] = await world.admin.query(
      `select (select count(*)::int from reviews.reviews where sub_account_id = 1) as reviews,
         (select sum(total)::int from reviews.review_counts where sub_account_id = 1) as counted`,
    );
    expect(stored).toEqual({ reviews: total, counted: total });
    const ofTenant = () => events.of(reviewCreated).filter(({ subaccountid }) => subaccountid === 1);
    await eventually(ofTenant, ({ length }) => length >= total, 'every event');
    expect(new Set(ofTenant().map(({ subject }) => subject)).size).toBe(total);
    expect(ofTenant()).toHaveLength(total);
  }

  const storedOfTenant1 = async (): Promise<number> => (await list(1)).body.count as number;

  it('answers the other tenant and completes the writes when the lock is released', async () => {
    const before = await storedOfTenant1();
    await whileLocked(async (release) => {
      const writes = Array.from({ length: WRITES }, () => add(1));
      await waiting(3);
      const others = Array.from({ length: READS }, () => list(2));
      expect(statusesOf(await Promise.all([...others, add(2)]))).toEqual(new Set([200]));
      await waiting(3);
      await release();
      expect(statusesOf(await Promise.all(writes))).toEqual(new Set([200]));
    });
    await expectStoredOnce(before + WRITES);
  });

  it('answers 503 to writes that wait too long and stores nothing of them', async () => {
    const before = await storedOfTenant1();
    const impatient: RunningServices = await startReplica(world, {
      SERVICE_TIMEOUT_FACTOR: '1',
      DATABASE_POOL: '2',
    });
    const caller = through(impatient, tenant(1));
    await whileLocked(async () => {
      for (const { status, body, headers } of await Promise.all([add(1, caller), add(1, caller)])) {
        expect({ status, code: body.code }).toEqual({ status: 503, code: 'upstream_unavailable' });
        expect(headers.get('retry-after')).toBe('2');
      }
    });
    expect((await add(1, caller)).status).toBe(200);
    await impatient.close();
    await expectStoredOnce(before + 1);
  });

  it('gets the lock of a replica that was stopped in a transaction, which goes on when it wakes', async () => {
    const before = await storedOfTenant1();
    const port = await freePort();
    const frozen = await startImpatientProcess(port);
    const caller = through({ url: () => `http://127.0.0.1:${port}` }, tenant(1));
    let stuck: Promise<HttpResult> | undefined;
    await whileLocked(async () => {
      stuck = add(1, caller);
      await waiting(1);
      await freeze(frozen.pid!);
    });
    // The transaction of the stopped process has the lock of the counter now, and nobody ends it but Postgres.
    const writes = Array.from({ length: WRITES }, () => add(1));
    expect(statusesOf(await Promise.all(Array.from({ length: READS }, () => list(2))))).toEqual(
      new Set([200]),
    );
    expect(statusesOf(await Promise.all(writes))).toEqual(new Set([200]));
    frozen.kill('SIGCONT');
    expect(await stuck).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
    expect((await add(1, caller)).status).toBe(200);
    frozen.kill('SIGKILL');
    await expectStoredOnce(before + WRITES + 1);
  });

  /** Starts the service as a process whose transactions may be idle for less time than those of the product. */
  function startImpatientProcess(port: number): Promise<ChildProcess> {
    const url = new URL(world.databaseUrl('reviews'));
    url.searchParams.set('options', `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`);
    const settings = { ...world.settings('reviews'), DATABASE_URL: url.toString(), PORT: String(port) };
    return startServiceProcess(join(__dirname, '../main.ts'), settings);
  }
});
