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
import { webhooksService } from './service';

/**
 * What the webhooks specs share. Doubles: endpoints, as local HTTP servers. Oracle: what the endpoints received, what
 * the API answers, what the tables hold. Never: a mocked clock in SQL; time is shortened by settings or by moving rows.
 */
export interface WebhooksWorld extends World {
  endpoint(handler?: FixtureHandler): Promise<FixtureServer>;
  /** Adds a webhook as the account's main key; the answer's body. */
  // oxlint-disable-next-line typescript/no-explicit-any
  webhook(fields: { url: string } & Record<string, unknown>): Promise<any>;
  /** Publishes a collected review. */
  review(data?: Partial<ReviewPayload>, envelope?: Partial<DomainEvent>): Promise<DomainEvent<ReviewPayload>>;
  // oxlint-disable-next-line typescript/no-explicit-any
  attempts(webhookId: number): Promise<any[]>;
  /** Lets everything that waits for a retry fall due now. */
  elapse(): Promise<void>;
}

export const WEBHOOKS = '/public/v1/webhooks';
const FAST = { WEBHOOK_RETRY_DELAYS: '1,2,2', WEBHOOK_RETRY_JITTER: 'false' };
/** Three retries that only {@link WebhooksWorld.elapse} brings: for what is asserted between an attempt and the next. */
export const PATIENT = { WEBHOOK_RETRY_DELAYS: '3600x3' };

export async function startWebhooksWorld(settings: Record<string, string> = {}): Promise<WebhooksWorld> {
  const world = await startWorld({
    services: [{ definition: webhooksService, settings: { ...FAST, ...settings } }],
  });
  const endpoints: FixtureServer[] = [];
  const extras: Omit<WebhooksWorld, keyof World> = {
    endpoint: async (handler) => {
      const endpoint = await startFixtureServer(handler);
      endpoints.push(endpoint);
      return endpoint;
    },
    webhook: async (fields) => {
      const body = { events: ['review.created'], ...fields };
      const added = await world.as().post('webhooks', `${WEBHOOKS}/add`, { body });
      if (added.status !== 201)
        throw new Error(`adding answered ${added.status} ${JSON.stringify(added.body)}`);
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
    elapse: async () => {
      // One transaction: what looks for lanes that were left behind must not see deliveries due before their lanes. The
      // lanes are locked first, as everybody does.
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
      for (const endpoint of endpoints) await endpoint.close();
    },
  });
}

export function received(endpoint: FixtureServer, count: number): Promise<RecordedRequest[]> {
  return eventually(
    () => endpoint.requests,
    (requests) => requests.length >= count,
    `${count} deliveries`,
  );
}

/** The log of a webhook, once it shows that many attempts. */
// oxlint-disable-next-line typescript/no-explicit-any
export function logged(world: WebhooksWorld, webhookId: number, count: number): Promise<any[]> {
  return eventually(
    () => world.attempts(webhookId),
    (log) => log.length >= count,
    `${count} attempts in the log`,
  );
}

/** One webhook at an endpoint that answers like this, one review, and the first attempt's log entry. */
export async function firstAttempt(world: WebhooksWorld, answer: FixtureResponse) {
  const endpoint = await world.endpoint(() => answer);
  const webhook = await world.webhook({ url: endpoint.url });
  await world.review();
  const [attempt] = await logged(world, webhook.id, 1);
  return { endpoint, webhook, attempt };
}

/** All of a webhook's deliveries by their state, e.g. `{2: 3}`. */
export async function states(world: World, webhookId: number): Promise<Record<number, number>> {
  const rows = await world.admin.query<{ state: number; count: number }>(
    'select state, count(*) from webhooks.deliveries where webhook_id = $1 group by state',
    [webhookId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}
