import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { serviceDatabaseUrl, Database } from '@plaudit/database';
import {
  cloneDatabase,
  eventually,
  serviceTemplate,
  TEST_ROLE_PASSWORD,
  type TestDatabase,
  buildEvent,
  deleteDurable,
  deleteStream,
  Exposition,
  startGuardedNats,
  startWorld,
  type World,
  administer,
  RecordedLogs,
  startNats,
  buildReview,
  freePort,
  itAtLength,
} from '@plaudit/testing';
import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { applyTopology, Outbox } from '@plaudit/events';
import { Controller, Module, Logger, Post, Get, type OnModuleDestroy } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { probeService, Gate, gates } from '../fixtures/probe-service';
import { principalPublicKey } from '../principal/principal-token';
import { ServiceEnv } from '../env/service-env';
import { defineService, type ServiceDefinition } from './define-service';
import { startServices } from './start-services';
import { currentContext } from '../context';
import { Open } from '../principal/scoped.decorator';

describe('readiness of a consuming service', () => {
  const handled: string[] = [];
  @Controller()
  class OnReviewCreated {
    @EventPattern(reviewCreated.pattern)
    handle(@Payload() event: DomainEvent): void {
      handled.push(event.id);
    }
  }
  @Module({ controllers: [OnReviewCreated] })
  class WidgetsModule {}
  const ai = defineService({
    name: 'ai',
    summary: 'A service that consumes review events',
    env: ServiceEnv,
    module: WidgetsModule,
    consumes: ['review'],
    entities: [],
    migrations: [],
  });

  let world: World;

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: ai }] });
  });
  afterAll(() => world.close());

  const isReady = async (): Promise<boolean> => {
    const { status } = await world.anonymous().get('ai', '/health/ready');
    return status === 200;
  };
  const handlesAnEvent = async (): Promise<void> => {
    const event = buildEvent(reviewCreated);
    await world.publish(event);
    await eventually(
      () => handled,
      (ids) => ids.includes(event.id),
      'the event to be handled',
    );
  };

  it.each([
    ['a durable', () => deleteDurable(world.natsUrl, 'ai__review')],
    ['the stream', () => deleteStream(world.natsUrl, 'EVENTS')],
  ])('does not need %s, whose loss the metrics show', async (_what, lose) => {
    await eventually(isReady, (ready) => ready, 'the service to be ready');
    await handlesAnEvent();
    await lose();
    await eventually(
      async () => (await fetch(world.metricsUrl)).text(),
      (text) => /^plaudit_consumer_pulling\{.*durable="ai__review",stream="EVENTS".*\} 0$/m.test(text),
      'the metric of the durable',
    );
    expect(await isReady()).toBe(true);
    await applyTopology(world.natsUrl);
    await handlesAnEvent();
  });

  it('needs a NATS that lets it in, and says once why it is not', async () => {
    const nats = await startGuardedNats();
    await applyTopology(nats.urlOf('admin'));
    world.expectErrors(/NATS refused the user ai/);
    const settings = {
      ...world.settings('ai'),
      NATS_URL: nats.urlOf('ai').replace('password-of-ai', 'of-another'),
    };
    const replica = await startServices([{ definition: ai, settings }]);
    const ready = async () => {
      const response = await fetch(`${replica.url('ai')}/health/ready`);
      return { status: response.status, body: (await response.json()) as { error: object } };
    };
    const { body } = await eventually(ready, ({ status }) => status === 503, 'the replica not to be ready');
    expect(body.error).toEqual({ nats: { status: 'down' } });
    const logged = world.logs.lines.filter((line) =>
      JSON.stringify(line).includes('NATS refused the user ai'),
    );
    expect(logged.map(({ context, level }) => `${context} ${level}`)).toEqual([
      'NatsLink error',
      'Readiness warn',
    ]);
    await nats.setPassword('ai', 'of-another');
    await eventually(ready, ({ status }) => status === 200, 'the replica to be ready');
    await replica.close();
    await nats.stop();
  });

  it('does not need NATS, whose loss and return the metrics show', async () => {
    const connected = (value: number): Promise<Exposition> =>
      eventually(
        () => Exposition.fetch(world.metricsUrl),
        (found) => found.sum('plaudit_nats_connected') === value,
        `plaudit_nats_connected to be ${value}`,
      );
    await connected(1);
    await world.nats.kill();
    expect((await connected(0)).sum('plaudit_nats_reconnects_total')).toBe(0);
    expect(await isReady()).toBe(true);
    await world.nats.restart();
    expect((await connected(1)).sum('plaudit_nats_reconnects_total')).toBe(1);
    await handlesAnEvent();
  });
});

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

