import { SHOWN_REVIEWS_PATH } from '@plaudit/contracts';
import {
  administer,
  buildPublicPrincipal,
  type Caller,
  eventually,
  startWorld,
  type World,
} from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

/** The size of the pool leaves two connections to searches. */
const POOL = '5';

const LOCK = 'begin; lock table reviews.reviews in access exclusive mode';

async function openWorld(settings: Record<string, string>): Promise<World> {
  return startWorld({
    services: [
      { ...REVIEWS_ALONE, settings: { ...REVIEWS_ALONE.settings, DATABASE_POOL: POOL, ...settings } },
    ],
    nats: false,
  });
}

/** Requests of visitors while every statement on reviews waits, as it does in a database that is too slow. */
describe('questions of the widgets service while the database is slow', () => {
  let world: World;
  let visitor: Caller;

  async function open(settings: Record<string, string>): Promise<void> {
    world = await openWorld(settings);
    visitor = world.as(buildPublicPrincipal());
  }
  afterEach(() => world.close());

  const ask = (q?: string) =>
    visitor.post('reviews', '/internal/reviews/approved', {
      body: { sub_account_id: 1, filters: { q }, limit: 5 },
    });

  const waiting = async (): Promise<number> => {
    const [row] = await world.admin.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and application_name = 'plaudit-reviews' and wait_event_type = 'Lock'`,
    );
    return row?.waiting ?? 0;
  };

  it('ends a statement before its caller gives up, and responds 503', async () => {
    await open({ SERVICE_TIMEOUT_FACTOR: '1' });
    await administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query(LOCK);
      expect(await ask('bread')).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
      await eventually(waiting, (count) => count === 0, 'every statement to be cancelled');
      await holder.query('rollback');
    });
    expect(await ask('bread')).toMatchObject({ status: 200, body: { count: 0 } });
  });

  it('ends a question about what widgets show before its caller gives up', async () => {
    await open({ SERVICE_TIMEOUT_FACTOR: '1' });
    const body = { review_ids: [1], selections: [{ filters: { tags: [1] }, sort: 'oldest', limit: 5 }] };
    const question = () => world.as().post('reviews', SHOWN_REVIEWS_PATH, { body });
    await administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query('begin; lock table reviews.review_tags in access exclusive mode');
      // A longer limit would outlive the lock: Postgres ends a transaction of a service that is idle for five seconds.
      expect(await question()).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
      await eventually(waiting, (count) => count === 0, 'the statement to be cancelled');
      await holder.query('rollback');
    });
    expect((await question()).status).toBe(200);
  });

  it('leaves half of the connections to the first pages of the newest reviews', async () => {
    await open({});
    const page = (request: object) =>
      visitor.post('reviews', '/internal/reviews/approved', {
        body: { sub_account_id: 1, limit: 5, ...request },
      });
    await administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query(LOCK);
      const scans = [
        { filters: { q: 'bread' } },
        { filters: { keyword: 'bread' } },
        { filters: { exclude_keywords: ['bread'] } },
        { filters: { platforms: ['any'] } },
        { filters: { one_per_author: true } },
        { sort: 'oldest' },
        { sort: 'highest' },
        { after: '5' },
      ].map(page);
      await eventually(waiting, (count) => count === 2, 'two searches to wait for the lock');
      // Visitors of one tenant get three connections of five. Those of another tenant get the fourth.
      const plain = [{}, { filters: { ratings: [4, 5] } }].map(page);
      await eventually(waiting, (count) => count === 3, 'a plain page to be read beside the searches');
      plain.push(page({ sub_account_id: 2 }));
      await eventually(waiting, (count) => count === 4, 'the page of another tenant to be read, too');
      await holder.query('rollback');
      for (const { status } of await Promise.all([...scans, ...plain])) expect(status).toBe(200);
    });
  });
});
