import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import {
  channelUpdated,
  reviewCreated,
  SERVICE_NAMES,
  urlVariable,
  DURABLES,
  type ServiceName,
} from '@plaudit/contracts';
import { reportsService } from '@plaudit/reports';
import { reviewsService } from '@plaudit/reviews';
import {
  startServices,
  deriveKey,
  PRINCIPAL_SEED_LABEL,
  principalPublicKey,
  type RunningServices,
  type ServiceDefinition,
} from '@plaudit/runtime';
import {
  administer,
  buildEvent,
  type Caller,
  describeWithPgBouncer,
  eventually,
  startWorld,
  type World,
  basicAuth,
  type FixtureServer,
  LoadBalancer,
  startFixtureServer,
  cloneDatabase,
  EventRecorder,
  Exposition,
  type GuardedNats,
  RecordedLogs,
  startGuardedNats,
  TEST_ROLE_PASSWORD,
  type TestDatabase,
  startNats,
  writeFiles,
} from '@plaudit/testing';
import { gatewayService } from '@plaudit/gateway';
import {
  provisionDatabase,
  serviceDatabaseUrl,
  createDataSource,
  DatabaseClient,
  resolvedEnvironment,
} from '@plaudit/database';
import { applyTopology } from '@plaudit/events';
import { Logger } from '@nestjs/common';
import { ALL_SERVICES } from '../services';
import { readCompose, REPOSITORY } from './compose.suite';
import { freshEnv } from './fresh-env.suite';
import { alertRules } from './observability/alerts.suite';
import { expressionsOf, readDashboard } from './observability/dashboard.suite';
import { listedMetrics, metricsIn, rowOf } from './observability/metric-table.suite';
import { readPromQl } from './observability/promql.suite';
import { startStandalone } from '../standalone';
import { startTlsPostgres, type TlsPostgres } from './tls-postgres.suite';

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

const API_KEY = `rk_${'k'.repeat(40)}`;

/**
 * Much longer than the load balancers need to notice, because the machine may pause. Without a grace some of the requests
 * get 503 or lose their connection.
 */
const GRACE = { SHUTDOWN_GRACE_SECONDS: '2' };

const CHECKS = { checkEveryMs: 50 };

const CLIENTS = 10;

/** Of each client: together 50 requests per second. */
const PAUSE_MS = 200;

/** Clients that keep their connections and send a request every 200 ms each until they are stopped. */
class Load {
  readonly failures: string[] = [];
  answered = 0;
  private isOver = false;
  private readonly clients: Promise<void>[];

  constructor(private readonly url: string) {
    this.clients = Array.from({ length: CLIENTS }, (_, at) => this.run(at));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  private async run(client: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await delay((PAUSE_MS / CLIENTS) * client);
    for (let sent = 0; !this.isOver; sent += 1) {
      const pause = delay(PAUSE_MS);
      const outcome = await (sent % 4 === 0 ? this.add(agent) : this.send(agent, 'GET', '/reviews/get'));
      if (outcome === '200') this.answered += 1;
      else this.failures.push(outcome);
      await pause;
    }
    agent.destroy();
  }

  private add(agent: Agent): Promise<string> {
    const review = { from_name: 'Ida', text: randomBytes(8).toString('hex'), posted_on: '2026-01-02' };
    return this.send(agent, 'POST', '/reviews/add', JSON.stringify(review));
  }

  /** Returns the status, with the body if it is an error, or the error of the connection. */
  private async send(agent: Agent, method: string, path: string, body?: string): Promise<string> {
    try {
      const headers = { ...basicAuth(API_KEY), 'content-type': 'application/json' };
      const outgoing = request(`${this.url}/public/v1${path}`, { agent, method, headers }).end(body);
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const { statusCode } = incoming;
      return statusCode === 200
        ? '200'
        : `${method} ${path}: ${statusCode} ${Buffer.concat(chunks).toString()}`;
    } catch (error) {
      return `${method} ${path}: ${String(error)}`;
    }
  }
}

/** Two replicas of a service behind a load balancer. */
class Replicas {
  private running: RunningServices[] = [];

  constructor(
    private readonly definition: ServiceDefinition,
    private readonly settings: Record<string, string>,
    private readonly balancer: LoadBalancer,
  ) {}

  async start(): Promise<void> {
    for (let replica = 0; replica < 2; replica += 1) this.running.push(await this.startOne());
    await this.announce();
  }

