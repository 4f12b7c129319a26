import { placeIn, Secrets } from '@plaudit/runtime';
import { eventually, Exposition, type RecordedRequest } from '@plaudit/testing';
import { Webhook } from 'standardwebhooks';
import { isSigned } from '../signing/receiver.suite';
import { PREVIOUS_SECRET, SECRET } from '../webhooks/sealed-columns';
import {
  firstAttempt,
  logged,
  HOURLY_RETRIES,
  received,
  startWebhooksWorld,
  deliveryStates,
  WEBHOOKS,
  type WebhooksWorld,
} from '../webhooks-world.suite';

let world: WebhooksWorld;

beforeAll(async () => {
  world = await startWebhooksWorld(HOURLY_RETRIES);
});
afterAll(() => world.close());

describe('A failed delivery', () => {
  it('is dropped after the last retry', async () => {
    const endpoint = await world.endpoint(() => ({ status: 500 }));
    const webhook = await world.webhook({ url: endpoint.url });
    await world.review();
    for (let made = 1; made < 4; made++) {
      await logged(world, webhook.id, made);
      const [{ delivery_status, next_attempt_on }] = await world.attempts(webhook.id);
      expect([delivery_status, typeof next_attempt_on]).toEqual(['retrying', 'string']);
      await world.makeRetriesDue();
    }
    const log = await logged(world, webhook.id, 4);
    expect(log[0]).toMatchObject({ attempt: 4, delivery_status: 'dropped', next_attempt_on: null });
    await world.makeRetriesDue();
    expect(await deliveryStates(world, webhook.id)).toEqual({ 3: 1 });
    expect(endpoint.requests).toHaveLength(4);
  });

  it('is retried at the new URL after the URL was changed', async () => {
    const old = await world.endpoint(() => ({ status: 500 }));
    const replaced = await world.endpoint();
    const webhook = await world.webhook({ url: old.url });
    await world.review();
    await logged(world, webhook.id, 1);
    await world.as().put('webhooks', `${WEBHOOKS}/update/${webhook.id}`, { body: { url: replaced.url } });
    await world.makeRetriesDue();
    expect((await received(replaced, 1))[0]?.headers['x-service-attempt']).toBe('2');
  });

  it('states the trace of its event on every attempt', async () => {
    const endpoint = await world.endpoint(() => ({ status: 500 }));
    const webhook = await world.webhook({ url: endpoint.url });
    const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'rojo=1' };
    await world.review({}, trace);
    await logged(world, webhook.id, 1);
    await world.makeRetriesDue();
    const requests = await received(endpoint, 2);
    expect(requests.map(({ headers }) => headers)).toMatchObject([trace, trace]);
  });

  it('states no trace if its event has none', async () => {
    const { endpoint } = await firstAttempt(world, {});
    expect(endpoint.requests[0]?.headers).not.toHaveProperty('traceparent');
    expect(endpoint.requests[0]?.headers).not.toHaveProperty('tracestate');
  });

  it('waits at least as long as Retry-After demands', async () => {
    const { webhook } = await firstAttempt(world, { status: 429, headers: { 'retry-after': '7200' } });
    const [row] = await world.admin.query<{ wait: number }>(
      `select extract(epoch from next_attempt_at - clock_timestamp())::float8 as wait
       from webhooks.deliveries where webhook_id = $1`,
      [webhook.id],
    );
    expect(row?.wait).toBeGreaterThan(7_100);
    expect(row?.wait).toBeLessThanOrEqual(7_200);
  });

  it('shows in the health of its webhook until an attempt succeeds', async () => {
    const { webhook, endpoint } = await firstAttempt(world, { status: 500 });
    const health = () =>
      world
        .as()
        .get('webhooks', `${WEBHOOKS}/get/${webhook.id}`)
        .then(({ body }) => body);
    expect(await health()).toMatchObject({
      pending: 1,
      health: {
        state: 'failing',
        consecutive_failures: 1,
        failing_since: expect.any(String),
        last_success_on: null,
        last_status_code: 500,
        last_error_code: 'http_error',
      },
    });
    endpoint.handle(() => ({}));
    await world.makeRetriesDue();
    const after = await eventually(health, (body) => body.health.state === 'healthy', 'a healthy webhook');
    expect(after).toMatchObject({ pending: 0, health: { consecutive_failures: 0, failing_since: null } });
  });
});

