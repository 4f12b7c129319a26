import { randomBytes } from 'node:crypto';
import { channelUpdated, reviewCreated, urlVariable, DURABLES, type ServiceName } from '@plaudit/contracts';
import { reportsService } from '@plaudit/reports';
import { reviewsService } from '@plaudit/reviews';
import { startServices, type RunningServices } from '@plaudit/runtime';
import {
  administer,
  buildEvent,
  type Caller,
  describeWithPgBouncer,
  eventually,
  startWorld,
  type World,
  cloneDatabase,
  EventRecorder,
  Exposition,
  type GuardedNats,
  RecordedLogs,
  startGuardedNats,
  TEST_ROLE_PASSWORD,
  type TestDatabase,
} from '@plaudit/testing';
import { provisionDatabase, serviceDatabaseUrl } from '@plaudit/database';
import { applyTopology } from '@plaudit/events';
import { Logger } from '@nestjs/common';
import { ALL_SERVICES } from '../services';
import { readCompose } from './compose.suite';
import { freshEnv } from './fresh-env.suite';
import { alertRules } from './observability/alerts.suite';
import { expressionsOf, readDashboard } from './observability/dashboard.suite';
import { listedMetrics, metricsIn, rowOf } from './observability/metric-table.suite';
import { readPromQl } from './observability/promql.suite';

/** Fewer than the service's own pool has, so that the connections of the service share those of PgBouncer. */
const POOLED = 2;

const POOL = '8';

const REVIEW = { from_name: 'Noa Bergman', posted_on: '2026-01-31' };

describeWithPgBouncer('a service behind PgBouncer that pools transactions', () => {
  let world: World;
  let client: Caller;

  beforeAll(async () => {
    const settings = {
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

const API_KEY = `rk_${'k'.repeat(40)}`;

const byText = (a: string, b: string): number => a.localeCompare(b);

const byName = (a: { name: string }, b: { name: string }): number => byText(a.name, b.name);

/**
 * Uses the environments of the compose file, so each service has its own role, NATS user and key. Unlike compose it runs one
 * process, with free ports of this machine and the passwords of the test servers.
 */
describe('services with the settings of the compose file', () => {
  let nats: GuardedNats;
  let database: TestDatabase;
  let services: RunningServices;
  const logs = new RecordedLogs();

  beforeAll(async () => {
    Logger.overrideLogger(logs);
    nats = await startGuardedNats();
    database = await cloneDatabase();
    await provisionDatabase({
      adminUrl: database.adminUrl,
      services: ALL_SERVICES.map(({ name }) => ({ name, password: TEST_ROLE_PASSWORD })),
      timeoutFactor: 20,
    });
    await applyTopology(nats.urlOf('admin'));
    const compose = readCompose({ ...freshEnv(), BOOTSTRAP_API_KEY: API_KEY });
    services = await startServices(
      ALL_SERVICES.map((definition) => {
        const { name } = definition;
        return { definition, settings: { ...compose.services[name]!.environment, ...here(name) } };
      }),
    );
  });
  afterAll(async () => {
    await services.close();
    await nats.stop();
    await database.drop();
  });

  function here(name: ServiceName): Record<string, string> {
    const addresses = ALL_SERVICES.map((definition) => [urlVariable(definition.name), '']);
    return {
      ...(Object.fromEntries(addresses) as Record<string, string>),
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      SHUTDOWN_GRACE_SECONDS: '0',
      DATABASE_URL: serviceDatabaseUrl(database.adminUrl, name, TEST_ROLE_PASSWORD),
      NATS_URL: nats.urlOf(name),
    };
  }

  /** Returns the values of a metric of the consumers, by durable and stream. */
  async function metric(name: string): Promise<Map<string, number>> {
    const found = (await Exposition.fetch(services.metricsUrl)).of(`plaudit_${name}`);
    return new Map(found.map(({ labels: { durable, stream }, value }) => [`${durable} of ${stream}`, value]));
  }

  /** Returns the metrics as soon as one gateway keeps the streams. */
  function exportedMetrics(): Promise<Exposition> {
    return eventually(
      () => Exposition.fetch(services.metricsUrl),
      (found) => found.of('plaudit_stream_fill_ratio', { stream: 'EVENTS', service: 'gateway' }).length > 0,
      'the gateway to keep the streams',
    );
  }

  it('are all ready and pull from every durable', async () => {
    for (const { name } of ALL_SERVICES) {
      const ready = await eventually(
        () => fetch(`${services.url(name)}/health/ready`),
        ({ status }) => status === 200,
        `${name} to be ready`,
      );
      expect(await ready.json()).toMatchObject({ status: 'ok' });
    }
    await eventually(
      () => metric('consumer_pulling'),
      (pulling) => DURABLES.every(({ stream, name }) => pulling.get(`${name} of ${stream}`) === 1),
      'every durable to be pulled from',
    );
  });

  it('pass a request between services and its event to every consumer', async () => {
    const recorder = await EventRecorder.start(nats.urlOf('admin'), 'review.>');
    const text = randomBytes(8).toString('hex');
    const added = await fetch(`${services.url('gateway')}/public/v1/reviews/add`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from_name: 'Ida', text, posted_on: '2026-01-02' }),
    });
    expect(added.status).toBe(200);
    const [event] = await recorder.waitFor(reviewCreated);
    expect(event?.data.text).toBe(text);
    const fed = DURABLES.filter(({ stream, noun }) => stream === 'EVENTS' && noun === 'review');
    await eventually(
      () => metric('consumer_handled_total'),
      (handled) => fed.every(({ name }) => (handled.get(`${name} of EVENTS`) ?? 0) > 0),
      'every durable for reviews to have handled the event',
    );
    await recorder.close();
  });

  it('export exactly the metrics of docs/metrics.md', async () => {
    const { families } = await exportedMetrics();
    const own = [...families.values()].filter(({ name }) => name.startsWith('plaudit_'));
    const listed = listedMetrics();
    expect(own.map(({ name }) => name).toSorted(byText)).toEqual([...listed.keys()].toSorted(byText));
    const rows = own.map(rowOf).map((row) => {
      const { labels = [] } = listed.get(row.name) ?? {};
      // A metric has no labels until something was counted, and a series may lack one that others have.
      return { ...row, labels: row.labels.every((label) => labels.includes(label)) ? labels : row.labels };
    });
    expect(rows.toSorted(byName)).toEqual([...listed.values()].toSorted(byName));
  });

  it('export every metric that the alert rules and the dashboard name', async () => {
    const exported = await exportedMetrics();
    const rules = alertRules().map(({ expr }) => readPromQl(expr));
    const panels = expressionsOf(readDashboard()).map(readPromQl);
    const named = [...rules, ...panels].flatMap(metricsIn);
    expect(named).toContain('process_resident_memory_bytes');
    expect(named.filter((name) => !exported.families.has(name))).toEqual([]);
    // Prometheus sees no increase in a series that begins above 0.
    const counters = rules.flatMap(({ increases }) => increases);
    expect(counters).toContain('plaudit_counter_drift_total');
    expect(counters.filter((name) => exported.of(name).length === 0)).toEqual([]);
    expect(exported.samples.filter(({ labels }) => labels['service'] === undefined)).toEqual([]);
  });

  it('send NATS no request that their users may not send, and log no error', () => {
    expect(nats.log().match(/.*Violation.*/g) ?? []).toEqual([]);
    expect(logs.errors()).toEqual([]);
  });
});
