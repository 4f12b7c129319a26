import { webhookDisabled } from '@plaudit/contracts';
import { type EventRecorder, eventually, type FixtureResponse } from '@plaudit/testing';
import { Outbox } from '@plaudit/events';
import { Logger } from '@nestjs/common';
import {
  deliveryStates,
  firstAttempt,
  HOURLY_RETRIES,
  logged,
  startWebhooksWorld,
  WEBHOOKS,
  type WebhooksWorld,
} from '../webhooks-world.suite';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import { failedOutcome, QueueWorld } from '../queue/queue-world.suite';
import { WebhooksEnv } from '../webhooks.env';
import type { Suspect } from './disable-rule';
import { DisabledWebhooksRepository } from './disabled-webhooks.repository';
import { DisablingService } from './disabling.service';

const FAILING: FixtureResponse = { status: 503 };

describe('disabling', () => {
  let world: WebhooksWorld;

  let events: EventRecorder;

  beforeAll(async () => {
    world = await startWebhooksWorld({ ...HOURLY_RETRIES, WEBHOOK_RETRY_DELAYS: '3600x9' });
    events = await world.recorder('webhook.>');
  });

  afterAll(() => world.close());

  const get = async (id: number) => (await world.as().get('webhooks', `${WEBHOOKS}/get/${id}`)).body;

  const update = (id: number, body: object) =>
    world.as().put('webhooks', `${WEBHOOKS}/update/${id}`, { body });

  const disabled = (id: number) =>
    eventually(
      () => get(id),
      ({ active }) => active === false,
      `webhook ${id} to be disabled`,
    );

  /** Makes the endpoint one that has failed this often since so many hours ago. */
  async function failedBefore(id: number, hours: number, failures: number): Promise<void> {
    await world.admin.query(
      `update webhooks.lanes set failure_streak = $2, failing_since = clock_timestamp() - make_interval(hours => $3)
     where webhook_id = $1`,
      [id, failures, hours],
    );
  }

  /** Sends the waiting delivery once more. Returns the webhook after this attempt, whose number is `count`. */
  async function attemptAgain(id: number, count: number) {
    await world.makeRetriesDue();
    await logged(world, id, count);
    return get(id);
  }

  describe('A webhook whose endpoint fails', () => {
    it('is disabled by the twentieth failure in five days, and not before', async () => {
      const { webhook } = await firstAttempt(world, FAILING);
      await failedBefore(webhook.id, 119, 100);
      expect(await attemptAgain(webhook.id, 2)).toMatchObject({ active: true, disabled_reason: null });
      await failedBefore(webhook.id, 120, 18);
      expect(await attemptAgain(webhook.id, 3)).toMatchObject({ active: true, disabled_reason: null });
      await attemptAgain(webhook.id, 4);
      const after = await disabled(webhook.id);
      expect(after).toMatchObject({ disabled_reason: 'failing', health: { state: 'disabled' } });
      expect(after.paused_on).toMatch(/^\d{4}-/);
      expect(await deliveryStates(world, webhook.id)).toEqual({ 0: 1 });
    });

    it('starts anew after a success', async () => {
      let status = 503;
      const endpoint = await world.endpoint(() => ({ status }));
      const webhook = await world.webhook({ url: endpoint.url });
      await world.review();
      await logged(world, webhook.id, 1);
      await failedBefore(webhook.id, 96, 100);
      status = 200;
      expect(await attemptAgain(webhook.id, 2)).toMatchObject({ health: { consecutive_failures: 0 } });
      status = 503;
      await world.review();
      await logged(world, webhook.id, 3);
      const [lane] = await world.admin.query(
        `select failure_streak, failing_since > clock_timestamp() - interval '1 hour' as is_new
       from webhooks.lanes where webhook_id = $1`,
        [webhook.id],
      );
      expect(lane).toEqual({ failure_streak: 1, is_new: true });
      expect((await get(webhook.id)).active).toBe(true);
    });

    it('starts anew with another url, also if the old one has failed for days', async () => {
      const { endpoint, webhook } = await firstAttempt(world, FAILING);
      await failedBefore(webhook.id, 200, 100);
      expect((await update(webhook.id, { url: `${endpoint.url}/new` })).body.health).toMatchObject({
        state: 'new',
        consecutive_failures: 0,
        failing_since: null,
      });
      expect(await attemptAgain(webhook.id, 2)).toMatchObject({ active: true });
    });
  });

  describe('A webhook whose endpoint answers 410', () => {
    it('is disabled at once, keeps what waits, and sends it when it is switched on again', async () => {
      let status = 410;
      const endpoint = await world.endpoint(() => ({ status }));
      const webhook = await world.webhook({ url: `${endpoint.url}/hook?token=secret` });
      await world.review();
      expect(await disabled(webhook.id)).toMatchObject({ disabled_reason: 'gone' });
      await world.review();
      await eventually(
        () => deliveryStates(world, webhook.id),
        (states) => states[0] === 2,
        'two deliveries that wait',
      );
      await world.makeRetriesDue();
      expect((await world.attempts(webhook.id))[0]).toMatchObject({ delivery_status: 'held', attempt: 1 });

      const event = await events.waitForOne(webhookDisabled, webhook.id);
      expect(event).toMatchObject({ accountid: 1, subaccountid: 0, aggregateversion: 2 });
      expect(event.data).toEqual({
        id: webhook.id,
        url: `${endpoint.url}/hook`,
        reason: 'gone',
        failing_since: expect.stringMatching(/^\d{4}-/),
        last_status: 410,
        last_error: 'http_error',
        disabled_on: expect.stringMatching(/^\d{4}-/),
      });

      status = 200;
      const { body } = await update(webhook.id, { active: true });
      expect(body).toMatchObject({ active: true, disabled_reason: null, paused_on: null });
      expect(body.health).toMatchObject({ consecutive_failures: 0, failing_since: null });
      await eventually(
        () => deliveryStates(world, webhook.id),
        (states) => states[2] === 2,
        'both deliveries after the webhook was switched on again',
      );
      expect(events.of(webhookDisabled).filter(({ data }) => data.id === webhook.id)).toHaveLength(1);
    });

    it('stays paused by its owner if it was paused during the attempt', async () => {
      let answer = (): void => {};
      const asked = new Promise<void>((resolve) => (answer = resolve));
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      const endpoint = await world.endpoint(async () => {
        answer();
        await held;
        return { status: 410 };
      });
      const webhook = await world.webhook({ url: endpoint.url });
      await world.review();
      await asked;
      await update(webhook.id, { active: false });
      release();
      await logged(world, webhook.id, 1);
      expect(await get(webhook.id)).toMatchObject({ active: false, disabled_reason: 'manual' });
    });

    it('is announced with the sub account that owns it', async () => {
      const endpoint = await world.endpoint(() => ({ status: 410 }));
      const { body } = await world
        .as({ sub_account_id: 12, main: false })
        .post('webhooks', `${WEBHOOKS}/add`, {
          body: { url: endpoint.url, events: ['review.created'] },
        });
      await world.review({}, { subaccountid: 12 });
      expect(await events.waitForOne(webhookDisabled, body.id)).toMatchObject({
        accountid: 1,
        subaccountid: 12,
      });
    });
  });
});

