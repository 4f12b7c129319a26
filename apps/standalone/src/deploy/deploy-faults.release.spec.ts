import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { SERVICE_NAMES, urlVariable } from '@plaudit/contracts';
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
  eventually,
  startWorld,
  type World,
  basicAuth,
  type FixtureServer,
  LoadBalancer,
  startFixtureServer,
  startNats,
  writeFiles,
} from '@plaudit/testing';
import { gatewayService } from '@plaudit/gateway';
import { serviceDatabaseUrl, createDataSource, DatabaseClient, resolvedEnvironment } from '@plaudit/database';
import { Logger } from '@nestjs/common';
import { REPOSITORY } from './compose.suite';
import { startStandalone } from '../standalone';
import { startTlsPostgres, type TlsPostgres } from './tls-postgres.suite';

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
