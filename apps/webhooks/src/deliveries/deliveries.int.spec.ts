import { effectiveScopes, type Principal } from '@plaudit/contracts';
import type { HttpResult } from '@plaudit/testing';
import {
  firstAttempt,
  HOURLY_RETRIES,
  logged,
  received,
  startWebhooksWorld,
  WEBHOOKS,
  type WebhooksWorld,
} from '../webhooks-world.suite';
import { QueueWorld } from '../queue/queue-world.suite';
import { RECOVER } from '../redelivery/redeliveries.repository';
import type { AttemptFilter } from './attempt-log';
import { attemptPage } from './attempt-log.sql';

type Query = Record<string, string | number>;

describe('attempt log', () => {
  let world: WebhooksWorld;

  beforeAll(async () => {
    world = await startWebhooksWorld(HOURLY_RETRIES);
  });

  afterAll(() => world.close());

  function list(id: number, query: Query = {}, as: Partial<Principal> = {}): Promise<HttpResult> {
    return world.as(as).get('webhooks', `${WEBHOOKS}/deliveries/${id}`, { query });
  }

  function attemptOf(id: number | string, as: Partial<Principal> = {}): Promise<HttpResult> {
    return world.as(as).get('webhooks', `${WEBHOOKS}/attempts/${id}`);
  }

  async function ids(id: number, query: Query): Promise<number[]> {
    const { body } = await list(id, query);
    return body.deliveries.map((attempt: { id: number }) => attempt.id);
  }

  describe('GET /webhooks/deliveries/{id}', () => {
    it.each<[string, Query, string]>([
      ['a status that does not exist', { status: 'ok' }, 'status'],
      ['an event that does not exist', { event: 'review.eaten' }, 'event'],
      ['an id that is not one of a delivery', { delivery_id: '7' }, 'delivery_id'],
      ['an id that is not one of an event', { event_id: "evt_'" }, 'event_id'],
      ['an unreadable date', { since: 'soon' }, 'since'],
      ['an unreadable end', { until: '2026-02-30' }, 'until'],
      ['no items', { limit: 0 }, 'limit'],
      ['more than 100 items', { limit: 101 }, 'limit'],
      ['a cursor that is not an id', { cursor: 'next' }, 'cursor'],
    ])('refuses %s', async (_what, query, field) => {
      expect(await list(1, query)).toMatchObject({ status: 400, body: { success: false, field } });
    });

    it('filters by status, event, delivery, id of the event, and time', async () => {
      const { webhook, attempt, endpoint } = await firstAttempt(world, { status: 500 });
      endpoint.handle(() => ({ status: 200 }));
      await world.makeRetriesDue();
      await logged(world, webhook.id, 2);
      await world.review();
      await logged(world, webhook.id, 3);
      await world.as().post('webhooks', `${WEBHOOKS}/test/${webhook.id}`);
      const [test, other, retry, first] = await logged(world, webhook.id, 4);
      const all = [test.id, other.id, retry.id, first.id];
      // Ids of attempts and their times ascend together.
      await world.admin.query(
        `update webhooks.attempts set started_on = '2026-01-01 00:00:00Z'::timestamptz + interval '1 hour' * (id - $1)
       where webhook_id = $2`,
        [first.id, webhook.id],
      );
      await world.admin.query("update webhooks.attempts set event = 'profile.error' where id = $1", [
        other.id,
      ]);
      const cases: [Query, number[]][] = [
        [{}, all],
        [{ status: 'failed' }, [first.id]],
        [{ status: 'success', event: 'review.created' }, [test.id, retry.id]],
        [{ event: 'profile.error' }, [other.id]],
        [{ delivery_id: attempt.delivery_id }, [retry.id, first.id]],
        [{ delivery_id: attempt.delivery_id, status: 'success' }, [retry.id]],
        [{ delivery_id: test.delivery_id }, [test.id]],
        [{ event_id: attempt.event_id }, [retry.id, first.id]],
        [{ event_id: test.event_id }, [test.id]],
        [{ event_id: 'evt_unknown' }, []],
        [{ until: '2026-01-01 00:00:00' }, [first.id]],
        [{ since: '2026-01-01 00:30:00', until: '2026-01-01', event: 'review.created' }, [test.id, retry.id]],
        [{ since: '', until: '' }, all],
        [{ cursor: retry.id }, [first.id]],
      ];
      for (const [query, expected] of cases) {
        expect([query, await ids(webhook.id, query)]).toEqual([query, expected]);
      }
    });

    it('finds the attempts of an event that was sent again', async () => {
      const { webhook, attempt } = await firstAttempt(world, {});
      await world.as().post('webhooks', `${WEBHOOKS}/redeliver/${attempt.delivery_id}`);
      await logged(world, webhook.id, 2);
      expect(await ids(webhook.id, { event_id: attempt.event_id })).toHaveLength(2);
    });

    it('leads through all attempts page by page, each exactly once, while newer ones are made', async () => {
      const { webhook } = await firstAttempt(world, {});
      await world.admin.query(
        `insert into webhooks.attempts (webhook_id, delivery_public_id, evt_id, event, n, trigger, test, ok, error,
         started_on, duration_ms, url, truncated)
       select $1, 'dlv_' || n, 'evt_' || n, 'review.created', 1, 0, false, true, '', now(), 5, '', false
       from generate_series(1, 119) n`,
        [webhook.id],
      );
      const before = await ids(webhook.id, { limit: 100 });
      const seen: number[] = [];
      let query: Query = {};
      for (;;) {
        const { body, headers } = await list(webhook.id, query);
        expect(headers.get('x-next-cursor')).toBe(
          body.next_cursor === null ? null : String(body.next_cursor),
        );
        seen.push(...body.deliveries.map((attempt: { id: number }) => attempt.id));
        if (body.next_cursor === null) break;
        expect(body.deliveries).toHaveLength(50);
        query = { cursor: body.next_cursor };
        await world.as().post('webhooks', `${WEBHOOKS}/test/${webhook.id}`);
      }
      expect(seen).toHaveLength(120);
      expect(seen.slice(0, 100)).toEqual(before);
      expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
    });
  });

  describe('GET /webhooks/attempts/{id}', () => {
    it('shows the request with its exact body and headers, without signatures', async () => {
      const endpoint = await world.endpoint(() => ({ body: 'thanks', headers: { server: 'spec' } }));
      const webhook = await world.webhook({ url: `${endpoint.url}/hook?token=a` });
      await world.review(
        { text: 'Zoë \u2028 🎉' },
        { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
      );
      const [shown] = await logged(world, webhook.id, 1);
      const [request] = await received(endpoint, 1);
      const { status, body } = await attemptOf(shown.id);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ...shown,
        webhook_id: webhook.id,
        request_method: 'POST',
        request_url: webhook.url,
        request_body: request!.body.toString(),
        response_body: 'thanks',
        response_headers: { server: 'spec' },
      });
      const sent = Object.fromEntries(
        Object.entries(body.request_headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const { host, connection, traceparent, ...headers } = request!.headers;
      expect([typeof host, typeof connection, typeof traceparent]).toEqual(['string', 'string', 'string']);
      const timestamp = String(headers['webhook-timestamp']);
      expect(sent).toEqual({
        ...headers,
        'x-service-signature': `t=${timestamp},v1=…`,
        'webhook-signature': 'v1,…',
      });
      expect(JSON.stringify(body)).not.toMatch(/whsec_|v1=[0-9a-f]/);
    });

    it('shows what a test call sent', async () => {
      const endpoint = await world.endpoint();
      const webhook = await world.webhook({ url: endpoint.url });
      await world.as().post('webhooks', `${WEBHOOKS}/test/${webhook.id}`);
      const [shown] = await logged(world, webhook.id, 1);
      const [request] = await received(endpoint, 1);
      expect((await attemptOf(shown.id)).body).toMatchObject({
        test: true,
        request_body: request!.body.toString(),
      });
    });

    it('shows no body if it was too large to be sent, or is no longer stored', async () => {
      const { attempt } = await firstAttempt(world, {});
      const set = (assignment: string) =>
        world.admin.query(`update webhooks.attempts set ${assignment} where id = $1`, [attempt.id]);
      await set("error_code = 'payload_too_large'");
      expect((await attemptOf(attempt.id)).body.request_body).toBeNull();
      await set('error_code = null');
      await world.admin.query('delete from webhooks.events where evt_id = $1', [attempt.event_id]);
      const { body } = await attemptOf(attempt.id);
      expect(body.request_body).toBeNull();
      expect(body.request_headers).not.toHaveProperty('Content-Length');
    });

    it('shows a key that may not read the event neither its body nor the response', async () => {
      const { attempt } = await firstAttempt(world, { body: 'an echo' });
      const scopes = effectiveScopes('admin', true, []).filter((scope) => scope !== 'reviews:read');
      expect((await attemptOf(attempt.id, { scopes })).body).toMatchObject({
        status: 'success',
        request_body: null,
        response_body: null,
        response_headers: null,
      });
    });

    it('answers 404 for an unknown attempt and for one of another owner, and names no webhook', async () => {
      const { attempt } = await firstAttempt(world, {});
      const strangers = [{ account_id: 77 }, { sub_account_id: 99, main: false }];
      for (const stranger of strangers) {
        const { status, body } = await attemptOf(attempt.id, stranger);
        expect([status, body.msg]).toEqual([
          404,
          expect.stringContaining(`No attempt with id ${attempt.id}`),
        ]);
      }
      expect((await attemptOf(999_999_999)).status).toBe(404);
      expect((await attemptOf('x')).status).toBe(404);
    });
  });
});

const ROWS = 30_000;

describe('The statement of', () => {
  let world: QueueWorld;
  let webhookId: number;
  /** A webhook of whose deliveries every hundredth failed, and one with nine times as many. */
  beforeAll(async () => {
    world = await QueueWorld.start();
    webhookId = await world.newWebhook();
    const other = await world.newWebhook();
    const fill = [
      `insert into events (evt_id, account_id, sub_account_id, event, occurred_on, body, created_on)
     select 'evt_' || n, 1, 1, 'review.created', now(), '', now() from generate_series(1, ${ROWS}) n`,
      `insert into deliveries (public_id, webhook_id, event_id, state, trigger, attempts, next_attempt_at, lease_expiries,
       created_on, finished_on)
     select 'dlv_' || e.id, case when e.id % 10 = 0 then ${webhookId} else ${other} end, e.id,
       case when e.id % 1000 = 0 then 3 else 2 end, 0, 1, now(), 0, now(), now() - interval '1 second' * e.id
     from events e`,
      `insert into attempts (webhook_id, delivery_id, delivery_public_id, evt_id, event, n, trigger, test, ok, error,
       started_on, duration_ms, url, truncated)
     select d.webhook_id, d.id, d.public_id, 'evt_' || d.event_id, 'review.created', 1, 0, d.id % 900 = 0, d.state = 2, '',
       now(), 5, '', false
     from deliveries d`,
      'analyze events',
      'analyze deliveries',
      'analyze attempts',
    ];
    for (const statement of fill) await world.database.query(statement);
  });
  afterAll(() => world.close());

  it.each<[string, Partial<AttemptFilter>, string[]]>([
    ['a page of the log', {}, ['attempts_webhook_idx']],
    ['a page of older attempts', { before: 20_000 }, ['attempts_webhook_idx']],
    ['failed attempts', { ok: false }, ['attempts_failed_idx']],
    [
      'the attempts of a delivery',
      { deliveryId: 'dlv_4710' },
      ['deliveries_public_id_key', 'attempts_delivery_idx', 'attempts_test_idx'],
    ],
    [
      'the attempts of an event',
      { eventId: 'evt_4710' },
      ['events_evt_id_key', 'deliveries_event_key', 'deliveries_manual_idx', 'attempts_delivery_idx'],
    ],
  ])('%s reads indexes and no whole table', async (_what, filter, indexes) => {
    const plan = await pagePlan(filter);
    expect(indexes.filter((index) => !plan.includes(index))).toEqual([]);
    expect(plan).not.toMatch(/Seq Scan on (attempts|deliveries|events)/);
  });

  it('a recovery finds the few dropped deliveries through their index', async () => {
    const events = ['review.created'];
    const range = [new Date(Date.now() - 86_400_000), new Date()];
    const plan = await planOf(RECOVER, [webhookId, ...range, events]);
    expect(plan).toContain('deliveries_dropped_idx');
    expect(plan).not.toMatch(/Seq Scan on (deliveries|events)/);
  });

  async function planOf(sql: string, parameters: unknown[]): Promise<string> {
    const rows = await world.database.query<Record<string, string>>(`explain ${sql}`, parameters);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  function pagePlan(filter: Partial<AttemptFilter>): Promise<string> {
    const { sql, parameters } = attemptPage({ webhookId, limit: 51, ...filter });
    return planOf(sql, parameters);
  }
});
