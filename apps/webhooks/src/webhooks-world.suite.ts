import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import {
  buildEvent,
  eventually,
  type FixtureResponse,
  type FixtureHandler,
  type FixtureServer,
  type RecordedRequest,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { OwnersStub } from './fixtures/owners-stub';
import { webhooksService } from './service';

/**
 * The webhooks service with local HTTP servers as endpoints. Specs assert on what the endpoints received, on responses
 * of the API and on stored rows. No spec mocks the clock: settings shorten waits, and updates of rows make deliveries
 * due.
 */
export interface WebhooksWorld extends World {
  /** The owners of the sub accounts and channels that filters name. */
  owners: OwnersStub;
  endpoint(handler?: FixtureHandler): Promise<FixtureServer>;
  /** Adds a webhook with the main key of the account. Returns the response body. */
  // oxlint-disable-next-line typescript/no-explicit-any
  webhook(fields: { url: string } & Record<string, unknown>): Promise<any>;
  /** Publishes a collected review. */
  review(data?: Partial<ReviewPayload>, envelope?: Partial<DomainEvent>): Promise<DomainEvent<ReviewPayload>>;
  // oxlint-disable-next-line typescript/no-explicit-any
  attempts(webhookId: number): Promise<any[]>;
  /** Makes every delivery that waits for a retry due now. */
  makeRetriesDue(): Promise<void>;
}

export const WEBHOOKS = '/public/v1/webhooks';
const FAST_RETRIES = { WEBHOOK_RETRY_DELAYS: '1,2,2', WEBHOOK_RETRY_JITTER: 'false' };
/** Three retries that only {@link WebhooksWorld.makeRetriesDue} starts, for assertions between two attempts. */
export const HOURLY_RETRIES = { WEBHOOK_RETRY_DELAYS: '3600x3' };

export async function startWebhooksWorld(settings: Record<string, string> = {}): Promise<WebhooksWorld> {
  const owners = await OwnersStub.start();
  const neighbours = { GATEWAY_URL: owners.url, CHANNELS_URL: owners.url };
  const world = await startWorld({
    services: [{ definition: webhooksService, settings: { ...FAST_RETRIES, ...neighbours, ...settings } }],
  });
  const endpoints: FixtureServer[] = [];
  const extras: Omit<WebhooksWorld, keyof World> = {
    owners,
    endpoint: async (handler) => {
      const endpoint = await startFixtureServer(handler);
      endpoints.push(endpoint);
      return endpoint;
    },
    webhook: async (fields) => {
      const body = { events: ['review.created'], ...fields };
      const added = await world.as().post('webhooks', `${WEBHOOKS}/add`, { body });
      if (added.status !== 201) {
        throw new Error(`POST /webhooks/add answered ${added.status} ${JSON.stringify(added.body)}`);
      }
      return added.body;
    },
    review: async (data, envelope) => {
      const event = buildEvent(reviewCreated, { ...envelope, data } as never) as DomainEvent<ReviewPayload>;
      await world.publish(event);
      return event;
    },
    attempts: async (webhookId) => {
      const log = await world.as().get('webhooks', `${WEBHOOKS}/deliveries/${webhookId}`);
      return log.body.deliveries;
    },
    makeRetriesDue: async () => {
      // One transaction, because the maintenance worker would report deliveries that are due before their lanes. It
      // locks the lanes first, as the service does.
      await world.admin.query(
        `select from webhooks.lanes order by webhook_id for update;
         update webhooks.deliveries set next_attempt_at = clock_timestamp() where state = 0;
         update webhooks.lanes set next_due_at = clock_timestamp() where not paused`,
      );
    },
  };
  return Object.assign(Object.create(world) as World, extras, {
    close: async () => {
      await world.close();
      for (const server of [owners, ...endpoints]) await server.close();
    },
  });
}

/** Waits until the endpoint has received this many requests. Returns all of them. */
export function received(endpoint: FixtureServer, count: number): Promise<RecordedRequest[]> {
  return eventually(
    () => endpoint.requests,
    (requests) => requests.length >= count,
    `${count} deliveries`,
  );
}

/** Waits until the log of a webhook shows this many attempts. Returns all of them, newest first. */
// oxlint-disable-next-line typescript/no-explicit-any
export function logged(world: WebhooksWorld, webhookId: number, count: number): Promise<any[]> {
  return eventually(
    () => world.attempts(webhookId),
    (log) => log.length >= count,
    `${count} attempts in the log`,
  );
}

/** Adds a webhook whose endpoint always gives `answer`, publishes a review and waits for the first attempt. */
export async function firstAttempt(world: WebhooksWorld, answer: FixtureResponse) {
  const endpoint = await world.endpoint(() => answer);
  const webhook = await world.webhook({ url: endpoint.url });
  await world.review();
  const [attempt] = await logged(world, webhook.id, 1);
  return { endpoint, webhook, attempt };
}

/** Returns how many deliveries of a webhook are in each state, such as `{2: 3}`. */
export async function deliveryStates(world: World, webhookId: number): Promise<Record<number, number>> {
  const rows = await world.admin.query<{ state: number; count: number }>(
    'select state, count(*) from webhooks.deliveries where webhook_id = $1 group by state',
    [webhookId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}
