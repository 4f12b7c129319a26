import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { eventually, type FixtureServer } from '@plaudit/testing';
import { MAX_IN_FLIGHT } from './sending/lane-state';
import { webhooksService } from './service';
import { startWebhooksWorld, states, type WebhooksWorld } from './webhooks-world.suite';

const STUCK_DUE = 50_000;
const HEALTHY_DUE = 20_000;
/** Healthy webhooks, over so many hosts: a host has its own limit, whichever webhooks it belongs to. */
const WEBHOOKS = 200;
const HOSTS = 10;

/** Never answers, and counts what it has open at the same time. */
class HangingEndpoint {
  most = 0;
  private open = 0;
  private readonly server: Server = createServer((_request, response) => {
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    response.on('close', () => (this.open -= 1));
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  get now(): number {
    return this.open;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

describe('an endpoint that hangs with 50,000 deliveries due', () => {
  let world: WebhooksWorld;
  let replica: RunningServices;
  let hosts: FixtureServer[];
  const hanging = new HangingEndpoint();

  beforeAll(async () => {
    world = await startWebhooksWorld({ WEBHOOK_SLOTS: '64' });
    const settings = { ...world.settings('webhooks'), PORT: '0' };
    replica = await startServices([{ definition: webhooksService, settings }]);
    hosts = await Promise.all(Array.from({ length: HOSTS }, () => world.endpoint()));
  });
  afterAll(async () => {
    // First, so that its deliveries end before the service waits for them.
    hanging.close();
    await replica.close();
    await world.close();
  });

  /** More webhooks like `template`, one per address; their ids. */
  async function copies(template: number, urls: string[]): Promise<number[]> {
    const rows = await world.admin.query<{ id: number }>(
      `with made as (
         insert into webhooks.webhooks (account_id, url, events, sub_account_ids, channel_ids, skip_backfill, active,
           format, secret_enc, secret_hint, test_calls, created_on, updated_on)
         select account_id, copy.url, events, sub_account_ids, channel_ids, skip_backfill, active,
           format, secret_enc, secret_hint, test_calls, created_on, updated_on
         from webhooks.webhooks, unnest($2::text[]) copy (url) where id = $1 returning id
       ), lanes as (
         insert into webhooks.lanes select (jsonb_populate_record(lane, jsonb_build_object('webhook_id', made.id))).*
         from made, webhooks.lanes lane where lane.webhook_id = $1
       ) select id from made`,
      [template, urls],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * `each` deliveries of every webhook, due now, without waiting for the bus. With their lanes in one statement: what
   * looks for lanes that were left behind would find them in between, which is an error.
   */
  async function backlog(webhookIds: number[], each: number): Promise<void> {
    await world.admin.query(
      `with event as (
         insert into webhooks.events (evt_id, account_id, sub_account_id, event, occurred_on, body, created_on)
         values ('evt_' || gen_random_uuid(), 1, 1, 'review.created', now(), '{}', now()) returning id
       ), queued as (
         insert into webhooks.deliveries (public_id, webhook_id, event_id, state, trigger, attempts, next_attempt_at,
           lease_expiries, created_on)
         select 'dlv_' || gen_random_uuid(), webhook, event.id, 0, 2, 0, clock_timestamp(), 0, now()
         from event, unnest($1::bigint[]) webhook, generate_series(1, $2::integer)
       )
       update webhooks.lanes set next_due_at = clock_timestamp() where webhook_id = any ($1)`,
      [webhookIds, each],
    );
  }

  const arrived = () => hosts.reduce((total, { requests }) => total + requests.length, 0);

  it('holds ten slots at most, while 20,000 deliveries of others all arrive, each once', async () => {
    const stuck = await world.webhook({ url: await hanging.start() });
    await backlog([stuck.id as number], STUCK_DUE);
    await eventually(
      () => hanging.now,
      (open) => open === MAX_IN_FLIGHT,
      'the endpoint to hang',
    );
    const urls = Array.from({ length: WEBHOOKS }, (_, n) => `${hosts[n % HOSTS]?.url}/${n}`);
    const healthy = await copies(stuck.id as number, urls);
    await backlog(healthy, HEALTHY_DUE / WEBHOOKS);
    await eventually(arrived, (count) => count >= HEALTHY_DUE, 'the healthy deliveries', {
      timeoutMs: 240_000,
      intervalMs: 100,
    });
    await eventually(
      () =>
        world.admin.query('select 1 from webhooks.deliveries where state < 2 and webhook_id <> $1', [
          stuck.id,
        ]),
      (left) => left.length === 0,
      'the last of them to be written down',
      { timeoutMs: 60_000 },
    );
    const ids = hosts.flatMap(({ requests }) =>
      requests.map(({ headers }) => headers['x-service-delivery-id']),
    );
    expect(new Set(ids).size).toBe(HEALTHY_DUE);
    // On a machine too busy to hear an answer in time, an attempt counts as failed and is made again.
    const [unheard] = await world.admin.query<{ count: number }>(
      `select (select count(*) from webhooks.attempts where not ok and webhook_id <> $1)::int
              + (select coalesce(sum(lease_expiries), 0) from webhooks.deliveries where webhook_id <> $1)::int as count`,
      [stuck.id],
    );
    expect(ids.length - HEALTHY_DUE).toBeLessThanOrEqual(unheard!.count);
    expect(hanging.most).toBe(MAX_IN_FLIGHT);
    const { 2: delivered = 0 } = await states(world, stuck.id as number);
    expect(delivered).toBe(0);
  }, 360_000);
});
