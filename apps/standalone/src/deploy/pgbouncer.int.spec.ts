import { channelUpdated, reviewCreated } from '@plaudit/contracts';
import { reportsService } from '@plaudit/reports';
import { reviewsService } from '@plaudit/reviews';
import { startServices } from '@plaudit/runtime';
import {
  administer,
  buildEvent,
  type Caller,
  describeWithPgBouncer,
  eventually,
  startWorld,
  type World,
} from '@plaudit/testing';

/** Fewer than the service's own pool has, so that the connections of the service share those of PgBouncer. */
const POOLED = 2;
const POOL = '8';
const REVIEW = { from_name: 'Noa Bergman', posted_on: '2026-01-31' };

describeWithPgBouncer('a service behind PgBouncer that pools transactions', () => {
  let world: World;
  let client: Caller;

  beforeAll(async () => {
    const settings = {
      WIDGETS_URL: 'http://127.0.0.1:1',
      INVITATIONS_URL: 'http://127.0.0.1:1',
      DATABASE_POOL: POOL,
    };
    world = await startWorld({
      services: [{ definition: reviewsService, settings }],
      pooledConnections: POOLED,
    });
    client = world.as();
  });
  afterAll(() => world.close());

  const add = (key: string) =>
    client.post('reviews', '/public/v1/reviews/add', {
      body: { ...REVIEW, text: `Great bread, ${key}.` },
      headers: { 'idempotency-key': key },
    });
  const list = (query: string) => client.get('reviews', `/public/v1/reviews/get?${query}`);
  const pooledUrl = (): string => world.settings('reviews')['DATABASE_URL'] as string;

  it('migrates on the direct connection and works on the pooled ones', async () => {
    const { DATABASE_URL, DATABASE_DIRECT_URL, ...common } = world.settings('reviews');
    const asReports = (url = ''): string => url.replace('plaudit_reviews', 'plaudit_reports');
    const services = await startServices([
      {
        definition: reportsService,
        settings: {
          ...common,
          DATABASE_URL: asReports(DATABASE_URL),
          DATABASE_DIRECT_URL: asReports(DATABASE_DIRECT_URL),
        },
      },
    ]);
    const health = await fetch(`${services.url('reports')}/health/ready`);
    await services.close();
    expect(health.status).toBe(200);
    const tables = await world.admin.query("select from pg_tables where schemaname = 'reports'");
    expect(tables.length).toBeGreaterThan(3);
  });

  it('publishes the events of its requests once per idempotency key', async () => {
    const recorder = await world.recorder('review.created.>');
    const keys = ['one', 'two', 'three', 'four', 'five', 'six'];
    const answers = await Promise.all([...keys, ...keys].map(add));
    const ids = new Set(answers.map(({ status, body }) => (status === 200 ? body.id : body)));
    expect(ids.size).toBe(keys.length);
    const events = await recorder.waitFor(reviewCreated, keys.length);
    expect(new Set(events.map(({ data }) => data.id))).toEqual(ids);
    expect(events).toHaveLength(keys.length);
    await eventually(
      () => world.admin.query('select from reviews.outbox'),
      (rows) => rows.length === 0,
      'an empty outbox',
    );
  });

  it('handles events', async () => {
    await world.publish(buildEvent(channelUpdated, { data: { id: 71, name: 'Corner Bakery' } }));
    const copies = () => world.admin.query('select name from reviews.channel_copies where channel_id = 71');
    const found = await eventually(copies, (rows) => rows.length > 0, 'the copy of the channel');
    expect(found).toEqual([{ name: 'Corner Bakery' }]);
  });

  it('reads hot lists on any connection of the pooler', async () => {
    const pages = await Promise.all(Array.from({ length: 40 }, (_, at) => list(`limit=${1 + (at % 4)}`)));
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  });

  it('lets long searches wait for a connection, and uses no more than the pooler may', async () => {
    await administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query('begin; lock table reviews.reviews in access exclusive mode');
      const searches = Promise.all(['bread', 'great', 'none', 'corner'].map((q) => list(`q=${q}`)));
      const waiting = () =>
        world.admin.query(
          "select from pg_stat_activity where usename = 'plaudit_reviews' and datname = current_database() and wait_event_type = 'Lock'",
        );
      await eventually(waiting, (rows) => rows.length === POOLED, 'the searches to take all connections');
      await holder.query('rollback');
      expect((await searches).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    });
    const sessions = await world.admin.query<{ name: string; count: number }>(
      `select application_name as name, count(*)::int as count from pg_stat_activity
       where usename = 'plaudit_reviews' and datname = current_database() group by 1 order by 1`,
    );
    expect(sessions).toEqual([
      { name: 'plaudit-reviews', count: POOLED },
      { name: 'plaudit-reviews-relay', count: 1 },
    ]);
  });

  it('leaves the settings of the role to the next client of a connection', async () => {
    const shown = await Promise.all(
      Array.from({ length: 2 * POOLED }, () =>
        administer(pooledUrl(), (session) =>
          session.query(
            "select current_setting('search_path') as path, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
          ),
        ),
      ),
    );
    expect(new Set(shown.flat().map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ path: 'reviews, public', statement: '36s', lock: '30s' })]),
    );
  });
});
