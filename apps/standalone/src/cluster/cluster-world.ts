import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { SERVICE_NAMES, type ServiceName, urlVariable } from '@plaudit/contracts';
import { provisionDatabase, serviceDatabaseUrl } from '@plaudit/database';
import { type PostgresHandle, removeDataDir, startPostgres } from '@plaudit/embedded';
import { applyTopology } from '@plaudit/events';
import {
  administer,
  type Administration,
  eventually,
  LoadBalancer,
  type NatsCluster,
  startNatsCluster,
  temporaryFolder,
  TEST_ROLE_PASSWORD,
} from '@plaudit/testing';
import { readCompose } from '../deploy/compose.suite';
import { freshEnv } from '../deploy/fresh-env.suite';
import { StandInAppStore } from '../smoke/stand-in-app-store';
import { ReplicatedService } from './replicated-service';
import { WebhookReceiver } from './webhook-receiver';

const DATABASE = 'plaudit';
export const API_KEY = `rk_${'k'.repeat(40)}`;
const REPLICAS = 3;
const CHECK_EVERY_MS = 250;
/** Services that start at the same time. All at once would keep each other from connecting to Postgres in time. */
const STARTING = 2;

export interface ClusterOptions {
  /** `SERVICE_TIMEOUT_FACTOR` of all services. */
  timeoutFactor: number;
  /** `SHUTDOWN_GRACE_SECONDS` of all services. */
  graceSeconds: number;
  /** How long a killed replica keeps what it has claimed, in seconds. */
  leaseSeconds: number;
}

/**
 * The product as an operator runs it for high availability: two processes of each service with the settings of the compose
 * file, a load balancer in front of the gateways, three nats-servers and one Postgres. A stand-in platform and a receiver of
 * webhooks are around it.
 */
export class ClusterWorld {
  private postgres: PostgresHandle | null = null;
  private natsCluster: NatsCluster | null = null;
  private gateways: LoadBalancer | null = null;
  private readonly services = new Map<ServiceName, ReplicatedService>();
  private readonly dataDir = temporaryFolder('cluster-');

  private constructor(
    /** The folder with one log per replica. */
    readonly logFolder: string,
    readonly store: StandInAppStore,
    readonly receiver: WebhookReceiver,
  ) {}

