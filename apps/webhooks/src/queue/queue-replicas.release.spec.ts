import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  eventually,
  administer,
  type FixtureResponse,
  type FixtureServer,
  freeze,
  startServiceProcess,
} from '@plaudit/testing';
import { type RunningServices, startServices } from '@plaudit/runtime';
import {
  received,
  startWebhooksWorld,
  type WebhooksWorld,
  deliveryStates,
  logged,
} from '../webhooks-world.suite';
import { webhooksService } from '../service';
import { expectNothingLeftBehind, QueueWorld } from './queue-world.suite';

/** Longer than any delivery takes on a busy machine. After a shorter lease, another worker would send it again. */
const LEASE_SECONDS = 300;

const replicas: RunningServices[] = [];

const children: ChildProcess[] = [];

const deliveryIds = (endpoint: FixtureServer): string[] =>
  endpoint.requests.map(({ headers }) => String(headers['x-service-delivery-id']));

describe('replicas', () => {
  let world: WebhooksWorld;

  /** Ends the blocked claim of {@link blockOwnWorker}. */
  let unblock = (): Promise<void> => Promise.resolve();

  beforeEach(async () => {
    world = await startWebhooksWorld({ WEBHOOK_SLOTS: '4', WEBHOOK_LEASE_SECONDS: String(LEASE_SECONDS) });
  });

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await unblock();
    for (const replica of replicas.splice(0)) await replica.close();
    await world.close();
  });

  async function replica(settings: Record<string, string> = {}): Promise<RunningServices> {
    const started = await startServices([
      { definition: webhooksService, settings: { ...world.settings('webhooks'), PORT: '0', ...settings } },
    ]);
    replicas.push(started);
    return started;
  }

  /**
   * Starts the service from source as a process of its own and freezes it until SIGCONT, so that it cannot claim first.
   */
  async function frozenReplica(): Promise<ChildProcess> {
    const child = await startServiceProcess(join(__dirname, '../main.ts'), world.settings('webhooks'));
    children.push(child);
    await freeze(child.pid!);
    return child;
  }

  /**
   * Blocks the worker of this process in the middle of a claim until {@link unblock}, so that only other processes can
   * claim. A claim skips locked lanes, but it waits for a locked delivery of a lane that it has locked itself.
   */
  async function blockOwnWorker(): Promise<void> {
    const { id } = await world.webhook({ url: (await world.endpoint()).url, active: false });
    await backlog(id, 1);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let holding: Promise<void> = Promise.resolve();
    await new Promise<void>((held, failed) => {
      holding = administer(world.databaseUrl('webhooks'), async (admin) => {
        await admin.query('begin');
        await admin.query('select from webhooks.deliveries where webhook_id = $1 for update', [id]);
        held();
        await released;
      });
      holding.catch(failed);
    });
    unblock = async () => {
      release();
      await holding;
    };
    await world.admin.query('update webhooks.lanes set paused = false where webhook_id = $1', [id]);
    await eventually(
      () =>
        world.admin.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%claim_deliveries%'`,
        ),
      (waiting) => waiting.length === 1,
      'the worker to wait for the lock',
    );
  }

  /** Starts another process, which alone can claim the `count` due deliveries of a webhook until {@link unblock}. */
  async function onlyReplicaFor(webhookId: number, count: number): Promise<ChildProcess> {
    const child = await frozenReplica();
    await blockOwnWorker();
    await backlog(webhookId, count);
    child.kill('SIGCONT');
    return child;
  }

  /** Inserts `count` due deliveries of a webhook without waiting for events. */
  async function backlog(webhookId: number, count: number): Promise<void> {
    await world.admin.query(
      `with event as (
       insert into webhooks.events (evt_id, account_id, sub_account_id, event, occurred_on, body, created_on)
       select 'evt_' || gen_random_uuid(), 1, 1, 'review.created', now(), '{}', now()
       from generate_series(1, $2::integer) returning id
     ), queued as (
       insert into webhooks.deliveries (public_id, webhook_id, event_id, state, trigger, attempts, next_attempt_at,
         lease_expiries, created_on)
       select 'dlv_' || gen_random_uuid(), $1, id, 0, 0, 0, clock_timestamp(), 0, now() from event
     )
     update webhooks.lanes set next_due_at = clock_timestamp() where webhook_id = $1`,
      [webhookId, count],
    );
  }

  describe('Replicas that share a queue', () => {
    it('send every delivery exactly once', async () => {
      const endpoint = await world.endpoint();
      await replica({ WEBHOOK_SLOTS: '64' });
      await replica({ WEBHOOK_SLOTS: '64' });
      const webhooks: number[] = [];
      for (let n = 0; n < 10; n++)
        webhooks.push((await world.webhook({ url: `${endpoint.url}/${n}` })).id as number);
      await Promise.all(webhooks.map((id) => backlog(id, 100)));
      await eventually(
        () => endpoint.requests.length,
        (count) => count >= 1_000,
        'a thousand deliveries',
        { timeoutMs: 120_000 },
      );
      await eventually(
        () => world.admin.query('select 1 from webhooks.deliveries where state < 2'),
        (rows) => rows.length === 0,
        'an empty queue',
      );
      expect(new Set(deliveryIds(endpoint)).size).toBe(1_000);
      expect(endpoint.requests).toHaveLength(1_000);
    }, 180_000);

    it('take over the deliveries that a killed process had in flight', async () => {
      const endpoint = await world.endpoint(() => (endpoint.requests.length <= 3 ? 'hang' : {}));
      const webhook = await world.webhook({ url: endpoint.url });
      const child = await onlyReplicaFor(webhook.id, 3);
      await eventually(
        () => endpoint.requests.length,
        (count) => count === 3,
        'the other process to send',
      );
      child.kill('SIGKILL');
      await once(child, 'exit');
      await unblock();
      expect(await deliveryStates(world, webhook.id)).toEqual({ 1: 3 });
      // Lets the lease expire.
      await world.admin.query(
        `update webhooks.deliveries set lease_until = lease_until - interval '${LEASE_SECONDS} seconds' where webhook_id = $1`,
        [webhook.id],
      );
      await eventually(
        () => deliveryStates(world, webhook.id),
        (counts) => counts[2] === 3,
        'three deliveries by the other worker',
        { timeoutMs: 60_000 },
      );
      expect(new Set(deliveryIds(endpoint)).size).toBe(3);
      expect(endpoint.requests.map(({ headers }) => headers['x-service-attempt'])).toEqual(
        Array(6).fill('1'),
      );
      expect(await world.attempts(webhook.id)).toHaveLength(3);
    }, 180_000);

    it('ignore the outcome of a process that was stopped until another one had its delivery, except in the log', async () => {
      const answers: ((answer: FixtureResponse) => void)[] = [];
      const endpoint = await world.endpoint(() => new Promise((answer) => answers.push(answer)));
      const webhook = await world.webhook({ url: endpoint.url });
      const child = await onlyReplicaFor(webhook.id, 1);
      await received(endpoint, 1);
      await freeze(child.pid!);
      await unblock();
      await world.admin.query(
        `update webhooks.deliveries set lease_until = lease_until - interval '${LEASE_SECONDS} seconds' where webhook_id = $1`,
        [webhook.id],
      );
      await received(endpoint, 2);
      answers[1]?.({ status: 200 });
      await eventually(
        () => deliveryStates(world, webhook.id),
        (counts) => counts[2] === 1,
        'the delivery by the other worker',
      );
      answers[0]?.({ status: 500 });
      child.kill('SIGCONT');
      const log = await logged(world, webhook.id, 2);
      expect(log.map(({ attempt, delivery_status }) => [attempt, delivery_status])).toEqual([
        [1, 'delivered'],
        [1, 'delivered'],
      ]);
      expect(log.map(({ status }) => status)).toEqual(['failed', 'success']);
      expect(await deliveryStates(world, webhook.id)).toEqual({ 2: 1 });
      expect(new Set(deliveryIds(endpoint)).size).toBe(1);
    }, 180_000);

    it('finish their attempts in flight on SIGTERM and leave no delivery leased', async () => {
      const endpoint = await world.endpoint(() => ({ delayMs: 800 }));
      const webhook = await world.webhook({ url: endpoint.url });
      const child = await onlyReplicaFor(webhook.id, 30);
      await eventually(
        () => endpoint.requests.length,
        (count) => count > 0,
        'the other process to send',
      );
      const began = Date.now();
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number];
      expect(code).toBe(0);
      expect(Date.now() - began).toBeLessThan(60_000);
      const counts = await deliveryStates(world, webhook.id);
      expect(counts[1] ?? 0).toBe(0);
      expect(counts[2]).toBe(endpoint.requests.length);
      expect((counts[0] ?? 0) + (counts[2] ?? 0)).toBe(30);
    }, 180_000);
  });

  describe('A slot', () => {
    it('serves the next delivery while the outcomes of others are being recorded', async () => {
      let answer = (_response: FixtureResponse): void => {};
      const answered = new Promise<FixtureResponse>((resolve) => (answer = resolve));
      const first = await world.endpoint(() => answered);
      const recorded = await world.webhook({ url: first.url });
      await backlog(recorded.id, 4);
      await received(first, 4);
      const second = await world.endpoint(() => 'hang');
      const { id } = await world.webhook({ url: second.url });
      await administer(world.databaseUrl('webhooks'), async (admin) => {
        await admin.query('begin');
        await admin.query('select from webhooks.lanes where webhook_id = $1 for update', [recorded.id]);
        answer({});
        await backlog(id, 6);
        await received(second, 4);
        expect(await deliveryStates(world, recorded.id)).toEqual({ 1: 4 });
        expect(await deliveryStates(world, id)).toEqual({ 0: 2, 1: 4 });
        await admin.query('rollback');
      });
      await eventually(
        () => deliveryStates(world, recorded.id),
        (counts) => counts[2] === 4,
        'the outcomes of the first webhook',
      );
      await second.close();
    });
  });
});

describe('The delivery queue', () => {
  let world: QueueWorld;

  beforeAll(async () => (world = await QueueWorld.start()));

  afterAll(() => world.close());

  it('leaves no delivery behind when thousands of inserts and claims run concurrently', async () => {
    await expectNothingLeftBehind(world, 250);
  }, 180_000);
});
