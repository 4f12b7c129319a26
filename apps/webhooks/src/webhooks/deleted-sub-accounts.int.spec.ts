import { accountSubAccountDeleted, type Principal, UNLIMITED } from '@plaudit/contracts';
import { buildEvent, type HttpResult, eventually } from '@plaudit/testing';
import {
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

async function handled(eventId: string): Promise<void> {
  await eventually(
    () => world.admin.query('select from webhooks.inbox where event_id = $1', [eventId]),
    (rows) => rows.length === 1,
    'the event to be handled',
  );
}

async function deleteSubAccount(id: number, accountid = 1): Promise<void> {
  const event = buildEvent(accountSubAccountDeleted, { accountid, subaccountid: id, data: { id } });
  await world.publish(event);
  await handled(event.id);
}

function addOwned(
  url: string,
  sub_account_id: number,
  principal: Partial<Principal> = {},
): Promise<HttpResult> {
  return world
    .as({ sub_account_id, main: false, ...principal })
    .post('webhooks', `${WEBHOOKS}/add`, { body: { url, events: ['review.created'] } });
}

describe('OnSubAccountDeleted', () => {
  it('cancels the waiting deliveries of the deleted sub account and keeps those of the others', async () => {
    let fail = true;
    const endpoint = await world.endpoint(() => ({ status: fail ? 500 : 200 }));
    const webhook = await world.webhook({ url: endpoint.url });
    await world.review({}, { subaccountid: 11 });
    const kept = await world.review({}, { subaccountid: 12 });
    await received(endpoint, 2);
    await eventually(
      () => deliveryStates(world, webhook.id),
      (counts) => counts[0] === 2,
      'both to wait for their retry',
    );
    await deleteSubAccount(11);
    expect(await deliveryStates(world, webhook.id)).toEqual({ 0: 1, 4: 1 });
    fail = false;
    await world.makeRetriesDue();
    await eventually(
      () => deliveryStates(world, webhook.id),
      (counts) => counts[2] === 1,
      'the other to be delivered',
    );
    expect(endpoint.requests.slice(2).map(({ headers }) => headers['x-service-event-id'])).toEqual([kept.id]);
  });

  it('logs and does not repeat an attempt that is in flight when the sub account is deleted', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const endpoint = await world.endpoint(async () => {
      await held;
      return { status: 500 };
    });
    const webhook = await world.webhook({ url: endpoint.url });
    await world.review({}, { subaccountid: 21 });
    await received(endpoint, 1);
    await deleteSubAccount(21);
    release();
    await eventually(
      () => world.attempts(webhook.id),
      (attempts) => attempts.length === 1,
      'the attempt to be logged',
    );
    expect(await deliveryStates(world, webhook.id)).toEqual({ 4: 1 });
  });

  it('stops the delivery of later events of the deleted sub account', async () => {
    const endpoint = await world.endpoint();
    await world.webhook({ url: endpoint.url });
    await deleteSubAccount(31);
    await handled((await world.review({}, { subaccountid: 31 })).id);
    const next = await world.review({}, { subaccountid: 32 });
    const [request, ...more] = await received(endpoint, 1);
    expect(more).toEqual([]);
    expect(request?.headers['x-service-event-id']).toBe(next.id);
  });

  it('deletes the webhooks of the deleted sub account, no longer counts them in the plan and sends nothing to later ones', async () => {
    const endpoint = await world.endpoint();
    const principal = { account_id: 7, limits: { ...UNLIMITED, webhooks: 1 } };
    const own = (await addOwned(endpoint.url, 41, principal)).body;
    expect((await addOwned(endpoint.url, 42, principal)).status).toBe(422);
    await deleteSubAccount(41, 7);
    const [row] = await world.admin.query<{ deleted: boolean; lanes: number }>(
      `select deleted_on is not null as deleted, (select count(*) from webhooks.lanes where webhook_id = $1) as lanes
       from webhooks.webhooks where id = $1`,
      [own.id],
    );
    expect(row).toEqual({ deleted: true, lanes: 0 });
    expect((await addOwned(`${endpoint.url}/late`, 41, principal)).status).toBe(201);
    expect((await addOwned(`${endpoint.url}/next`, 42, principal)).status).toBe(201);
    await handled((await world.review({}, { accountid: 7, subaccountid: 41 })).id);
    await world.review({}, { accountid: 7, subaccountid: 42 });
    await received(endpoint, 1);
    expect(endpoint.requests.map(({ path }) => path)).toEqual(['/next']);
  });
});