  /** Starts a new replica, waits until it gets requests, and stops the oldest one. */
  async rollOne(): Promise<void> {
    this.running.push(await this.startOne());
    await this.announce();
    const [oldest] = this.running.splice(0, 1) as [RunningServices];
    const url = oldest.url(this.definition.name);
    expect(this.balancer.sent(url)).toBeGreaterThan(0);
    await oldest.close();
    await this.announce();
  }

  async close(): Promise<void> {
    await Promise.all(this.running.map((replica) => replica.close()));
  }

  private startOne(): Promise<RunningServices> {
    return startServices([
      { definition: this.definition, settings: { ...this.settings, ...GRACE, PORT: '0' } },
    ]);
  }

  private async announce(): Promise<void> {
    const urls = this.running.map((replica) => replica.url(this.definition.name));
    await this.balancer.setTargets(urls);
    await eventually(
      () => this.balancer.ready(),
      (ready) => ready.length === urls.length,
      'every replica to be ready',
    );
  }
}

/** Oracle: the responses that the clients get. Every request counts, and neither the clients nor the balancers repeat one. */
describe('a rolling restart', () => {
  let world: World;
  let front: LoadBalancer;
  let back: LoadBalancer;
  /** In place of the services that are not part of the test. */
  let others: FixtureServer;
  let gateways: Replicas;
  let reviews: Replicas;

  beforeAll(async () => {
    [front, back] = [await LoadBalancer.start([], CHECKS), await LoadBalancer.start([], CHECKS)];
    others = await startFixtureServer(() => ({ body: { success: true } }));
    const secretsKey = randomBytes(32);
    const settings = {
      SECRETS_KEY: secretsKey.toString('base64'),
      PRINCIPAL_PUBLIC_KEYS: principalPublicKey(deriveKey(secretsKey, PRINCIPAL_SEED_LABEL)),
      BOOTSTRAP_API_KEY: API_KEY,
      THROTTLE_BURST: '0',
      ...Object.fromEntries(SERVICE_NAMES.map((name) => [urlVariable(name), others.url])),
      REVIEWS_URL: back.url,
    };
    world = await startWorld({
      services: [
        { definition: reviewsService, settings },
        { definition: gatewayService, settings },
      ],
    });
    gateways = new Replicas(gatewayService, world.settings('gateway'), front);
    reviews = new Replicas(reviewsService, world.settings('reviews'), back);
    await reviews.start();
    await gateways.start();
  });
  afterAll(async () => {
    await Promise.all([gateways.close(), reviews.close()]);
    await world.close();
    await front.close();
    await back.close();
    await others.close();
  });

  it('of two gateways and two replicas of reviews fails no request of clients that keep their connections', async () => {
    const load = new Load(front.url);
    const answeredMore = async () => {
      const before = load.answered;
      const enough = () => load.answered + load.failures.length - before >= 2 * CLIENTS;
      await eventually(enough, Boolean, 'two responses for each client');
    };
    await answeredMore();
    for (let round = 0; round < 2; round += 1) {
      await Promise.all([gateways.rollOne(), reviews.rollOne()]);
      await answeredMore();
    }
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(load.answered).toBeGreaterThan(5 * CLIENTS);
  });

  it('closes the connection with each response of a gateway that stops: proxied, its own, errors and health', async () => {
    const settings = { ...world.settings('gateway'), ...GRACE, PORT: '0' };
    const gateway = await startServices([{ definition: gatewayService, settings }]);
    const send = async ([path, key = API_KEY]: [string, string?]) => {
      const { status, headers } = await fetch(`${gateway.url('gateway')}${path}`, {
        headers: basicAuth(key),
      });
      return [path, status, headers.get('connection')];
    };
    const requests: [string, string?][] = [
      ['/public/v1/reviews/get'],
      ['/public/v1/widgets/get'],
      ['/public/v1/hello'],
      ['/public/v1/hello', 'wrong'],
      ['/public/v1/none'],
      ['/health/ready'],
      ['/health/live'],
    ];
    const before = await Promise.all(requests.map(send));
    expect(before.map(([, , connection]) => connection)).toEqual(requests.map(() => 'keep-alive'));
    const closing = gateway.close();
    const after = await Promise.all(requests.map(send));
    expect(after.map(([, status]) => status)).toEqual([200, 200, 200, 401, 404, 503, 200]);
    expect(after.map(([, , connection]) => connection)).toEqual(requests.map(() => 'close'));
    await closing;
  });
});

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

const PASSWORD = 'spec-role-password';

describe('the settings of TLS for Postgres', () => {
  let server: TlsPostgres;
  /** The settings with which everything works. */
  let tls: Record<string, string>;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    server = await startTlsPostgres();
    tls = {
      DATABASE_TLS_CA: server.files['ca.crt'],
      DATABASE_TLS_CERT: server.files['client.crt'],
      DATABASE_TLS_KEY: server.files['client.key'],
    };
  });
  afterAll(() => server.stop());

