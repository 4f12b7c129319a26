import { eventually } from '@plaudit/testing';
import {
  firstAttempt,
  logged,
  PATIENT,
  received,
  startWebhooksWorld,
  states,
  WEBHOOKS,
  type WebhooksWorld,
} from '../webhooks-world.suite';

let world: WebhooksWorld;

beforeAll(async () => {
  world = await startWebhooksWorld(PATIENT);
});
afterAll(() => world.close());

describe('a failed delivery', () => {
  test('is dropped when the schedule is used up', async () => {
    const endpoint = await world.endpoint(() => ({ status: 500 }));
    const webhook = await world.webhook({ url: endpoint.url });
    await world.review();
    for (let made = 1; made < 4; made++) {
      await logged(world, webhook.id, made);
      const [{ delivery_status, next_attempt_on }] = await world.attempts(webhook.id);
      expect([delivery_status, typeof next_attempt_on]).toEqual(['retrying', 'string']);
      await world.elapse();
    }
    const log = await logged(world, webhook.id, 4);
    expect(log[0]).toMatchObject({ attempt: 4, delivery_status: 'dropped', next_attempt_on: null });
    await world.elapse();
    expect(await states(world, webhook.id)).toEqual({ 3: 1 });
    expect(endpoint.requests).toHaveLength(4);
  });

  test('goes to the new url once that was changed', async () => {
    const old = await world.endpoint(() => ({ status: 500 }));
    const replaced = await world.endpoint();
    const webhook = await world.webhook({ url: old.url });
    await world.review();
    await logged(world, webhook.id, 1);
    await world.as().put('webhooks', `${WEBHOOKS}/update/${webhook.id}`, { body: { url: replaced.url } });
    await world.elapse();
    expect((await received(replaced, 1))[0]?.headers['x-service-attempt']).toBe('2');
  });

  test('waits at least as long as Retry-After says', async () => {
    const { webhook } = await firstAttempt(world, { status: 429, headers: { 'retry-after': '7200' } });
    const [row] = await world.admin.query<{ wait: number }>(
      `select extract(epoch from next_attempt_at - clock_timestamp())::float8 as wait
       from webhooks.deliveries where webhook_id = $1`,
      [webhook.id],
    );
    expect(row?.wait).toBeGreaterThan(7_100);
    expect(row?.wait).toBeLessThanOrEqual(7_200);
  });

  test('shows in the health of its webhook, and a success clears it', async () => {
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
    await world.elapse();
    const after = await eventually(health, (body) => body.health.state === 'healthy', 'a healthy webhook');
    expect(after).toMatchObject({ pending: 0, health: { consecutive_failures: 0, failing_since: null } });
  });
});

describe('pausing, resuming and deleting', () => {
  test('while paused nothing is sent; what happened meanwhile is held and sent on resume', async () => {
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
      () => states(world, webhook.id),
      (counts) => counts[0] === 2,
      'two held deliveries',
    );
    await world.elapse();
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

  test('on resume what is overdue is spread out', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url, active: false });
    await Promise.all(Array.from({ length: 11 }, () => world.review()));
    await eventually(
      () => states(world, webhook.id),
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

  test('deleting cancels what waits', async () => {
    const { webhook, endpoint } = await firstAttempt(world, { status: 500 });
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
    expect(await states(world, webhook.id)).toEqual({ 4: 1 });
    await world.elapse();
    await world.review();
    expect(endpoint.requests).toHaveLength(1);
  });

  test('an attempt that was in flight when its webhook was deleted is logged and not repeated', async () => {
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
      () => states(world, webhook.id),
      (counts) => counts[4] === 1,
      'a cancelled delivery',
    );
    const log = await world.admin.query('select 1 from webhooks.attempts where webhook_id = $1', [
      webhook.id,
    ]);
    expect(log).toHaveLength(1);
  });
});
