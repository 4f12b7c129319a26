import { profileError, ratingChanged, reviewDeleted, reviewUpdated } from '@plaudit/contracts';
import { buildEvent, eventually, waitUntilConsumed } from '@plaudit/testing';
import { received, startWebhooksWorld, states, WEBHOOKS, type WebhooksWorld } from '../webhooks-world.suite';

let world: WebhooksWorld;

beforeAll(async () => {
  world = await startWebhooksWorld();
});
afterAll(() => world.close());

/** Resolves once every event published so far has gone through the handlers of its noun. */
async function settled(...eventIds: string[]): Promise<void> {
  await eventually(
    () => world.admin.query('select 1 from webhooks.inbox where event_id = any ($1)', [eventIds]),
    (rows) => rows.length === eventIds.length,
    'the events in the inbox',
  );
}

describe('fan-out', () => {
  test('two webhooks get the same bytes under the same event id, as two deliveries', async () => {
    const first = await world.endpoint();
    const second = await world.endpoint();
    await world.webhook({ url: first.url });
    await world.webhook({ url: second.url });
    await world.review({ text: 'Zoë — 李\n\u2028 🎉' });
    const [a] = await received(first, 1);
    const [b] = await received(second, 1);
    expect(a?.body).toEqual(b?.body);
    expect(a?.headers['x-service-event-id']).toBe(b?.headers['x-service-event-id']);
    expect(a?.headers['x-service-delivery-id']).not.toBe(b?.headers['x-service-delivery-id']);
  });

  test('an event that arrives again is not delivered again', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url });
    const event = await world.review();
    await received(endpoint, 1);
    await world.publishAgain(event);
    const marker = await world.review();
    await received(endpoint, 2);
    await waitUntilConsumed(world.natsUrl, 'webhooks__review');
    const ids = endpoint.requests.map((request) => request.headers['x-service-event-id']);
    expect(ids).toEqual([event.id, marker.id]);
    await eventually(
      () => states(world, webhook.id),
      (counts) => counts[2] === 2,
      'two deliveries',
    );
    expect(await states(world, webhook.id)).toEqual({ 2: 2 });
  });

  test('each of the five events arrives as itself', async () => {
    const endpoint = await world.endpoint();
    await world.webhook({
      url: endpoint.url,
      events: ['review.created', 'review.updated', 'review.deleted', 'rating.changed', 'profile.error'],
    });
    await world.review();
    await world.publish(buildEvent(reviewUpdated));
    await world.publish(buildEvent(reviewDeleted));
    await world.publish(buildEvent(ratingChanged));
    await world.publish(buildEvent(profileError));
    const requests = await received(endpoint, 5);
    const events = requests.map((request) => request.json<{ event: string }>().event);
    expect(events.toSorted()).toEqual([
      'profile.error',
      'rating.changed',
      'review.created',
      'review.deleted',
      'review.updated',
    ]);
    expect(requests.map((request) => request.headers['x-service-event'])).toEqual(events);
  });

  test('filters decide, and what nobody hears of is not stored', async () => {
    const endpoint = await world.endpoint();
    const sub = { sub_account_id: 12, main: false };
    const only = (fields: object) =>
      world.webhook({ url: `${endpoint.url}/${JSON.stringify(fields)}`, ...fields });
    const heard = [
      await only({ sub_account_ids: [12] }),
      await only({ channel_ids: [42] }),
      await only({ min_rating: 4 }),
      await only({ skip_backfill: true }),
    ];
    await only({ sub_account_ids: [13] });
    await only({ channel_ids: [43] });
    await only({ max_rating: 4 });
    await only({ events: ['rating.changed'] });
    const owned = await world.as(sub).post('webhooks', `${WEBHOOKS}/add`, {
      body: { url: `${endpoint.url}/owned`, events: ['review.created'] },
    });
    await world.as({ account_id: 2 }).post('webhooks', `${WEBHOOKS}/add`, {
      body: { url: `${endpoint.url}/stranger`, events: ['review.created'] },
    });
    const event = await world.review({ rating_value: 5 }, { subaccountid: 12 });
    await received(endpoint, heard.length + 1);
    const ids = await world.admin.query<{ webhook_id: number }>(
      `select d.webhook_id from webhooks.deliveries d join webhooks.events e on e.id = d.event_id
       where e.evt_id = $1 and d.webhook_id >= $2 order by d.webhook_id`,
      [event.id, heard[0].id],
    );
    expect(ids.map(({ webhook_id }) => webhook_id)).toEqual([...heard.map(({ id }) => id), owned.body.id]);
  });

  test('an emptied filter lets everything through again', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url, sub_account_ids: [77] });
    const first = await world.review();
    await settled(first.id);
    await world.as().put('webhooks', `${WEBHOOKS}/update/${webhook.id}`, { body: { sub_account_ids: [] } });
    const second = await world.review();
    const [request] = await received(endpoint, 1);
    expect(request?.headers['x-service-event-id']).toBe(second.id);
  });

  test('reviews added through the API or the dashboard, and events older than the webhook, are not sent', async () => {
    const endpoint = await world.endpoint();
    await world.webhook({ url: endpoint.url });
    const unheard = [
      await world.review({ origin: 'api' }),
      await world.review({ origin: 'dashboard' }),
      await world.review({}, { time: new Date(Date.now() - 60_000).toISOString() }),
    ];
    const heard = await world.review();
    const [request] = await received(endpoint, 1);
    expect(request?.headers['x-service-event-id']).toBe(heard.id);
    await settled(unheard[2]?.id as string);
    expect(endpoint.requests).toHaveLength(1);
  });

  test('goes on while the endpoint hangs, and while nobody listens at all', async () => {
    const hanging = await world.endpoint(() => 'hang');
    const webhook = await world.webhook({ url: hanging.url });
    const events = await Promise.all(Array.from({ length: 20 }, () => world.review()));
    await settled(...events.map(({ id }) => id));
    const stored = await eventually(
      () => states(world, webhook.id),
      (counts) => (counts[0] ?? 0) + (counts[1] ?? 0) === 20,
      'twenty deliveries',
    );
    expect(stored[1]).toBeLessThanOrEqual(10);
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
    await hanging.close();
  });
});