describe('the start of a service', () => {
  let database: TestDatabase;
  const logs = new RecordedLogs();

  const settings = (more: Record<string, string> = {}) => ({
    NODE_ENV: 'test',
    DATABASE_URL: serviceDatabaseUrl(database.adminUrl, 'reviews', TEST_ROLE_PASSWORD),
    NATS_URL: 'nats://127.0.0.1:1',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PRINCIPAL_PUBLIC_KEYS: principalPublicKey(randomBytes(32)),
    ...more,
  });

  beforeAll(async () => {
    Logger.overrideLogger(logs);
    database = await cloneDatabase({ template: await serviceTemplate([probeService]) });
  });
  afterAll(() => database.drop());

  itAtLength('refuses a role that an earlier release provisioned, and warns of other limits', async () => {
    const alter = (change: string) =>
      administer(database.adminUrl, (admin) =>
        admin.query(`alter role plaudit_reviews in database ${database.name} ${change}`),
      );
    const starts = [{ definition: probeService, settings: settings() }];
    await alter('reset search_path');
    await expect(startServices(starts)).rejects.toThrow(
      'The role plaudit_reviews lacks its settings for this database: search_path is "$user", public, not reviews, public. Run npm run provision',
    );
    await alter('set search_path = reviews, public');
    for (const name of LIMITS) {
      await alter(`set ${name} = 0`);
      await expect(startServices(starts)).rejects.toThrow(`${name} is not set. Run npm run provision`);
      await alter(`set ${name} = 36000`);
    }
    await startServices([{ definition: probeService, settings: settings() }]).then((running) =>
      running.close(),
    );
    const warnings = logs.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
    expect(warnings).toContainEqual(
      expect.stringMatching(
        /^The role plaudit_reviews has other limits .* lock_timeout is 36000 ms and not 1500 ms.* Run npm run provision/,
      ),
    );
  });

  it('refuses a NATS whose max_payload is below the largest event', async () => {
    const nats = await startNats({ config: 'max_payload: 65536' });
    const starts = [{ definition: probeService, settings: settings({ NATS_URL: nats.url }) }];
    await expect(startServices(starts)).rejects.toThrow(/max_payload of 65536 bytes/);
    await nats.stop();
  });
});

const TRACE = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

@Controller('public/v1/reviews')
class AddingController {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  @Post('add')
  @Open()
  async add(): Promise<object> {
    const event = { accountId: 7, subAccountId: 12, subject: 1, version: 1, data: buildReview({ id: 1 }) };
    return this.database.transaction((tx) => this.outbox.add(tx, reviewCreated, event));
  }
}

@Module({ controllers: [AddingController] })
class ReviewsModule {}

const common = { summary: 'A service of a spec', env: ServiceEnv, entities: [], migrations: [] };

const reviews = defineService({ ...common, name: 'reviews', module: ReviewsModule });

