import { effectiveScopes, type Scope } from '@plaudit/contracts';
import { logged, startWebhooksWorld, WEBHOOKS, type WebhooksWorld } from '../webhooks-world.suite';

const ALL = effectiveScopes('admin', true, []);
const without = (...missing: Scope[]) => ALL.filter((scope) => !missing.includes(scope));
const NARROW: Scope[] = ['webhooks:read', 'webhooks:write'];

describe('A key without reviews:read', () => {
  let world: WebhooksWorld;
  let count = 0;

  beforeAll(async () => {
    world = await startWebhooksWorld();
  });
  afterAll(() => world.close());

  const url = () => `https://hooks.example.com/${(count += 1)}`;
  const add = (scopes: Scope[], events: string[]) =>
    world.as({ scopes }).post('webhooks', `${WEBHOOKS}/add`, { body: { url: url(), events } });
  const update = (scopes: Scope[], id: number, body: object) =>
    world.as({ scopes }).put('webhooks', `${WEBHOOKS}/update/${id}`, { body });
  const refusal = (required: Scope) => ({
    status: 403,
    body: {
      success: false,
      code: 'forbidden',
      required,
      field: 'events',
      msg: expect.stringContaining(required),
    },
  });

  it.each<[string, Scope]>([
    ['review.created', 'reviews:read'],
    ['review.updated', 'reviews:read'],
    ['review.deleted', 'reviews:read'],
    ['rating.changed', 'channels:read'],
    ['profile.error', 'channels:read'],
    ['review.status_changed', 'reviews:read'],
    ['channel.crawled', 'channels:read'],
    ['invite.sent', 'invites:read'],
    ['invite.failed', 'invites:read'],
  ])('adds a webhook with the event %s only with %s', async (event, required) => {
    expect(await add(NARROW, [event])).toMatchObject(refusal(required));
    expect(await add(without(required), [event])).toMatchObject(refusal(required));
    expect((await add([...NARROW, required], [event])).status).toBe(201);
  });

  it('cannot add an event of reviews beside one that it may read', async () => {
    const mixed = ['profile.error', 'review.created'];
    expect(await add(without('reviews:read'), mixed)).toMatchObject(refusal('reviews:read'));
    const { body } = await add(without('reviews:read'), ['profile.error']);
    expect(await update(without('reviews:read'), body.id, { events: mixed })).toMatchObject(
      refusal('reviews:read'),
    );
  });

  it.each<[string, object]>([
    ['send them to its own url', { url: 'https://thief.example.com/' }],
    ['widen the filters', { sub_account_ids: [] }],
    ['take a limit of the rating away', { min_rating: null }],
    ['resume it', { active: true }],
    ['keep a part of the events', { events: ['review.created'], active: false }],
  ])('cannot change a webhook with events of reviews to %s', async (_what, changes) => {
    const { body } = await add(ALL, ['review.created', 'review.updated']);
    expect(await update(NARROW, body.id, changes)).toMatchObject(refusal('reviews:read'));
    expect((await world.as().get('webhooks', `${WEBHOOKS}/get/${body.id}`)).body.url).toBe(body.url);
  });

  it('can pause, describe and delete a webhook with events of reviews, and take them out', async () => {
    const { body } = await add(ALL, ['review.created', 'profile.error']);
    expect((await update(NARROW, body.id, { active: false, description: 'noisy' })).status).toBe(200);
    expect((await update(without('reviews:read'), body.id, { events: ['profile.error'] })).status).toBe(200);
    const deleted = await world.as({ scopes: NARROW }).delete('webhooks', `${WEBHOOKS}/delete/${body.id}`);
    expect(deleted.status).toBe(200);
  });

  it('reads no review from the log of an endpoint that repeats what it receives', async () => {
    const echo = await world.endpoint(({ text }) => ({ body: text }));
    const { id } = await world.webhook({ url: echo.url });
    await world.review({ text: 'Only for readers of reviews.' });
    const [seen] = await logged(world, id, 1);
    expect(seen.response_body).toContain('Only for readers of reviews.');
    await world.as({ scopes: NARROW }).post('webhooks', `${WEBHOOKS}/test/${id}`);
    const log = await world.as({ scopes: NARROW }).get('webhooks', `${WEBHOOKS}/deliveries/${id}`);
    expect(JSON.stringify(log.body)).not.toContain('Only for readers');
    expect(log.body.deliveries).toMatchObject([
      { test: true, response_body: expect.stringContaining('"test":true') },
      {
        test: false,
        status: 'success',
        response_body: null,
        response_headers: null,
        response_encoding: null,
      },
    ]);
  });

  it('keeps the deliveries of a webhook that was added before', async () => {
    const endpoint = await world.endpoint();
    const { id } = await world.webhook({ url: endpoint.url });
    await update(NARROW, id, { description: 'kept' });
    await world.review();
    expect(await logged(world, id, 1)).toMatchObject([{ status: 'success', event: 'review.created' }]);
  });
});