const gone = () => ({ ...failedOutcome(), statusCode: 410 });

describe('DisablingService', () => {
  let world: QueueWorld;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    world = await QueueWorld.start();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.empty();
    await world.database.query('truncate outbox');
  });
  const events = (): Promise<unknown[]> => world.database.query('select 1 from outbox');
  const webhooks = () =>
    world.database.query('select active, disabled_reason as reason, version from webhooks order by id');

  it('disables a webhook and publishes one event when two replicas record its failures at once', async () => {
    const deliveries = await claimed(8);
    const results = await Promise.all(
      [deliveries.slice(0, 4), deliveries.slice(4)].map((group) => world.complete(group, gone(), 60_000)),
    );
    expect(results.map(({ suspects }) => suspects.length)).toEqual([1, 1]);
    const holder = world.database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select from webhooks for update');
    const ended = Promise.all(results.map(({ suspects }) => replica().disable(suspects)));
    await world.waitForBlockedSession();
    await holder.rollbackTransaction();
    await holder.release();
    await ended;
    expect(await webhooks()).toEqual([{ active: false, reason: 'gone', version: 2 }]);
    expect(await events()).toHaveLength(1);
    expect(await world.claim()).toEqual([]);
  });

  it('leaves the webhook on if another replica has recorded a success meanwhile', async () => {
    const [first, second] = (await claimed(2)) as [ClaimedDelivery, ClaimedDelivery];
    await failedBefore(30);
    const { suspects } = await world.complete([first], failedOutcome(), 60_000);
    expect(suspects).toHaveLength(1);
    await world.complete([second]);
    await replica().disable(suspects);
    expect(await webhooks()).toEqual([{ active: true, reason: null, version: 1 }]);
    expect(await events()).toEqual([]);
  });

  it('leaves the webhook on if its owner changed it after the request that was answered with 410', async () => {
    const { suspects } = await world.complete(await claimed(1), gone(), 60_000);
    await world.database.query('update webhooks set updated_on = clock_timestamp()');
    await replica().disable(suspects);
    expect(await webhooks()).toEqual([{ active: true, reason: null, version: 1 }]);
  });

  it('says that the address is blocked if that was the last of many failures', async () => {
    const deliveries = await claimed(1);
    await failedBefore(30);
    const blocked = { ...failedOutcome(), statusCode: null, errorCode: 'blocked_address' } as const;
    const { suspects } = await world.complete(deliveries, blocked, 60_000);
    await replica().disable(suspects);
    expect(await webhooks()).toEqual([{ active: false, reason: 'blocked', version: 2 }]);
  });

  it('goes on with the others if one webhook does not exist any more', async () => {
    const { suspects } = await world.complete(await claimed(1), gone(), 60_000);
    const missing: Suspect = { ...suspects[0]!, webhookId: 999_999_999 };
    await replica().disable([missing, ...suspects]);
    expect(await events()).toHaveLength(1);
  });

  it('holds what waits for at most 72 hours', async () => {
    const { suspects } = await world.complete(await claimed(3), gone(), 60_000);
    await replica().disable(suspects);
    expect(await world.maintenance.expireHeld()).toBe(0);
    await world.database.query("update deliveries set created_on = clock_timestamp() - interval '73 hours'");
    expect(await world.maintenance.expireHeld()).toBe(3);
    expect(await world.states()).toEqual({ 3: 3 });
  });

  /** Returns the service as one replica runs it. */
  function replica(): DisablingService {
    const outbox = new Outbox({ service: 'webhooks', wake: () => undefined });
    const repository = new DisabledWebhooksRepository();
    return new DisablingService(world.database, repository, world.lanes, outbox, new WebhooksEnv());
  }

  /** Queues and claims deliveries of a new webhook. */
  async function claimed(count: number): Promise<ClaimedDelivery[]> {
    await world.backlog(await world.newWebhook(), count);
    return world.claim();
  }

  async function failedBefore(failures: number): Promise<void> {
    await world.database.query(
      "update lanes set failure_streak = $1, failing_since = clock_timestamp() - interval '5 days'",
      [failures],
    );
  }
});