describe('A webhook with waiting deliveries', () => {
  it('sends nothing while it is paused, and sends the held deliveries after the resume', async () => {
    const endpoint = await world.endpoint(() => ({ status: 500 }));
    const webhook = await world.webhook({ url: endpoint.url });
    await world.review();
    await logged(world, webhook.id, 1);
    const set = (active: boolean) =>
      world.as().put('webhooks', `${WEBHOOKS}/update/${webhook.id}`, { body: { active } });
    await set(false);
    const [attempt] = await world.attempts(webhook.id);
    expect(attempt).toMatchObject({ delivery_status: 'held', next_attempt_on: null });
    const held = await world.review();
    await eventually(
      () => deliveryStates(world, webhook.id),
      (counts) => counts[0] === 2,
      'two held deliveries',
    );
    await world.makeRetriesDue();
    const bystander = await world.endpoint();
    await world.webhook({ url: bystander.url });
    await world.review();
    await received(bystander, 1);
    expect(endpoint.requests).toHaveLength(1);
    endpoint.handle(() => ({}));
    await set(true);
    const requests = await received(endpoint, 4);
    expect(requests.slice(1).map(({ headers }) => headers['webhook-id'])).toContain(held.id);
    expect(
      requests
        .slice(1)
        .map(({ headers }) => Number(headers['x-service-attempt']))
        .toSorted((a, b) => a - b),
    ).toEqual([1, 1, 2]);
  });

  it('sends overdue deliveries 100 ms apart after the resume', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url, active: false });
    await Promise.all(Array.from({ length: 11 }, () => world.review()));
    await eventually(
      () => deliveryStates(world, webhook.id),
      (counts) => counts[0] === 11,
      'eleven held deliveries',
    );
    await world.as().put('webhooks', `${WEBHOOKS}/update/${webhook.id}`, { body: { active: true } });
    const requests = await received(endpoint, 11);
    const planned = await world.admin.query<{ due: Date; gap: number | null }>(
      `select next_attempt_at as due,
         extract(epoch from next_attempt_at - lag(next_attempt_at) over (order by next_attempt_at))::float8 as gap
       from webhooks.deliveries where webhook_id = $1 order by next_attempt_at`,
      [webhook.id],
    );
    expect(planned.map(({ gap }) => gap)).toEqual([null, ...Array<number>(10).fill(0.1)]);
    expect(requests.at(-1)?.receivedAt.getTime()).toBeGreaterThanOrEqual(planned.at(-1)!.due.getTime());
  });

  it('cancels its waiting deliveries when it is deleted', async () => {
    const { webhook, endpoint } = await firstAttempt(world, { status: 500 });
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
    expect(await deliveryStates(world, webhook.id)).toEqual({ 4: 1 });
    await world.makeRetriesDue();
    await world.review();
    expect(endpoint.requests).toHaveLength(1);
  });

  it('logs and does not repeat an attempt that is in flight when it is deleted', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const endpoint = await world.endpoint(async () => {
      await held;
      return { status: 500 };
    });
    const webhook = await world.webhook({ url: endpoint.url });
    await world.review();
    await received(endpoint, 1);
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
    release();
    await eventually(
      () => deliveryStates(world, webhook.id),
      (counts) => counts[4] === 1,
      'a cancelled delivery',
    );
    const log = await world.admin.query('select 1 from webhooks.attempts where webhook_id = $1', [
      webhook.id,
    ]);
    expect(log).toHaveLength(1);
  });
});

