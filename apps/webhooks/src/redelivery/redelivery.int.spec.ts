import { effectiveScopes, type Principal } from '@plaudit/contracts';
import { eventually, type FixtureResponse, type HttpResult } from '@plaudit/testing';
import {
  deliveryStates,
  firstAttempt,
  HOURLY_RETRIES,
  logged,
  received,
  startWebhooksWorld,
  WEBHOOKS,
  type WebhooksWorld,
} from '../webhooks-world.suite';

let world: WebhooksWorld;

beforeAll(async () => {
  world = await startWebhooksWorld(HOURLY_RETRIES);
});
afterAll(() => world.close());

function redeliver(deliveryId: string, as: Partial<Principal> = {}): Promise<HttpResult> {
  return world.as(as).post('webhooks', `${WEBHOOKS}/redeliver/${deliveryId}`);
}

function recover(id: number, body: object, as: Partial<Principal> = {}): Promise<HttpResult> {
  return world.as(as).post('webhooks', `${WEBHOOKS}/recover/${id}`, { body });
}

/** Ends the deliveries of a webhook, as exhausted retries or an expired pause do. */
async function drop(webhookId: number, values = "finished_on = clock_timestamp(), last_error = 'expired'") {
  await world.admin.query(`update webhooks.deliveries set state = 3, ${values} where webhook_id = $1`, [
    webhookId,
  ]);
}

/** Makes one failed attempt and drops the delivery. */
async function dropped(answer: FixtureResponse = { status: 500 }) {
  const made = await firstAttempt(world, answer);
  await drop(made.webhook.id);
  return { ...made, id: made.webhook.id as number, deliveryId: made.attempt.delivery_id as string };
}

