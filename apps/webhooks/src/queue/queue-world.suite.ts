import { createDataSource, Database, serviceDatabaseUrl } from '@plaudit/database';
import { NatsLink, PeerNotifier } from '@plaudit/events';
import { QueueNotifier } from '@plaudit/queue';
import { cloneDatabase, serviceTemplate, TEST_ROLE_PASSWORD, type TestDatabase } from '@plaudit/testing';
import { FanOutRepository } from '../fan-out/fan-out.repository';
import type { Notification } from '../fan-out/notification';
import { QueueMaintenanceRepository } from '../maintenance/queue-maintenance.repository';
import type { AttemptOutcome } from '../sending/attempt-outcome';
import { webhooksService } from '../service';
import { WebhooksEnv } from '../webhooks.env';
import type { ClaimedDelivery } from './claimed-delivery';
import { CompletionsRepository } from './completions.repository';
import { LanesRepository } from './lanes.repository';

const UNCONNECTED = new NatsLink({ url: 'nats://127.0.0.1:1', service: 'webhooks' });

/** The queue on a real database, without a running service. Nothing happens unless the spec calls it. */
export class QueueWorld {
  readonly lanes: LanesRepository;
  readonly maintenance: QueueMaintenanceRepository;
  readonly fanOut = new FanOutRepository();
  private readonly completions: CompletionsRepository;
  private counter = 0;

  private constructor(
    private readonly clone: TestDatabase,
    readonly database: Database,
  ) {
    this.lanes = new LanesRepository(database, new QueueNotifier(new PeerNotifier(UNCONNECTED)));
    this.completions = new CompletionsRepository(database, new WebhooksEnv());
    this.maintenance = new QueueMaintenanceRepository(database);
  }

  static async start(): Promise<QueueWorld> {
    const clone = await cloneDatabase({ template: await serviceTemplate([webhooksService]) });
    const dataSource = createDataSource({
      url: serviceDatabaseUrl(clone.adminUrl, 'webhooks', TEST_ROLE_PASSWORD),
      schema: 'webhooks',
      entities: webhooksService.entities,
      migrations: [],
      poolSize: 12,
    });
    await dataSource.initialize();
    return new QueueWorld(clone, new Database(dataSource, 'webhooks'));
  }

  async close(): Promise<void> {
    await this.database.dataSource.destroy();
    await this.clone.drop();
  }

  async empty(): Promise<void> {
    await this.database.query('truncate webhooks, lanes, health, events, deliveries, attempts');
  }

  /** Adds a webhook and its lane. Returns the webhook's id. */
  async newWebhook(): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `insert into webhooks (account_id, url, events, sub_account_ids, channel_ids, skip_backfill, active, format,
         secret_enc, secret_hint, test_calls, created_on, updated_on)
       values (1, $1, '{}', '{}', '{}', false, true, 'standard', '', '', 0, now(), now()) returning id`,
      [`https://example.com/${++this.counter}`],
    );
    const id = row?.id as number;
    await this.database.transaction((tx) => this.lanes.create(tx, id, false));
    return id;
  }

  /** Queues a new event for these webhooks. Returns the event's id. */
  async queue(...webhookIds: number[]): Promise<number> {
    const notification = {
      id: `evt_${++this.counter}`,
      event: 'review.created',
      account_id: 1,
      sub_account_id: 1,
      occurredOn: new Date(),
    } as Notification;
    return this.database.transaction(async (tx) => {
      const eventId = await this.fanOut.storeEvent(tx, notification, Buffer.from('{}'));
      await this.fanOut.queue(tx, eventId as number, webhookIds);
      return eventId as number;
    });
  }

  /** Adds `count` due deliveries to one webhook. */
  async backlog(webhookId: number, count: number): Promise<void> {
    const eventId = await this.queue(webhookId);
    await this.database.query(
      `insert into deliveries (public_id, webhook_id, event_id, state, trigger, attempts, next_attempt_at,
         lease_expiries, created_on)
       select 'dlv_' || $1::bigint || '_' || n, $1::bigint, $2::bigint, 0, 2, 0, clock_timestamp() - interval '1 hour', 0, clock_timestamp()
       from generate_series(2, $3::integer) n`,
      [webhookId, eventId, count],
    );
  }

  claim(size: Partial<Parameters<LanesRepository['claim']>[0]> = {}): Promise<ClaimedDelivery[]> {
    return this.lanes.claim({ rows: 64, slowRows: 64, leaseMs: 30_000, ...size });
  }

  complete(deliveries: ClaimedDelivery[], outcome = buildOutcome(), waitMs: number | null = null) {
    return this.completions.complete(deliveries.map((delivery) => ({ delivery, outcome, waitMs })));
  }

  /** Returns how many deliveries are in each state, such as `{2: 3}`. */
  async states(): Promise<Record<number, number>> {
    const rows = await this.database.query<{ state: number; count: number }>(
      'select state, count(*) from deliveries group by state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  /** Returns the lanes that are scheduled after one of their deliveries. */
  lateLanes(): Promise<unknown[]> {
    return this.database.query(
      `select l.webhook_id from lanes l join deliveries d on d.webhook_id = l.webhook_id and d.state = 0
       where l.next_due_at > d.next_attempt_at + interval '1.5 seconds'`,
    );
  }

  /** Resolves when a session of this database waits for a lock. */
  async waitForBlockedSession(): Promise<void> {
    for (;;) {
      const [row] = await this.database.query<{ waiting: number }>(
        "select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if ((row?.waiting ?? 0) > 0) return;
    }
  }
}

function buildOutcome(overrides: Partial<AttemptOutcome> = {}): AttemptOutcome {
  return {
    ok: true,
    statusCode: 200,
    errorCode: null,
    error: '',
    retryAfterMs: null,
    startedOn: new Date(),
    durationMs: 5,
    timings: null,
    responseHeaders: null,
    responseBody: null,
    responseEncoding: null,
    truncated: false,
    ...overrides,
  };
}

export const failedOutcome = (): AttemptOutcome =>
  buildOutcome({ ok: false, statusCode: 500, errorCode: 'http_error', error: 'x' });

/** Inserts deliveries for so many events in each of three transactions at once, while three workers claim and complete them. */
export async function expectNothingLeftBehind(world: QueueWorld, events: number): Promise<void> {
  const webhooks = await Promise.all(Array.from({ length: 6 }, () => world.newWebhook()));
  let inserting = true;
  const insert = async (): Promise<void> => {
    for (let n = 0; n < events; n++) await world.queue(...webhooks);
  };
  const drain = async (): Promise<void> => {
    for (;;) {
      const over = !inserting;
      const deliveries = await world.claim();
      if (deliveries.length > 0) await world.complete(deliveries);
      else if (over) return;
    }
  };
  const inserts = Promise.all([insert(), insert(), insert()]).finally(() => (inserting = false));
  await Promise.all([inserts, drain(), drain(), drain()]);
  expect(await world.lateLanes()).toEqual([]);
  expect(await world.states()).toEqual({ 2: 3 * events * webhooks.length });
  expect(await world.lanes.repair()).toBe(0);
}
