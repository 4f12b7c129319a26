import { type EventDefinition, EVENTS, reviewUpdated } from '@plaudit/contracts';
import { buildEvent, eventually, type RecordedRequest, waitUntilConsumed } from '@plaudit/testing';
import {
  received,
  startWebhooksWorld,
  deliveryStates,
  WEBHOOKS,
  type WebhooksWorld,
} from '../webhooks-world.suite';
import { documentedDelivery, headerTypes } from '../documentation/documented-delivery.suite';
import { REVIEW_STATUS_CHANGED, WEBHOOK_EVENTS } from './notification';

let world: WebhooksWorld;

beforeAll(async () => {
  world = await startWebhooksWorld();
});
afterAll(() => world.close());

/** Waits until these events have been handled. */
async function handled(...eventIds: string[]): Promise<void> {
  await eventually(
    () => world.admin.query('select 1 from webhooks.inbox where event_id = any ($1)', [eventIds]),
    (rows) => rows.length === eventIds.length,
    'the events in the inbox',
  );
}

describe('The fan-out of events to webhooks', () => {
  it.each(WEBHOOK_EVENTS)(
    'sends %s with the body and the headers that the OpenAPI document describes',
    async (name) => {
      const documented = await documentedDelivery(name);
      const endpoint = await world.endpoint();
      await world.webhook({ url: endpoint.url, events: [name] });
      const source = name === REVIEW_STATUS_CHANGED ? reviewUpdated.name : name;
      const definition = EVENTS.find((event) => event.name === source) as EventDefinition;
      const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
      await world.publish(buildEvent(definition, { traceparent, tracestate: 'vendor=value' }));
      const [request] = (await received(endpoint, 1)) as [RecordedRequest];
      const body = request.json<{ data: object }>();
      expect(documented.faultOf(body)).toBeNull();
      expect(documented.faultOf({ ...body, test: true })).toBeNull();
      expect(documented.faultOf({ ...body, event: 'review.liked' })).toMatch('event');
      expect(Object.keys(body.data)).toEqual(documented.fields);
      expect(headerTypes(request)).toEqual(documented.headers);
      expect(request.headers['x-service-event']).toBe(name);
    },
  );

  it('sends a changed status once under each of its two names, and other changes as review.updated only', async () => {
    const endpoint = await world.endpoint();
    const both = await world.webhook({
      url: endpoint.url,
      events: [REVIEW_STATUS_CHANGED, reviewUpdated.name],
    });
    await world.webhook({ url: `${endpoint.url}/created` });
    const approved = buildEvent(reviewUpdated);
    const tagged = buildEvent(reviewUpdated, { data: { changed: ['tags'], previous_status: 'approved' } });
    for (const event of [approved, tagged]) await world.publish(event);
    await world.publishAgain(approved);
    await waitUntilConsumed(world.natsUrl, 'webhooks__review');
    const requests = await received(endpoint, 3);
    const sent = requests.map(
      ({ headers }) => `${headers['x-service-event'] as string} ${headers['x-service-event-id'] as string}`,
    );
    expect(new Set(sent)).toEqual(
      new Set([
        `review.updated ${approved.id}`,
        `review.status_changed ${approved.id}_status`,
        `review.updated ${tagged.id}`,
      ]),
    );
    await eventually(
      () => deliveryStates(world, both.id),
      (counts) => counts[2] === 3,
      'three deliveries',
    );
    expect(await deliveryStates(world, both.id)).toEqual({ 2: 3 });
  });

  it('sends two webhooks the same bytes and the same event id as two deliveries', async () => {
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

  it('delivers an event once even if the event arrives twice', async () => {
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
      () => deliveryStates(world, webhook.id),
      (counts) => counts[2] === 2,
      'two deliveries',
    );
    expect(await deliveryStates(world, webhook.id)).toEqual({ 2: 2 });
  });

  it('queues a delivery only for the webhooks whose filters match', async () => {
    const endpoint = await world.endpoint();
    const sub = { sub_account_id: 12, main: false };
    const only = (fields: object) =>
      world.webhook({ url: `${endpoint.url}/${JSON.stringify(fields)}`, ...fields });
    const matching = [
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
    await received(endpoint, matching.length + 1);
    const ids = await world.admin.query<{ webhook_id: number }>(
      `select d.webhook_id from webhooks.deliveries d join webhooks.events e on e.id = d.event_id
       where e.evt_id = $1 and d.webhook_id >= $2 order by d.webhook_id`,
      [event.id, matching[0].id],
    );
    expect(ids.map(({ webhook_id }) => webhook_id)).toEqual([...matching.map(({ id }) => id), owned.body.id]);
  });

  it('sends every event after a filter was emptied', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url, sub_account_ids: [77] });
    const first = await world.review();
    await handled(first.id);
    await world.as().put('webhooks', `${WEBHOOKS}/update/${webhook.id}`, { body: { sub_account_ids: [] } });
    const second = await world.review();
    const [request] = await received(endpoint, 1);
    expect(request?.headers['x-service-event-id']).toBe(second.id);
  });

  it('sends neither reviews added through the API, the dashboard or an invitation nor events older than the webhook', async () => {
    const endpoint = await world.endpoint();
    await world.webhook({ url: endpoint.url });
    const notSent = [
      await world.review({ origin: 'api' }),
      await world.review({ origin: 'dashboard' }),
      await world.review({ origin: 'invitation' }),
      await world.review({}, { time: new Date(Date.now() - 60_000).toISOString() }),
    ];
    const sent = await world.review();
    const [request] = await received(endpoint, 1);
    expect(request?.headers['x-service-event-id']).toBe(sent.id);
    await handled(notSent[3]?.id as string);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('queues further events while the endpoint does not answer', async () => {
    const hanging = await world.endpoint(() => 'hang');
    const webhook = await world.webhook({ url: hanging.url });
    const events = await Promise.all(Array.from({ length: 20 }, () => world.review()));
    await handled(...events.map(({ id }) => id));
    const stored = await eventually(
      () => deliveryStates(world, webhook.id),
      (counts) => (counts[0] ?? 0) + (counts[1] ?? 0) === 20,
      'twenty deliveries',
    );
    expect(stored[1]).toBeLessThanOrEqual(10);
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
    await hanging.close();
  });
});
