import { setTimeout as delay } from 'node:timers/promises';
import { reviewCreated } from '@plaudit/contracts';
import { placeIn, Secrets } from '@plaudit/runtime';
import { Client } from 'pg';
import { SECRET } from '../../apps/webhooks/src/webhooks/sealed-columns';
import type { Cleanup } from './cleanup';
import { Producer } from './producer';
import { builtProgram, Program, sourceProgram } from './program';
import { POOL } from './programs';
import { type Servers, startServers } from './servers';
import { sized } from './sizes';

export const WEBHOOKS = sized(1_000, 20);
/** Each host has a limit of its own, so the endpoints are spread over several. */
const HOSTS = 16;
/** What one account gets of `MAX_CONNECTIONS_PER_HOST`, and the default of `WEBHOOK_SLOTS`. */
const PER_HOST = 20;
const SLOTS = 256;
/** Requests with which the bare loop warms up. */
const BARE_WARM_UP = sized(5_000, 500);
/** On a slow machine V8 optimises the code of one event after another within seconds, and until then each takes several times as long. */
const WARM_UP_SECONDS = sized(15, 1);
const POLL_MS = 20;
const PATIENCE_MS = 600_000;
const LISTENING = /Listening on (http:\/\/[\d.:,h/tp]+)/;
const EVENT = {
  id: 'evt_bench',
  event: 'review.created',
  occurred_on: '2026-01-02T03:04:05.000Z',
  data: {
    from_name: 'Zoë',
    rating_value: 5,
    text: 'They bake their own bread, and it shows. '.repeat(8),
    profile_id: 42,
    platform: 'google',
  },
};
const BODY = JSON.stringify(EVENT);

export interface Drained {
  perSecond: number;
  megabytes: number;
}

/** Postgres, NATS, endpoints that answer at once, and one process of the webhooks service with a webhook for each of 1,000 accounts. */
export class WebhooksWorld {
  private producer: Producer | null = null;

  private constructor(
    private readonly servers: Servers,
    private readonly receiver: Program,
    private readonly service: Program,
    private readonly admin: Client,
    private readonly cleanup: Cleanup,
  ) {}

  static async start(cleanup: Cleanup): Promise<WebhooksWorld> {
    const servers = await startServers(cleanup);
    const receiver = await Program.start({
      args: sourceProgram('webhook-receiver.process.ts'),
      env: { NODE_ENV: 'production', HOSTS: String(HOSTS) },
      ready: LISTENING,
      ipc: true,
    });
    cleanup.defer(() => receiver.stop());
    const service = await Program.start({
      args: [builtProgram('webhooks')],
      env: {
        ...servers.settings('webhooks'),
        NODE_ENV: 'production',
        DATABASE_POOL: POOL,
        WEBHOOK_SLOTS: String(SLOTS),
        OUTBOUND_ALLOW_HOSTS: receiver.said.replaceAll('http://', ''),
      },
      ready: LISTENING,
    });
    cleanup.defer(() => service.stop());
    const admin = new Client({ connectionString: servers.adminUrl });
    // Without this handler, a server stopped by an interruption would end this process.
    admin.on('error', () => {});
    await admin.connect();
    cleanup.defer(() => admin.end());
    const world = new WebhooksWorld(servers, receiver, service, admin, cleanup);
    await world.addWebhooks();
    return world;
  }

  /** Queues due deliveries, the same number for each webhook, and waits until they have arrived. */
  async drain(total: number): Promise<Drained> {
    await this.receiver.ask('reset');
    await this.queue(total, 'clock_timestamp()', 'clock_timestamp()');
    await this.arrived(total);
    const megabytes = this.service.residentMegabytes();
    const [first, last] = await this.receiver.ask<[number, number]>('span');
    return { perSecond: ((total - 1) / (last - first)) * 1_000, megabytes };
  }

  /** Queues deliveries that wait for their retry, the same number for each webhook. */
  async queueRetries(total: number): Promise<void> {
    await this.queue(total, "clock_timestamp() + interval '1 hour' + n * interval '1 second'", 'next_due_at');
    await this.admin.query('vacuum analyze webhooks.deliveries');
    await this.admin.query('checkpoint');
  }

  async empty(): Promise<void> {
    await this.admin.query(`truncate webhooks.deliveries, webhooks.attempts, webhooks.events`);
    await this.admin.query(`update webhooks.lanes set next_due_at = 'infinity'`);
  }