describe('events of a request', () => {
  const handled: { event: DomainEvent; context: ReturnType<typeof currentContext> }[] = [];
  @Controller()
  class OnReviewCreated {
    private readonly logger = new Logger(OnReviewCreated.name);

    @EventPattern(reviewCreated.pattern)
    handle(@Payload() event: DomainEvent<ReviewPayload>): void {
      this.logger.log('Handled an event');
      handled.push({ event, context: currentContext() });
    }
  }
  @Module({ controllers: [OnReviewCreated] })
  class WidgetsModule {}
  const ai = defineService({ ...common, name: 'ai', module: WidgetsModule, consumes: ['review'] });

  let world: World;

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: reviews }, { definition: ai }] });
  });
  afterAll(() => world.close());

  it('creates the daily partitions of its event tables when it starts', async () => {
    const tables = ['inbox', 'outbox_sent'];
    const partitions = await world.admin.query<{ exists: boolean }>(
      `select to_regclass('ai.' || name || to_char(now() at time zone 'UTC' + interval '1 day', '_YYYYMMDD'))
                is not null as exists
       from unnest($1::text[]) name`,
      [tables],
    );
    expect(partitions).toEqual(tables.map(() => ({ exists: true })));
  });

  it('runs the handler with the service, request, trace and event in its context', async () => {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'request-1', traceparent: TRACE };
    const { body } = await world.anonymous().post('reviews', '/public/v1/reviews/add', { headers });
    await eventually(
      () => handled.length,
      // The event may be delivered more than once.
      (count) => count > 0,
      'the event to be handled',
    );
    expect(handled[0]?.event).toMatchObject({
      correlationid: 'request-1',
      causationid: null,
      traceparent: TRACE,
    });
    expect(handled[0]?.context).toEqual({
      service: 'ai',
      tenant: 7,
      causationId: body.id,
      correlationId: 'request-1',
      traceparent: TRACE,
      givenUp: expect.any(AbortSignal),
    });
  });

  it('counts the published event and measures its handler in the metrics', async () => {
    const measured = await eventually(
      () => Exposition.fetch(world.metricsUrl),
      // The handler may be faster than the answer of NATS, after which the event counts as published.
      (found) =>
        ['plaudit_event_handler_duration_seconds_count', 'plaudit_outbox_published_total'].every(
          (name) => found.sum(name) >= 1,
        ),
      'the event and its handler to be counted',
    );
    expect(measured.of('plaudit_outbox_published_total', { service: 'reviews' })).toMatchObject([
      { value: 1 },
    ]);
    const labels = { service: 'ai', event: 'review.created', result: 'handled' };
    const [handler] = measured.of('plaudit_event_handler_duration_seconds_sum');
    expect(handler?.labels).toEqual(labels);
  });
});

const destroyed: string[] = [];

@Module({})
class WatchedModule implements OnModuleDestroy {
  onModuleDestroy(): void {
    destroyed.push('module');
  }
}

@Controller('public/v1/careless')
class CarelessController {
  @Get('open')
  forgotten(): object {
    return {};
  }
}

@Module({ controllers: [CarelessController], imports: [WatchedModule] })
class CarelessModule {}

const careless: ServiceDefinition = { ...probeService, name: 'channels', module: CarelessModule };

const watched: ServiceDefinition = { ...probeService, module: WatchedModule };

