import {
  type CollectedReview,
  type DomainEvent,
  type EventDefinition,
  type ReviewPayload,
  reviewsCollected,
  type ReviewsCollectedPayload,
} from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import {
  buildEvent,
  type Caller,
  eventually,
  type EventRecorder,
  startWorld,
  type World,
} from '@plaudit/testing';
import { reviewsService } from '../service';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

export const ACCOUNT = 1;
export const SUB_ACCOUNT = 1;

/** What the specs of collected reviews share: the service, and the pages that a crawler sends it. */
export interface CollectedWorld extends World {
  client: Caller;
  events: EventRecorder;
  /** A second connection to the service's schema, for concurrent work. */
  database: Database;
  pageEvent(
    channel: number,
    reviews: CollectedReview[],
    overrides?: Partial<ReviewsCollectedPayload>,
  ): DomainEvent;
  /** Returns the channel's reviews as the API lists them. */
  list(channel: number): Promise<Record<string, unknown>[]>;
  /** Returns the published events about the channel's reviews. */
  eventsOf<P extends Pick<ReviewPayload, 'channel_id'>>(
    channel: number,
    definition: EventDefinition<P>,
  ): DomainEvent<P>[];
  /** Publishes the event and waits until its handler has finished. */
  take(event: DomainEvent): Promise<void>;
  /** Waits until a session of this database waits for a lock, or `otherwise` returns true. */
  someoneWaits(otherwise?: () => Promise<boolean>): Promise<void>;
  isCleanedUp(channel: number): Promise<boolean>;
}

export async function startCollectedWorld(settings: Record<string, string> = {}): Promise<CollectedWorld> {
  const world = await startWorld({
    services: [{ ...REVIEWS_ALONE, settings: { ...REVIEWS_ALONE.settings, ...settings } }],
  });
  const client = world.as({ account_id: ACCOUNT, sub_account_id: SUB_ACCOUNT });
  const events = await world.recorder('review.>');
  const database = await openDatabase(world.databaseUrl('reviews'));
  const extras: Omit<CollectedWorld, keyof World> = {
    client,
    events,
    database,
    pageEvent,
    list: async (channel) => {
      const query = { channels: channel, limit: 100 };
      return (await client.get('reviews', '/public/v1/reviews/get', { query })).body.items;
    },
    eventsOf: (channel, definition) =>
      events.of(definition).filter(({ data }) => data.channel_id === channel),
    take: async (event) => {
      await world.publish(event);
      await eventually(
        () => world.admin.query('select 1 from reviews.inbox where event_id = $1', [event.id]),
        (rows) => rows.length === 1,
        `the handling of ${event.id}`,
      );
    },
    someoneWaits: async (otherwise = async () => false) => {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually(
        async () => (await otherwise()) || (await world.admin.query(waiting)).length > 0,
        (reached) => reached,
        'a session that waits for a lock',
      );
    },
    isCleanedUp: async (channel) => {
      const sql = 'select 1 from reviews.channel_copies where channel_id = $1 and not cleanup_pending';
      return (await world.admin.query(sql, [channel])).length > 0;
    },
  };
  const close = async (): Promise<void> => {
    await database.dataSource.destroy();
    await world.close();
  };
  return Object.assign(Object.create(world) as World, extras, { close });
}

async function openDatabase(url: string): Promise<Database> {
  const { entities } = reviewsService;
  const database = new Database(
    createDataSource({ url, schema: 'reviews', entities, migrations: [] }),
    'reviews',
  );
  await database.dataSource.initialize();
  return database;
}

function pageEvent(
  channel: number,
  reviews: CollectedReview[],
  overrides: Partial<ReviewsCollectedPayload> = {},
): DomainEvent {
  const data = {
    channel_id: channel,
    type: 'app_store',
    label: 'Apple App Store',
    channel_name: 'Acme Notes',
    approve_rule: 'none' as const,
    backfill: false,
    reviews,
    ...overrides,
  };
  return buildEvent(reviewsCollected, {
    accountid: ACCOUNT,
    subaccountid: SUB_ACCOUNT,
    subject: String(channel),
    data,
  });
}
