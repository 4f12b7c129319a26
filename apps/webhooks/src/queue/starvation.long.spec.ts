import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { placeIn, type RunningServices, Secrets, startServices } from '@plaudit/runtime';
import { atLength, eventually, type FixtureServer } from '@plaudit/testing';
import { webhooksService } from '../service';
import { deliveryStates, startWebhooksWorld, type WebhooksWorld } from '../webhooks-world.suite';
import { SECRET } from '../webhooks/sealed-columns';
import { MAX_IN_FLIGHT } from './lane-state';

const HANGING_DELIVERIES = atLength({ short: 10_000, long: 50_000 });
const HEALTHY_DELIVERIES = atLength({ short: 1_000, long: 20_000 });
/** Generous, because a machine beside other work sends fewer than 50 deliveries a second. */
const MAX_WAIT_MS = Math.max(240_000, HEALTHY_DELIVERIES * 40);
const HEALTHY_WEBHOOKS = 200;
/** The healthy webhooks are spread over several hosts, because each host has a limit of its own. */
const HOSTS = 10;

/** Never answers. Counts its open requests. */
class HangingEndpoint {
  maxOpen = 0;
  private open = 0;
  private readonly server: Server = createServer((_request, response) => {
    this.open += 1;
    this.maxOpen = Math.max(this.maxOpen, this.open);
    response.on('close', () => (this.open -= 1));
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  get openNow(): number {
    return this.open;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

describe('An endpoint that hangs with 50,000 due deliveries', () => {
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
    // Closed first, so that the service does not wait for its deliveries.
    hanging.close();
    await replica.close();
    await world.close();
  });

  /** Copies the webhook `template` to each URL. Returns the ids of the copies. */
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
    const secrets = new Secrets(world.settings('webhooks')['SECRETS_KEY'] as string);
    for (const { id } of rows) {
      const secret = secrets.encrypt('whsec_c3BlYw==', placeIn(SECRET, id));
      await world.admin.query('update webhooks.webhooks set secret_enc = $1 where id = $2', [secret, id]);
    }
    return rows.map(({ id }) => id);
  }

  /**
   * Inserts `each` due deliveries per webhook without waiting for events. One statement also makes their lanes due,
   * because the maintenance worker would log an error if it saw the deliveries without that.
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

  it(
    `holds at most ten slots while ${HEALTHY_DELIVERIES} deliveries of other webhooks arrive, each of them once`,
    async () => {
      const hangingWebhook = await world.webhook({ url: await hanging.start() });
      await backlog([hangingWebhook.id as number], HANGING_DELIVERIES);
      await eventually(
        () => hanging.openNow,
        (open) => open === MAX_IN_FLIGHT,
        'the endpoint to hang',
      );
      const urls = Array.from({ length: HEALTHY_WEBHOOKS }, (_, n) => `${hosts[n % HOSTS]?.url}/${n}`);
      const healthy = await copies(hangingWebhook.id as number, urls);
      await backlog(healthy, HEALTHY_DELIVERIES / HEALTHY_WEBHOOKS);
      await eventually(arrived, (count) => count >= HEALTHY_DELIVERIES, 'the healthy deliveries', {
        timeoutMs: MAX_WAIT_MS,
        intervalMs: 100,
      });
      await eventually(
        () =>
          world.admin.query('select 1 from webhooks.deliveries where state < 2 and webhook_id <> $1', [
            hangingWebhook.id,
          ]),
        (left) => left.length === 0,
        'the last of them to be recorded',
        { timeoutMs: 60_000 },
      );
      const ids = hosts.flatMap(({ requests }) =>
        requests.map(({ headers }) => headers['x-service-delivery-id']),
      );
      expect(new Set(ids).size).toBe(HEALTHY_DELIVERIES);
      // If the machine is too busy to read a response in time, the attempt counts as failed and is repeated.
      const [repeated] = await world.admin.query<{ count: number }>(
        `select (select count(*) from webhooks.attempts where not ok and webhook_id <> $1)::int
              + (select coalesce(sum(lease_expiries), 0) from webhooks.deliveries where webhook_id <> $1)::int as count`,
        [hangingWebhook.id],
      );
      expect(ids.length - HEALTHY_DELIVERIES).toBeLessThanOrEqual(repeated!.count);
      expect(hanging.maxOpen).toBe(MAX_IN_FLIGHT);
      const { 2: delivered = 0 } = await deliveryStates(world, hangingWebhook.id as number);
      expect(delivered).toBe(0);
    },
    MAX_WAIT_MS + 120_000,
  );
});