describe('startServices', () => {
  let database: TestDatabase;
  let logs: RecordedLogs;

  const settings = (service: string, more: Record<string, string> = {}) => ({
    NODE_ENV: 'test',
    DATABASE_URL: serviceDatabaseUrl(database.adminUrl, service, TEST_ROLE_PASSWORD),
    NATS_URL: 'nats://127.0.0.1:1',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PRINCIPAL_PUBLIC_KEYS: principalPublicKey(randomBytes(32)),
    SHUTDOWN_GRACE_SECONDS: '0',
    ...more,
  });

  beforeAll(async () => {
    database = await cloneDatabase({ template: await serviceTemplate([probeService, careless]) });
  });
  beforeEach(() => {
    destroyed.length = 0;
    logs = new RecordedLogs();
    Logger.overrideLogger(logs);
  });
  afterAll(() => database.drop());

  /** Returns the number of connections of services to this spec's database. */
  const connections = async (): Promise<number> => {
    const [row] = await administer(database.adminUrl, (admin) =>
      admin.query<{ count: string }>(
        "select count(*) from pg_stat_activity where datname = current_database() and usename like 'plaudit_%'",
      ),
    );
    return Number(row?.count);
  };
  /**
   * A pool closes before Postgres notices, so this waits. A pool that is never closed drops its connections after 10
   * s.
   */
  const noConnections = () =>
    eventually(connections, (count) => count === 0, 'all connections to be closed', { timeoutMs: 5_000 });

  it('logs the effective settings once per service without secrets', async () => {
    const running = await startServices([{ definition: probeService, settings: settings('reviews') }]);
    await running.close();
    const starting = logs.lines.filter(
      ({ message }) => (message as { message?: string }).message === 'Starting the service',
    );
    expect(starting).toHaveLength(1);
    expect(starting[0]).toMatchObject({
      level: 'log',
      message: {
        settings: { PORT: 0, SECRETS_KEY: 'set', DATABASE_URL: 'set', SECRETS_KEY_PREVIOUS: 'unset' },
      },
    });
    expect(JSON.stringify(logs.lines)).not.toContain(TEST_ROLE_PASSWORD);
  });

  it('names the port that is in use, its setting and the service that needs it', async () => {
    const occupant = createServer();
    occupant.listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    const taken = `cannot listen on 127.0.0.1:${port}: the port is in use; stop the other program or set`;
    const starts = [
      { definition: watched, settings: settings('reviews') },
      { definition: careless, settings: settings('channels', { PORT: String(port) }) },
    ];
    await expect(startServices(starts)).rejects.toThrow(`channels ${taken} PORT`);
    const [first] = starts as [(typeof starts)[0]];
    const metricsPort = { ...first, settings: { ...first.settings, METRICS_PORT: String(port) } };
    await expect(startServices([metricsPort])).rejects.toThrow(`${taken} METRICS_PORT`);
    occupant.close();
    await noConnections();
  });

  it('reports an invalid port together with the other problems of the environment', async () => {
    const starts = [
      { definition: probeService, settings: settings('reviews', { PORT: '99999', LOG_LEVEL: 'loud' }) },
    ];
    await expect(startServices(starts)).rejects.toThrow(
      /PORT must not be greater[^]*LOG_LEVEL must be one of/,
    );
  });

  it('refuses a service with an operation without a scope and stops the services before it', async () => {
    const port = await freePort();
    const starting = startServices([
      { definition: watched, settings: settings('reviews', { PORT: String(port) }) },
      { definition: careless, settings: settings('channels') },
    ]);
    await expect(starting).rejects.toThrow('operations without @Scoped: CarelessController.forgotten');
    expect(destroyed).toEqual(['module', 'module']);
    await noConnections();
    await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow('fetch failed');
    expect(logs.errors()).toEqual([]);
  });

  it('closes its port if the database is missing', async () => {
    const port = await freePort();
    const missing = new URL(settings('reviews').DATABASE_URL as string);
    missing.pathname = 'no_such_database';
    const lost = settings('reviews', { PORT: String(port), DATABASE_URL: missing.toString() });
    await expect(startServices([{ definition: probeService, settings: lost }])).rejects.toThrow(
      'database "no_such_database" does not exist',
    );
    await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow('fetch failed');
  });

  it('is alive but not started while Postgres refuses connections, says so once, and starts when it is back', async () => {
    const [port, closedPort] = [await freePort(), await freePort()];
    const direct = new URL(settings('reviews').DATABASE_URL as string);
    const later = new URL(direct);
    later.port = String(closedPort);
    const waiting = settings('reviews', { PORT: String(port), DATABASE_URL: later.toString() });
    const starting = startServices([{ definition: probeService, settings: waiting }]);
    const waits = (): object[] =>
      logs.lines.filter(({ message }) => JSON.stringify(message).includes('Could not reach the database'));
    await eventually(waits, ({ length }) => length > 0, 'the service to wait for Postgres');
    const startup = await fetch(`http://127.0.0.1:${port}/health/startup`);
    expect(startup.status).toBe(503);
    expect(await startup.json()).toMatchObject({ step: 'connecting to the database' });
    const postgres = createTcpServer((client) => {
      const server = connect(Number(direct.port), direct.hostname);
      client.pipe(server).pipe(client);
      for (const socket of [client, server]) socket.on('error', () => socket.destroy());
    });
    postgres.listen(closedPort, '127.0.0.1');
    const running = await starting;
    expect(waits()).toHaveLength(1);
    await running.close();
    postgres.close();
  });

  it('is alive but not started while another replica holds the migration lock, and says so', async () => {
    const port = await freePort();
    const health = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/health/${path}`);
      return { status: response.status, body: (await response.json()) as { step?: string } };
    };
    const starting = await administer(database.adminUrl, async (holder) => {
      await holder.query("select pg_advisory_lock(7214001, hashtext('reviews'))");
      const start = { definition: probeService, settings: settings('reviews', { PORT: String(port) }) };
      const started = startServices([start]);
      const seen = await eventually(
        () => health('startup'),
        ({ body }) => body.step === 'waiting for the migration lock',
        'the service to wait for the lock',
      );
      expect(seen.status).toBe(503);
      expect(await health('live')).toEqual({ status: 200, body: { status: 'ok' } });
      expect(await health('ready')).toMatchObject({ status: 503 });
      return { started };
    });
    const running = await starting.started;
    expect(await health('startup')).toEqual({ status: 200, body: { status: 'ok' } });
    await running.close();
  });

  it('starts with one database connection', async () => {
    const narrow = settings('reviews', { DATABASE_POOL: '1' });
    const running = await startServices([{ definition: probeService, settings: narrow }]);
    const ready = () => fetch(`${running.url('reviews')}/health/ready`);
    await eventually(ready, ({ status }) => status === 200, 'the service to be ready');
    await running.close();
  });

  it('returns the URL of a started service and throws for any other', async () => {
    const running = await startServices([{ definition: probeService, settings: settings('reviews') }]);
    expect(running.url('reviews')).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(() => running.url('ai')).toThrow('ai does not run in this process');
    await running.close();
  });
});

describe('RunningServices.close', () => {
  let world: World;

  beforeEach(async () => {
    gates.slow = new Gate();
    const channels: ServiceDefinition = { ...probeService, name: 'channels' };
    world = await startWorld({
      services: [{ definition: probeService }, { definition: channels }],
      nats: false,
    });
  });

  it('finishes the requests in flight, refuses new connections, and then closes', async () => {
    const url = world.url('channels');
    const agent = new Agent({ keepAlive: true });
    const slow = world.as().get('channels', '/public/v1/probe/slow');
    await eventually(
      () => gates.slow.entered,
      (entered) => entered === 1,
      'the request to be in flight',
    );
    const idle = await keptAlive(`${url}/health/live`, agent);

    let closed = false;
    const closing = world.close().then(() => (closed = true));
    await eventually(() => refused(url), Boolean, 'new connections to be refused');
    await eventually(() => idle.destroyed, Boolean, 'the idle connection to be closed');
    expect(closed).toBe(false);

    gates.slow.open();
    await expect(slow).resolves.toMatchObject({ status: 200, body: { success: true } });
    await closing;
    agent.destroy();
    expect(world.logs.errors()).toEqual([]);
  });

  it('makes all services not ready at once, while the first one still drains', async () => {
    const slow = world.as().get('channels', '/public/v1/probe/slow');
    await eventually(
      () => gates.slow.entered,
      (entered) => entered === 1,
      'the request to be in flight',
    );
    const closing = world.close();
    const ready = () => world.anonymous().get('reviews', '/health/ready');
    const refusing = await eventually(ready, ({ status }) => status === 503, 'reviews not to be ready');
    expect(refusing.body.error).toEqual({ shutdown: { status: 'down' } });
    gates.slow.open();
    await expect(slow).resolves.toMatchObject({ status: 200 });
    await closing;
  });
});

function refused(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('connect', () => resolve(false) as unknown as void);
    socket.on('error', () => resolve(true));
    socket.on('connect', () => socket.destroy());
  });
}

/** Sends a request and returns its socket, which the agent keeps for the next request. */
function keptAlive(url: string, agent: Agent): Promise<{ destroyed: boolean }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { agent }, (incoming) => {
      const { socket } = incoming;
      incoming.resume().on('end', () => resolve(socket));
    });
    outgoing.on('error', reject).end();
  });
}
