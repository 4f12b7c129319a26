import type { EventDefinition, ReviewPayload } from '@plaudit/contracts';
import { afterCommit, createDataSource, Database, migrate } from '@plaudit/database';
import { eventMigrations, NatsLink, Outbox, OutboxRelay } from '@plaudit/events';
import { buildReview } from '@plaudit/testing';
import { BatchPublisher } from '../../libs/events/src/publish/batch-publisher';
import type { Cleanup } from './cleanup';
import { steadyNow } from './statistics';
import type { Servers } from './servers';

const CONNECT_MS = 10_000;

/** The event side of the reviews service: database, outbox, relay and NATS connection. */
export class Producer {
  /** The commit time of each event, by event id. */
  readonly committedAt = new Map<string, number>();
  private readonly outbox: Outbox;

  private constructor(
    readonly database: Database,
    readonly link: NatsLink,
    readonly relay: OutboxRelay,
    readonly publisher: BatchPublisher,
  ) {
    this.outbox = new Outbox({ service: 'reviews', wake: () => relay.wake() });
  }

  static async start(servers: Servers, cleanup: Cleanup): Promise<Producer> {
    const databaseUrl = servers.databaseUrl('reviews');
    const dataSource = createDataSource({
      url: databaseUrl,
      schema: 'reviews',
      entities: [],
      migrations: eventMigrations,
    });
    await dataSource.initialize();
    cleanup.defer(() => dataSource.destroy());
    await migrate(dataSource);
    const link = new NatsLink({ url: servers.natsUrl, service: 'reviews' });
    cleanup.defer(() => link.close());
    link.open();
    await link.waitUntilConnected(CONNECT_MS);
    const database = new Database(dataSource, 'reviews');
    const relay = new OutboxRelay(link, { database, databaseUrl, schema: 'reviews' });
    relay.start();
    cleanup.defer(() => relay.stop());
    return new Producer(database, link, relay, new BatchPublisher(link));
  }

  /** Commits one event as a service does. The relay publishes it. */
  async commit(definition: EventDefinition<ReviewPayload>, id: number, accountId = 1): Promise<void> {
    await this.database.transaction(async (tx) => {
      let eventId = '';
      // Registered before the outbox's own hook, which wakes the relay.
      afterCommit(tx, () => this.committedAt.set(eventId, steadyNow()));
      const event = { accountId, subAccountId: 1, subject: id, version: 1, data: buildReview({ id }) };
      ({ id: eventId } = await this.outbox.add(tx, definition, event));
    });
  }
}
