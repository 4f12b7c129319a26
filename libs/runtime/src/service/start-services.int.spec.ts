import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { Controller, Get, Logger, Module, type OnModuleDestroy } from '@nestjs/common';
import {
  administer,
  cloneDatabase,
  eventually,
  freePort,
  RecordedLogs,
  serviceTemplate,
  startWorld,
  TEST_ROLE_PASSWORD,
  type TestDatabase,
  type World,
} from '@plaudit/testing';
import { serviceDatabaseUrl } from '@plaudit/database';
import { Gate, gates, probeService } from '../fixtures/probe-service';
import { principalPublicKey } from '../principal/principal-token';
import type { ServiceDefinition } from './define-service';
import { startServices } from './start-services';

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