describe('POST /webhooks/redeliver/{delivery_id}', () => {
  it('makes one more attempt of a dropped delivery, and does not open its schedule again', async () => {
    const { id, deliveryId, endpoint, attempt } = await dropped();
    expect(await redeliver(deliveryId)).toMatchObject({
      status: 200,
      body: { success: true, delivery_id: deliveryId, webhook_id: id, attempt: 2 },
    });
    const [first, second] = await received(endpoint, 2);
    expect(second!.body.equals(first!.body)).toBe(true);
    expect(second!.headers).toMatchObject({
      'x-service-delivery-id': deliveryId,
      'x-service-event-id': attempt.event_id,
      'x-service-attempt': '2',
    });
    const [newest] = await logged(world, id, 2);
    expect(newest).toMatchObject({
      trigger: 'manual',
      attempt: 2,
      status: 'failed',
      delivery_status: 'dropped',
      next_attempt_on: null,
    });
    endpoint.handle(() => ({ status: 200 }));
    expect((await redeliver(deliveryId)).body.attempt).toBe(3);
    expect((await logged(world, id, 3))[0]).toMatchObject({ attempt: 3, delivery_status: 'delivered' });
  });

  it('sends a delivered one again', async () => {
    const { webhook, endpoint, attempt } = await firstAttempt(world, {});
    expect((await redeliver(attempt.delivery_id)).status).toBe(200);
    await received(endpoint, 2);
    expect(await logged(world, webhook.id, 2)).toMatchObject([
      { trigger: 'manual', delivery_status: 'delivered' },
      { trigger: 'event', delivery_status: 'delivered' },
    ]);
  });

  it('sends one that waits for its retry now, and its schedule continues', async () => {
    const { webhook, attempt } = await firstAttempt(world, { status: 500 });
    expect((await redeliver(attempt.delivery_id)).body.attempt).toBe(2);
    expect((await logged(world, webhook.id, 2))[0]).toMatchObject({
      trigger: 'retry',
      attempt: 2,
      delivery_status: 'retrying',
      next_attempt_on: expect.any(String),
    });
  });

  it('goes ahead of the deliveries that wait, and of an open circuit breaker', async () => {
    const { id, deliveryId, endpoint } = await dropped();
    await world.admin.query('update webhooks.lanes set paused = true where webhook_id = $1', [id]);
    await world.review();
    await eventually(
      () => deliveryStates(world, id),
      (counts) => counts[0] === 1,
      'a delivery that waits',
    );
    // One delivery at a time is sent while the breaker is open.
    await world.admin.query(
      `update webhooks.lanes set paused = false, breaker_open = true,
         blocked_until = now() + interval '15 minutes', next_due_at = now() + interval '15 minutes'
       where webhook_id = $1`,
      [id],
    );
    endpoint.handle(() => ({ status: 200 }));
    expect((await redeliver(deliveryId)).status).toBe(200);
    const requests = await received(endpoint, 3);
    expect(requests[1]?.headers['x-service-delivery-id']).toBe(deliveryId);
  });

  it('refuses a delivery that is in flight', async () => {
    const { endpoint, attempt, webhook } = await firstAttempt(world, {});
    let answer: (response: FixtureResponse) => void = () => undefined;
    endpoint.handle(() => new Promise((resolve) => (answer = resolve)));
    expect((await redeliver(attempt.delivery_id)).status).toBe(200);
    await received(endpoint, 2);
    expect(await redeliver(attempt.delivery_id)).toMatchObject({
      status: 422,
      body: { code: 'invalid_value', field: 'delivery_id', msg: expect.stringContaining('being sent') },
    });
    answer({});
    expect(await logged(world, webhook.id, 2)).toHaveLength(2);
    // The events of later tests reach it, too. Without an answer they would hold up the end of the service for 10 s.
    endpoint.handle(() => ({}));
  });

  it('refuses a delivery of a webhook that is not active, of a deleted sub account, and one with 1,000 attempts', async () => {
    const { id, deliveryId } = await dropped();
    const set = (active: boolean) =>
      world.as().put('webhooks', `${WEBHOOKS}/update/${id}`, { body: { active } });
    await set(false);
    const refused = { status: 422, body: { code: 'invalid_value' } };
    expect(await redeliver(deliveryId)).toMatchObject({ ...refused, body: { field: 'active' } });
    expect(await recover(id, { since: today() })).toMatchObject({ ...refused, body: { field: 'active' } });
    await set(true);
    await world.admin.query('update webhooks.deliveries set attempts = 1000 where webhook_id = $1', [id]);
    expect((await redeliver(deliveryId)).body.msg).toContain('1000 times');
    await world.admin.query('update webhooks.deliveries set attempts = 1, state = 4 where webhook_id = $1', [
      id,
    ]);
    expect((await redeliver(deliveryId)).body.msg).toContain('was cancelled');
    await drop(id);
    const [event] = await world.admin.query<{ sub_account_id: number }>(
      `update webhooks.events set sub_account_id = 9999
       where id in (select event_id from webhooks.deliveries where webhook_id = $1) returning sub_account_id`,
      [id],
    );
    await world.admin.query('insert into webhooks.closed_sub_accounts (sub_account_id) values ($1)', [
      event?.sub_account_id,
    ]);
    expect((await redeliver(deliveryId)).body.msg).toContain('was cancelled');
    expect((await recover(id, { since: today() })).body).toMatchObject({ recovered: 0 });
    expect(await deliveryStates(world, id)).toEqual({ 3: 1 });
  });

  it('answers 404 for what is not a delivery, and for one of another owner', async () => {
    const { deliveryId } = await dropped();
    const unknown = ['7', 'dlv_', 'dlv_%00', `dlv_${'f'.repeat(32)}`, 'x'.repeat(500), "dlv_'--"];
    for (const id of unknown) {
      expect(await redeliver(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await redeliver(deliveryId, { account_id: 77 })).status).toBe(404);
    expect((await redeliver(deliveryId, { sub_account_id: 99, main: false })).status).toBe(404);
  });

  it('needs the right to change webhooks and to read the event', async () => {
    const { id, deliveryId } = await dropped();
    const without = effectiveScopes('admin', true, []).filter((scope) => scope !== 'reviews:read');
    const refused = { status: 403, body: { required: 'reviews:read' } };
    expect(await redeliver(deliveryId, { scopes: without })).toMatchObject(refused);
    expect(await recover(id, { since: today() }, { scopes: without })).toMatchObject(refused);
    const reader: Partial<Principal> = { scopes: ['webhooks:read', 'reviews:read'] };
    expect((await redeliver(deliveryId, reader)).body.required).toBe('webhooks:write');
    expect((await recover(id, { since: today() }, reader)).body.required).toBe('webhooks:write');
  });
});

describe('POST /webhooks/recover/{id}', () => {
  it.each<[string, object, object]>([
    ['no since', {}, { code: 'missing_field', field: 'since' }],
    ['a number', { since: 7 }, { code: 'invalid_value', field: 'since' }],
    ['an unreadable date', { since: 'x'.repeat(40) }, { code: 'invalid_date', field: 'since' }],
    ['a long text', { since: '2'.repeat(41) }, { code: 'invalid_value', field: 'since' }],
    ['more than 14 days', { since: '2026-01-01', until: '2026-01-15' }, { field: 'since' }],
    ['null as until', { since: '2026-01-01', until: null }, { code: 'invalid_value', field: 'until' }],
  ])('refuses %s and sends nothing', async (_what, body, expected) => {
    const { id, endpoint } = await dropped();
    expect(await recover(id, body)).toMatchObject({ status: 422, body: expected });
    expect(await deliveryStates(world, id)).toEqual({ 3: 1 });
    expect(endpoint.requests).toHaveLength(1);
  });

  it('sends again what was dropped in that time, and neither what was delivered nor what waits', async () => {
    const { id, endpoint } = await dropped();
    const old = await logged(world, id, 1);
    await world.admin.query(
      "update webhooks.deliveries set finished_on = clock_timestamp() - interval '3 days' where webhook_id = $1",
      [id],
    );
    const fresh = [await world.review(), await world.review()].map((event) => event.id);
    await logged(world, id, 3);
    await world.admin.query(
      `update webhooks.deliveries set state = 3, finished_on = clock_timestamp()
       where webhook_id = $1 and state = 0`,
      [id],
    );
    endpoint.handle(() => ({ status: 200 }));
    const delivered = await world.review();
    await logged(world, id, 4);
    endpoint.handle(() => ({ status: 500 }));
    const waiting = await world.review();
    await logged(world, id, 5);
    endpoint.handle(() => ({ status: 200 }));

    const recovered = await recover(id, { since: hoursAgo(1) });
    expect(recovered).toMatchObject({ status: 200, body: { success: true, recovered: 2, more: false } });
    await logged(world, id, 7);
    const resent = endpoint.requests.slice(5).map(({ headers }) => String(headers['x-service-event-id']));
    expect(new Set(resent)).toEqual(new Set(fresh));
    expect(resent).toHaveLength(2);
    expect(resent).not.toContain(delivered.id);
    expect(resent).not.toContain(waiting.id);
    expect(await deliveryStates(world, id)).toEqual({ 0: 1, 2: 3, 3: 1 });
    expect((await recover(id, { since: hoursAgo(1) })).body).toMatchObject({ recovered: 0 });

    expect((await recover(id, { since: hoursAgo(73), until: hoursAgo(71) })).body.recovered).toBe(1);
    const [newest] = await logged(world, id, 8);
    expect(newest).toMatchObject({ event_id: old[0].event_id, trigger: 'manual', status: 'success' });
  });

  it('takes the oldest 10,000, says that there are more, and spreads them over a minute', async () => {
    const { id } = await dropped();
    await world.admin.query(
      `insert into webhooks.deliveries (public_id, webhook_id, event_id, state, trigger, attempts, next_attempt_at,
         lease_expiries, created_on, finished_on, last_error)
       select 'dlv_many_' || n, webhook_id, event_id, 3, 2, 11, now() - interval '1 day', 0, now(),
         now() - interval '1 second' * n, case when n = 1 then 'payload_too_large' else 'timeout' end
       from webhooks.deliveries, generate_series(1, 10001) n where webhook_id = $1`,
      [id],
    );
    // Nothing is sent for an hour.
    await world.admin.query(
      `update webhooks.lanes set breaker_open = true, blocked_until = now() + interval '1 hour' where webhook_id = $1`,
      [id],
    );
    const both = await Promise.all([
      recover(id, { since: hoursAgo(4) }),
      recover(id, { since: hoursAgo(4) }),
    ]);
    const results = both.map(({ body }) => [body.recovered, body.more]);
    expect(results.toSorted((a, b) => a[0] - b[0])).toEqual([
      [1, false],
      [10_000, true],
    ]);
    const [spread] = await world.admin.query<{ seconds: number; left: number; steps: number }>(
      `select extract(epoch from max(next_attempt_at) - min(next_attempt_at))::float8 as seconds,
         count(*) filter (where state = 3)::int as left, count(distinct next_attempt_at)::int as steps
       from webhooks.deliveries where webhook_id = $1 and next_attempt_at > now() - interval '1 hour'`,
      [id],
    );
    expect(spread?.seconds).toBeGreaterThan(55);
    expect(spread?.seconds).toBeLessThan(65);
    expect(spread?.steps).toBeGreaterThan(9_000);
    expect(await deliveryStates(world, id)).toEqual({ 0: 10_001, 3: 1 });
    const [lane] = await world.admin.query<{ due: boolean }>(
      'select next_due_at = blocked_until as due from webhooks.lanes where webhook_id = $1',
      [id],
    );
    expect(lane?.due).toBe(true);
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${id}`);
  });
});

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

function today(): string {
  return new Date(Date.now() - 60_000).toISOString();
}
