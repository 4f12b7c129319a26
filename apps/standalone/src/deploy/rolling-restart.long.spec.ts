import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICE_NAMES, urlVariable } from '@plaudit/contracts';
import { gatewayService } from '@plaudit/gateway';
import { reviewsService } from '@plaudit/reviews';
import {
  deriveKey,
  PRINCIPAL_SEED_LABEL,
  principalPublicKey,
  type RunningServices,
  type ServiceDefinition,
  startServices,
} from '@plaudit/runtime';
import {
  atLength,
  basicAuth,
  eventually,
  type FixtureServer,
  LoadBalancer,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';

const API_KEY = `rk_${'k'.repeat(40)}`;

/**
 * Much longer than the load balancers need to notice, because the machine may pause. Without a grace some of the requests
 * get 503 or lose their connection.
 */
const GRACE = { SHUTDOWN_GRACE_SECONDS: '2' };

/** A replica that a busy machine stops for some seconds must not count as one that is gone. */
const CHECKS = { checkEveryMs: 50, maxCheckMs: 30_000 };

const CLIENTS = 10;

/** Of each client: together 50 requests per second. */
const PAUSE_MS = 200;
/** In each round every service has one replica replaced. */
const ROUNDS = atLength({ short: 1, long: 2 });

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
    for (let round = 0; round < ROUNDS; round += 1) {
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
