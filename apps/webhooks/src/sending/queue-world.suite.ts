import { createDataSource, Database, serviceDatabaseUrl } from '@plaudit/database';
import { cloneDatabase, serviceTemplate, TEST_ROLE_PASSWORD, type TestDatabase } from '@plaudit/testing';
import { AttemptLog } from '../deliveries/attempt-log';
import { FanOutRepository } from '../fan-out/fan-out.repository';
import type { Notification } from '../fan-out/notification';
import { webhooksService } from '../service';
import { WebhooksEnv } from '../webhooks.env';
import { CompletionsRepository } from './completions.repository';
import { LanesRepository } from './lanes.repository';
import type { AttemptOutcome, SendJob } from './send-job';
import { UpkeepRepository } from './upkeep.repository';

/** The queue alone, on a real database and without a service: every step is the spec's own. */
export class QueueWorld {
  readonly lanes: LanesRepository;
  readonly upkeep: UpkeepRepository;
  readonly fanOut = new FanOutRepository();
  private readonly completions: CompletionsRepository;
  private counter = 0;

  private constructor(
    private readonly clone: TestDatabase,
    readonly database: Database,
  ) {
    this.lanes = new LanesRepository(database);
    this.completions = new CompletionsRepository(database, new AttemptLog(), new WebhooksEnv());
    this.upkeep = new UpkeepRepository(database);
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

  /** A webhook with an open lane; its id. */
  async newWebhook(): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `insert into webhooks (account_id, url, events, sub_account_ids, channel_ids, skip_backfill, active, format,
         secret_enc, secret_hint, test_calls, created_on, updated_on)
       values (1, $1, '{}', '{}', '{}', false, true, 'standard', '', '', 0, now(), now()) returning id`,
      [`https://example.com/${++this.counter}`],
    );
    const id = row?.id as number;
    await this.database.transaction((tx) => this.lanes.open(tx, id, false));
    return id;
  }

  /** A new event for these webhooks; its id. */
  async queue(...webhookIds: number[]): Promise<number> {
    const notification = {
      id: `evt_${++this.counter}`,
      event: 'review.created',
      accountId: 1,
      subAccountId: 1,
      occurredOn: new Date(),
    } as Notification;
    return this.database.transaction(async (tx) => {
      const eventId = await this.fanOut.keepEvent(tx, notification, Buffer.from('{}'));
      await this.fanOut.queue(tx, eventId as number, webhookIds);
      return eventId as number;
    });
  }

  /** `count` deliveries of one webhook at once. */
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

  claim(size: Partial<Parameters<LanesRepository['claim']>[0]> = {}): Promise<SendJob[]> {
    return this.lanes.claim({ rows: 64, slowRows: 64, leaseMs: 30_000, ...size });
  }

  complete(jobs: SendJob[], of: AttemptOutcome = outcome(), waitMs: number | null = null) {
    return this.completions.complete(jobs.map((job) => ({ job, outcome: of, waitMs })));
  }

  /** How many deliveries are in each state, e.g. `{2: 3}`. */
  async states(): Promise<Record<number, number>> {
    const rows = await this.database.query<{ state: number; count: number }>(
      'select state, count(*) from deliveries group by state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  /** Lanes that would be served later than their deliveries are due. */
  stranded(): Promise<unknown[]> {
    return this.database.query(
      `select l.webhook_id from lanes l join deliveries d on d.webhook_id = l.webhook_id and d.state = 0
       where l.next_due_at > d.next_attempt_at + interval '1.5 seconds'`,
    );
  }

  /** Until somebody waits for a lock of this database. */
  async waitingForLock(): Promise<void> {
    for (;;) {
      const [row] = await this.database.query<{ waiting: number }>(
        "select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if ((row?.waiting ?? 0) > 0) return;
    }
  }
}

function outcome(overrides: Partial<AttemptOutcome> = {}): AttemptOutcome {
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
  outcome({ ok: false, statusCode: 500, errorCode: 'http_error', error: 'x' });
