import { Logger } from '@nestjs/common';
import { Outbox } from '@plaudit/events';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import { failedOutcome, QueueWorld } from '../queue/queue-world.suite';
import { WebhooksEnv } from '../webhooks.env';
import type { Suspect } from './disable-rule';
import { DisabledWebhooksRepository } from './disabled-webhooks.repository';
import { DisablingService } from './disabling.service';

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

const gone = () => ({ ...failedOutcome(), statusCode: 410 });
const events = (): Promise<unknown[]> => world.database.query('select 1 from outbox');
const webhooks = () =>
  world.database.query('select active, disabled_reason as reason, version from webhooks order by id');

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

describe('DisablingService', () => {
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
});