  /** Connects with these settings and returns the version of TLS. */
  async function connection(settings: Record<string, string>, url = server.adminUrl): Promise<string> {
    const { DATABASE_URL } = resolvedEnvironment({ DATABASE_URL: url, ...settings });
    const client = new DatabaseClient({ connectionString: DATABASE_URL });
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query<{ version: string }>(
        'select version from pg_stat_ssl where pid = pg_backend_pid()',
      );
      return rows[0]!.version;
    } finally {
      await client.end();
    }
  }

  function roleUrl(role: string): string {
    const url = new URL(server.adminUrl);
    url.username = role;
    url.password = 'secret';
    return url.toString();
  }

  /** Runs a program of a package. Returns its exit code and output. */
  function run(program: string, args: string[], settings: Record<string, string>) {
    const register = join(REPOSITORY, 'libs/testing/src/register.js');
    const command = ['--conditions=@plaudit/source', '-r', register, join(REPOSITORY, program), ...args];
    const env = { PATH: process.env.PATH, TZ: 'UTC', ...settings };
    return new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
      });
    });
  }

  it('encrypt a connection whose server has a certificate of the authority', async () => {
    await expect(connection(tls)).resolves.toBe('TLSv1.3');
    await expect(connection({})).rejects.toThrow('no encryption');
  });

  it('refuse a server of another authority, and name the setting', async () => {
    const other = { ...tls, DATABASE_TLS_CA: server.files['client.crt'] };
    await expect(connection(other)).rejects.toThrow(
      /^Refused the certificate of Postgres at 127\.0\.0\.1:\d+: .*\. Check DATABASE_TLS_CA and the host name/,
    );
    const { DATABASE_TLS_CA: _ca, ...own } = tls;
    await expect(connection(own)).rejects.toThrow(/^Refused the certificate of Postgres/);
  });

  it('refuse a server whose certificate has another host name', async () => {
    const { port, hostname } = new URL(server.adminUrl);
    const proxy = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.2', resolve));
    const url = new URL(server.adminUrl);
    url.host = `127.0.0.2:${(proxy.address() as AddressInfo).port}`;
    await expect(connection(tls, url.toString())).rejects.toThrow(
      /Refused the certificate .*127\.0\.0\.2 is not in the cert's list/,
    );
    await new Promise((resolve) => proxy.close(resolve));
  });

  it('present the certificate of the client, which must have the name of the role', async () => {
    await expect(connection(tls, roleUrl('client'))).resolves.toBe('TLSv1.3');
    await expect(connection(tls, roleUrl('named'))).rejects.toThrow(/authentication failed for user "named"/);
    const { DATABASE_TLS_CA } = tls;
    await expect(connection({ DATABASE_TLS_CA: DATABASE_TLS_CA! })).rejects.toThrow(
      'connection requires a valid client certificate',
    );
  });

  it('use a renewed file for the next connection of a pool', async () => {
    const ca = join(server.folder, 'renewed.crt');
    copyFileSync(server.files['ca.crt'], ca);
    const { DATABASE_URL } = resolvedEnvironment({
      DATABASE_URL: server.adminUrl,
      ...tls,
      DATABASE_TLS_CA: ca,
    });
    const source = createDataSource({ url: DATABASE_URL!, schema: 'public', entities: [], migrations: [] });
    await source.initialize();
    const busy = source.createQueryRunner();
    await busy.connect();
    copyFileSync(server.files['client.crt'], ca);
    await expect(source.query('select 1')).rejects.toThrow(/^Refused the certificate/);
    copyFileSync(server.files['ca.crt'], ca);
    await expect(source.query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
    await busy.release();
    await source.destroy();
  });

  it('let the commands provision, a service migrate and its relay lead, with every secret in a file', async () => {
    const names = SERVICE_NAMES.map((name) => `${name.toUpperCase()}_DATABASE_PASSWORD`);
    const nats = await startNats();
    const contents = {
      DATABASE_ADMIN_URL: server.adminUrl,
      DATABASE_URL: serviceDatabaseUrl(server.adminUrl, 'reviews', PASSWORD),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      NATS_URL: nats.url,
      ...Object.fromEntries(names.map((name) => [name, PASSWORD])),
    };
    const paths = writeFiles(server.folder, contents) as Record<string, string>;
    const files = Object.fromEntries(Object.entries(paths).map(([name, path]) => [`${name}_FILE`, path]));
    const { DATABASE_ADMIN_URL_FILE, DATABASE_URL_FILE, SECRETS_KEY_FILE, NATS_URL_FILE, ...passwords } =
      files;

    const administrator = { ...tls, DATABASE_ADMIN_URL_FILE: DATABASE_ADMIN_URL_FILE! };
    const provisioned = await run('libs/database/src/cli/main.ts', [], { ...administrator, ...passwords });
    expect(provisioned).toEqual({ code: 0, output: expect.stringMatching(/^Provisioned the roles/) });

    const services = await startServices([
      {
        definition: reviewsService,
        settings: {
          ...tls,
          DATABASE_URL_FILE,
          SECRETS_KEY_FILE,
          NATS_URL_FILE,
          PRINCIPAL_PUBLIC_KEYS: 'A'.repeat(43),
          WIDGETS_URL: 'http://127.0.0.1:1',
          INVITATIONS_URL: 'http://127.0.0.1:1',
          SERVICE_TIMEOUT_FACTOR: '20',
        },
      },
    ]);
    try {
      await eventually(
        () => sessionsOf('plaudit_reviews'),
        (sessions) => sessions.includes('plaudit-reviews-relay') && sessions.includes('plaudit-reviews'),
        'the sessions of the service and of its relay',
      );
    } finally {
      await services.close();
      await nats.stop();
    }
    const listed = await run(
      'libs/events/src/cli/main.ts',
      ['outbox', '--service', 'reviews'],
      administrator,
    );
    expect(listed).toEqual({ code: 0, output: 'The outbox is empty.\n' });
    const missing = await run('libs/events/src/cli/main.ts', ['dead'], { NATS_URL_FILE: '/nowhere' });
    expect(missing).toEqual({
      code: 2,
      output: 'NATS_URL_FILE names /nowhere, which cannot be read: ENOENT\n',
    });
  });

  it('let npm start use a Postgres of its own, and the commands for accounts work beside it', async () => {
    const nats = await startNats();
    const paths = writeFiles(server.folder, {
      admin_url: server.adminUrl,
      api_key: API_KEY,
      secrets_key: randomBytes(32).toString('base64'),
    });
    const administrator = { ...tls, DATABASE_ADMIN_URL_FILE: paths.admin_url };
    const standalone = await startStandalone(
      resolvedEnvironment({
        ...administrator,
        DATA_DIR: join(server.folder, 'standalone'),
        BOOTSTRAP_API_KEY_FILE: paths.api_key,
        SECRETS_KEY_FILE: paths.secrets_key,
        NATS_URL: nats.url,
        PORT: '0',
        SERVICE_TIMEOUT_FACTOR: '20',
      }),
      () => {},
    );
    try {
      const headers = { authorization: `Bearer ${API_KEY}` };
      const account = await fetch(`${standalone.endpoints.gateway}/public/v1/account`, { headers });
      expect(account.status).toBe(200);
      const account2 = ['create', '--company', 'Acme', '--email', 'noa@example.com'];
      const created = await run('apps/gateway/src/cli/main.ts', account2, administrator);
      expect(created).toEqual({ code: 0, output: expect.stringContaining('Created account 2.') });
    } finally {
      await standalone.close();
      await nats.stop();
    }
  });

  it('are reported by npm start if a file is missing', async () => {
    await expect(
      run('apps/standalone/src/main.ts', [], { SECRETS_KEY_FILE: '/nowhere', DATA_DIR: server.folder }),
    ).resolves.toEqual({
      code: 2,
      output: 'Plaudit did not start: SECRETS_KEY_FILE names /nowhere, which cannot be read: ENOENT\n',
    });
  });

  /** Returns the names of the role's sessions that use TLS. */
  async function sessionsOf(role: string): Promise<string[]> {
    const { DATABASE_URL } = resolvedEnvironment({ DATABASE_URL: server.adminUrl, ...tls });
    const client = new DatabaseClient({ connectionString: DATABASE_URL });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      'select application_name as name from pg_stat_activity join pg_stat_ssl using (pid) where usename = $1 and ssl',
      [role],
    );
    await client.end();
    return rows.map(({ name }) => name);
  }
});