  /** Sends as many requests with undici alone. Returns requests per second. */
  async sendBare(total: number): Promise<number> {
    const bare = await Program.start({
      args: sourceProgram('bare-webhooks.process.ts'),
      env: {
        NODE_ENV: 'production',
        ORIGINS: this.receiver.said,
        WARM_UP: String(BARE_WARM_UP),
        REQUESTS: String(total),
        AT_ONCE: String(SLOTS),
        PER_HOST: String(PER_HOST),
        BODY,
      },
      ready: /Sent (\d+) requests a second/,
    });
    await bare.stop();
    return Number(bare.said);
  }

  /** Commits events at a steady rate, of these many accounts in turn. Returns the milliseconds from commit to arrival of each. */
  async latencies(perSecond: number, seconds: number, accounts: number): Promise<number[]> {
    this.producer ??= await Producer.start(this.servers, this.cleanup);
    await this.paced(this.producer, perSecond, perSecond * WARM_UP_SECONDS, accounts);
    return this.paced(this.producer, perSecond, perSecond * seconds, accounts);
  }

  private async paced(
    producer: Producer,
    perSecond: number,
    events: number,
    accounts: number,
  ): Promise<number[]> {
    await this.receiver.ask('reset');
    const from = performance.now();
    const commits: Promise<void>[] = [];
    for (let id = 1; id <= events; id += 1) {
      const wait = from + (id / perSecond) * 1_000 - performance.now();
      if (wait > 0) await delay(wait);
      commits.push(producer.commit(reviewCreated, id, 1 + (id % accounts)));
    }
    await Promise.all(commits);
    await this.arrived(events);
    const times = await this.receiver.ask<[string, number][]>('times');
    return times.map(([id, at]) => at - (producer.committedAt.get(id) as number));
  }

  private async arrived(wanted: number): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const count = await this.receiver.ask<number>('count');
      if (count >= wanted) return;
      if (performance.now() > until) throw new Error(`Only ${count} of ${wanted} deliveries arrived`);
      await delay(POLL_MS);
    }
  }

  /** One statement also makes the lanes due, because the service would report deliveries that are due before their lanes. */
  private async queue(total: number, dueAt: string, nextDueAt: string): Promise<void> {
    await this.admin.query(
      `with event as (
         insert into webhooks.events (evt_id, account_id, sub_account_id, event, occurred_on, body, created_on)
         select 'evt_' || gen_random_uuid(), 1, 1, 'review.created', now(), convert_to($1, 'UTF8'), now()
         from generate_series(1, $2::integer) returning id
       ), numbered as (
         select id, row_number() over (order by id) as n from event
       ), queued as (
         insert into webhooks.deliveries (public_id, webhook_id, event_id, state, trigger, attempts, next_attempt_at,
           lease_expiries, created_on)
         select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), webhook.id, numbered.id, 0, 0, 0, ${dueAt}, 0, now()
         from numbered, webhooks.webhooks webhook
       )
       update webhooks.lanes set next_due_at = ${nextDueAt}`,
      [BODY, total / WEBHOOKS],
    );
  }

  private async addWebhooks(): Promise<void> {
    const { rows } = await this.admin.query<{ id: string }>(
      `insert into webhooks.webhooks (account_id, url, events, sub_account_ids, channel_ids, skip_backfill, active, format,
         secret_enc, secret_hint, test_calls, created_on, updated_on)
       select n, ($1::text[])[1 + n % cardinality($1)] || '/hooks/' || n, '{review.created}', '{}', '{}', false, true,
         'standard', '', '', 0, now(), now()
       from generate_series(1, $2::integer) n returning id`,
      [this.receiver.said.split(','), WEBHOOKS],
    );
    const secrets = new Secrets(this.servers.settings('webhooks').SECRETS_KEY as string);
    const ids = rows.map(({ id }) => Number(id));
    const sealed = ids.map((id) => secrets.encrypt('whsec_c3BlYw==', placeIn(SECRET, id)));
    await this.admin.query(
      `update webhooks.webhooks w set secret_enc = sealed.secret
       from unnest($1::bigint[], $2::bytea[]) as sealed (id, secret) where w.id = sealed.id`,
      [ids, sealed],
    );
    await this.admin.query(
      `insert into webhooks.lanes (webhook_id, next_due_at, paused, slow, limit_now, success_streak, failure_streak, recent,
         recent_count, typical_ms, breaker_open, breaker_opens, blocked_until)
       select id, 'infinity', false, false, 10, 0, 0, 0, 0, 0, false, 0, '-infinity' from webhooks.webhooks`,
    );
  }
}