describe('The signature of a delivery', () => {
  it('is accepted by the library of Standard Webhooks, with either secret during a rotation', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url });
    await world.review({ text: 'Zoë — 李 🎉' });
    const [before] = await received(endpoint, 1);
    const rotated = 'whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eA=';
    const secrets = new Secrets(world.settings('webhooks').SECRETS_KEY as string);
    await world.admin.query(
      `update webhooks.webhooks set secret_enc = $2, prev_secret_enc = $3, prev_secret_until = now() + interval '1 hour'
       where id = $1`,
      [
        webhook.id,
        secrets.encrypt(rotated, placeIn(SECRET, webhook.id)),
        secrets.encrypt(webhook.secret, placeIn(PREVIOUS_SECRET, webhook.id)),
      ],
    );
    await world.review();
    const during = (await received(endpoint, 2))[1];
    await world.admin.query('update webhooks.webhooks set prev_secret_until = now() where id = $1', [
      webhook.id,
    ]);
    await world.review();
    const after = (await received(endpoint, 3))[2];
    const acceptedBy = (request: RecordedRequest | undefined): boolean[] =>
      [webhook.secret as string, rotated, 'whsec_c29tZWJvZHkgZWxzZQ=='].map((secret) => {
        try {
          return (
            new Webhook(secret).verify(request!.body, request!.headers as Record<string, string>) !==
            undefined
          );
        } catch {
          return false;
        }
      });
    expect([before, during, after].map(acceptedBy)).toEqual([
      [true, false, false],
      [true, true, false],
      [false, true, false],
    ]);
    expect(String(during?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    const ours = String(during?.headers['x-service-signature']);
    expect([rotated, webhook.secret].map((secret) => isSigned(ours, during!.body, secret))).toEqual([
      true,
      true,
    ]);
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
  });
});

describe('The metrics of webhooks', () => {
  it('count attempts and deliveries by outcome, and the queue by class, without URLs or ids', async () => {
    const failing = await world.endpoint(() => ({ status: 500 }));
    const webhook = await world.webhook({ url: failing.url });
    await world.review();
    for (let made = 1; made < 4; made++) {
      await logged(world, webhook.id, made);
      await world.makeRetriesDue();
    }
    await logged(world, webhook.id, 4);
    const ended = (found: Exposition, outcome: string): number =>
      found.sum('plaudit_webhook_deliveries_total', { outcome });
    // A delivery of an earlier test may end between the two reads, so both are repeated.
    const { exported, stored } = await eventually(
      async () => ({
        stored: await deliveryStatesOfAll(),
        exported: await Exposition.fetch(world.metricsUrl),
      }),
      (found) =>
        ended(found.exported, 'exhausted') === found.stored[3] &&
        ended(found.exported, 'delivered') === found.stored[2],
      'the stored deliveries to be counted',
    );
    expect(stored).toMatchObject({ 2: expect.any(Number), 3: expect.any(Number) });
    expect(
      exported.sum('plaudit_webhook_attempts_total', { outcome: 'failed', error_code: 'http_error' }),
    ).toBeGreaterThanOrEqual(4);
    expect(exported.sum('plaudit_webhook_deliveries_waiting')).toBe(stored[0] ?? 0);
    const values = (name: string, label: string) =>
      new Set(exported.of(name).map(({ labels }) => labels[label]));
    const outcomes = new Set(['delivered', 'exhausted', 'expired', 'internal', 'cancelled']);
    expect(values('plaudit_webhook_deliveries_total', 'outcome')).toEqual(outcomes);
    const classes = new Set(['normal', 'slow', 'breaker', 'paused']);
    expect(values('plaudit_webhook_oldest_due_seconds', 'class')).toEqual(classes);
    expect(values('plaudit_webhook_deliveries_in_flight', 'class')).toEqual(classes);
    const webhooks = await world.admin.query('select from webhooks.lanes');
    expect(exported.sum('plaudit_webhook_lanes')).toBe(webhooks.length);
    const [deliveries] = await world.admin.query<{ count: number }>(
      'select count(distinct delivery_id)::int as count from webhooks.attempts where n = 1',
    );
    expect(exported.sum('plaudit_webhook_first_attempt_delay_seconds_count')).toBe(deliveries?.count);
    expect(exported.of('plaudit_webhook_lane_repairs_total')).toMatchObject([{ value: 0 }]);
    expect(JSON.stringify(exported.samples)).not.toMatch(/whsec_|evt_|dlv_|127\.0\.0\.1/);
  });

  async function deliveryStatesOfAll(): Promise<Record<number, number>> {
    const rows = await world.admin.query<{ state: number; count: number }>(
      'select state, count(*)::int as count from webhooks.deliveries group by state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }
});