  static async start(logFolder: string, options: ClusterOptions): Promise<ClusterWorld> {
    mkdirSync(logFolder, { recursive: true });
    const world = new ClusterWorld(logFolder, await StandInAppStore.start(), await WebhookReceiver.start());
    try {
      await world.startServers(options);
      await world.startServices(options);
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  get nats(): NatsCluster {
    if (!this.natsCluster) throw new Error('The NATS cluster of the test is not started.');
    return this.natsCluster;
  }

  /** The load balancer in front of the gateways. */
  get balancer(): LoadBalancer {
    if (!this.gateways) throw new Error('The load balancer of the test is not started.');
    return this.gateways;
  }

  /** The address of the load balancer. */
  get url(): string {
    return this.balancer.url;
  }

  service(name: ServiceName): ReplicatedService {
    return this.services.get(name) as ReplicatedService;
  }

  /** Runs statements as superuser in the product's database. */
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]> {
    return administer(this.databaseUrl(), (admin: Administration) => admin.query<Row>(sql, parameters));
  }

  /** Restarts Postgres. A fast stop ends sessions in order; a kill leaves recovery to the next start. */
  async restartPostgres(how: 'stop' | 'kill'): Promise<void> {
    const { dataDir } = this;
    const running = this.postgres as PostgresHandle;
    await running[how]();
    // The killed server may still be a zombie process. The new one takes its pid for a live owner and refuses to start.
    const start = (): Promise<PostgresHandle> => startPostgres({ dataDir, port: running.port });
    this.postgres = await eventually(start, () => true, 'Postgres to start again', { timeoutMs: 60_000 });
  }

  /** Waits until all replicas are ready and all copies of the streams are complete. */
  async untilHealthy(): Promise<void> {
    await Promise.all([
      this.nats.settle(),
      ...[...this.services.values()].map((service) => service.untilReady()),
    ]);
    await eventually(
      () => this.balancer.ready(),
      (ready) => this.service('gateway').running.every((url) => ready.includes(url)),
      'the load balancer to see both gateways',
    );
  }

  /** Returns what all replicas have logged since the start. */
  logs(): string {
    const files = [...this.services.values()].flatMap(({ logFiles }) => logFiles);
    return files
      .filter(existsSync)
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
  }

  async close(): Promise<void> {
    const closed = await Promise.allSettled([
      ...[...this.services.values()].map((service) => service.close()),
      this.store.close(),
      this.receiver.close(),
      this.gateways?.close(),
      this.natsCluster?.stop(),
      this.postgres?.stop(),
    ]);
    const failure = closed.find((one) => one.status === 'rejected');
    if (failure) throw failure.reason;
    await removeDataDir(this.dataDir);
  }

  private async startServers({ timeoutFactor }: ClusterOptions): Promise<void> {
    const { dataDir } = this;
    this.natsCluster = await startNatsCluster();
    this.postgres = await startPostgres({ dataDir });
    await administer(this.postgres.adminUrl, (admin) => admin.query(`create database ${DATABASE}`));
    await provisionDatabase({
      adminUrl: this.databaseUrl(),
      services: SERVICE_NAMES.map((name) => ({ name, password: TEST_ROLE_PASSWORD })),
      timeoutFactor,
    });
  }

  private async startServices(options: ClusterOptions): Promise<void> {
    const compose = readCompose({ ...freshEnv(), BOOTSTRAP_API_KEY: API_KEY });
    const place = { host: ownLoopbackAddress(), logFolder: this.logFolder, takenPorts: new Set<number>() };
    for (const name of SERVICE_NAMES) this.services.set(name, await ReplicatedService.prepare(name, place));
    const { origins } = this.service('gateway');
    this.gateways = await LoadBalancer.start(origins, { checkEveryMs: CHECK_EVERY_MS });
    const here = this.settingsHere(options);
    const start = (name: ServiceName) => (): Promise<void> =>
      this.service(name).start({
        ...compose.services[name]!.environment,
        ...here,
        ...this.accessOf(name),
      });
    // A relay needs the streams only when it publishes. But a gateway would take a durable for deleted that is not there yet.
    const topology = applyTopology(this.nats.urlOf('admin'), { replicas: REPLICAS });
    const first = SERVICE_NAMES.filter((name) => name !== 'gateway').map(start);
    await Promise.all([topology, ...Array.from({ length: STARTING }, () => runEach(first))]);
    await start('gateway')();
  }

  /** The settings in which this machine differs from the containers of the compose file. */
  private settingsHere({
    timeoutFactor,
    graceSeconds,
    leaseSeconds,
  }: ClusterOptions): Record<string, string> {
    const addresses = [...this.services].map(
      ([name, { origins }]) => [urlVariable(name), origins.join(',')] as const,
    );
    return {
      ...Object.fromEntries(addresses),
      METRICS_PORT: '0',
      SERVICE_TIMEOUT_FACTOR: String(timeoutFactor),
      SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
      CRAWL_LEASE_SECONDS: String(leaseSeconds),
      WEBHOOK_LEASE_SECONDS: String(Math.max(leaseSeconds, 15)),
      OUTBOUND_ALLOW_HOSTS: this.receiver.host,
      ORIGIN_OVERRIDES: `https://itunes.apple.com=${this.store.url}`,
      CRAWL_RATE_FACTOR: '0',
      CHANNEL_REFRESH_LIMIT_MINUTES: '0',
      WEBHOOK_RETRY_DELAYS: '1x99',
      TRUSTED_PROXIES: '127.0.0.1/32',
      ...NO_THROTTLES,
    };
  }

  /** Each service has its own role of Postgres and its own user of NATS. */
  private accessOf(name: ServiceName): Record<string, string> {
    return {
      DATABASE_URL: serviceDatabaseUrl(this.databaseUrl(), name, TEST_ROLE_PASSWORD),
      NATS_URL: this.nats.urlOf(name),
    };
  }

  private databaseUrl(): string {
    const url = new URL((this.postgres as PostgresHandle).adminUrl);
    url.pathname = DATABASE;
    return url.toString();
  }
}

/** All requests come from one address and carry one key. */
const NO_THROTTLES = {
  THROTTLE_BURST: '0',
  THROTTLE_ADDRESS_BURST: '0',
  THROTTLE_WIDGET_BURST: '0',
  THROTTLE_WRONG_KEYS: '0',
};

/**
 * A port of a replica is free while the replica is down. Other programs and specs listen on 127.0.0.1, so they cannot take
 * it on another loopback address. Only Linux has those without configuration.
 */
function ownLoopbackAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  return `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
}

/** Takes one task after the other from the list until none is left. */
async function runEach(tasks: (() => Promise<void>)[]): Promise<void> {
  for (let task = tasks.shift(); task; task = tasks.shift()) await task();
}
