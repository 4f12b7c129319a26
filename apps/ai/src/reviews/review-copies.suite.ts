import {
  channelConnected,
  type ChannelPayload,
  type ChannelRecord,
  channelSnapshot,
  type EventDefinition,
  type ReviewPayload,
  type ReviewRecord,
  reviewSnapshot,
  type SnapshotRange,
  wireDate,
} from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import {
  buildChannel,
  buildEvent,
  buildReview,
  type EventOverrides,
  sendDirect,
  startWorld,
  TEST_TIMEOUT_FACTOR,
  waitUntilConsumed,
  type World,
} from '@plaudit/testing';
import { aiService } from '../service';

const REVIEWS = 'ai__review';
const CHANNELS = 'ai__channel';

/** An hour from now: a page of a snapshot that began then is newer than every event of the test. */
const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

export interface StoredReview {
  channel_id: number;
  star: number | null;
  text: string;
  readable: boolean;
  language: string | null;
  version: number;
  deleted: boolean;
}

/** The ai service with events and pages of reviews and channels, and what it stores. */
export class CopiesWorld {
  private constructor(
    readonly world: World,
    readonly database: Database,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<CopiesWorld> {
    const world = await startWorld({ services: [{ definition: aiService, settings }] });
    const url = world.databaseUrl('ai');
    const dataSource = createDataSource({ url, schema: 'ai', entities: [], migrations: [] });
    await dataSource.initialize();
    return new CopiesWorld(world, new Database(dataSource, 'ai', { timeoutFactor: TEST_TIMEOUT_FACTOR }));
  }

  async close(): Promise<void> {
    await this.database.dataSource.destroy();
    await this.world.close();
  }

  sql<Row>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.world.admin.query<Row>(text, parameters);
  }

  /** Publishes an event of a review at this version, delivers it twice, and waits until it is handled. */
  async event<P extends ReviewPayload>(
    definition: EventDefinition<P>,
    aggregateversion: number,
    data: Partial<P>,
    envelope: EventOverrides<P> = {},
  ): Promise<void> {
    const event = buildEvent(definition, { aggregateversion, ...envelope, data });
    await this.world.publish(event);
    await this.world.publishAgain(event);
    await waitUntilConsumed(this.world.natsUrl, REVIEWS);
  }

  async channelEvent<P extends ChannelPayload>(
    definition: EventDefinition<P>,
    aggregateversion: number,
    data: Partial<P>,
    envelope: EventOverrides<P> = {},
  ): Promise<void> {
    await this.world.publish(buildEvent(definition, { aggregateversion, ...envelope, data }));
    await waitUntilConsumed(this.world.natsUrl, CHANNELS);
  }

  /** Connects a channel of sub account 1, unless `envelope` says otherwise. */
  connect(id: number, envelope: EventOverrides<ChannelPayload> = {}): Promise<void> {
    return this.channelEvent(channelConnected, 1, { id, name: `channel ${id}` }, envelope);
  }

  /** Applies a page of the reviews in a range. By default it began after every event of the test. */
  async page(
    records: ReviewRecord[],
    { after, through, begun_on = inOneHour() }: Partial<SnapshotRange>,
  ): Promise<void> {
    const data = { after: after!, through: through!, begun_on, records };
    await sendDirect(this.world.natsUrl, REVIEWS, buildEvent(reviewSnapshot, { data }));
    await waitUntilConsumed(this.world.natsUrl, REVIEWS, 'DIRECT');
  }

  async channelPage(
    records: ChannelRecord[],
    { after, through, begun_on = inOneHour() }: Partial<SnapshotRange>,
    deleted?: ChannelRecord[],
  ): Promise<void> {
    const data = { after: after!, through: through!, begun_on, records, deleted };
    await sendDirect(this.world.natsUrl, CHANNELS, buildEvent(channelSnapshot, { data }));
    await waitUntilConsumed(this.world.natsUrl, CHANNELS, 'DIRECT');
  }

  async stored(id: number): Promise<StoredReview | null> {
    const [row] = await this.sql<StoredReview>(
      'select channel_id, star, text, readable, language, version, deleted from ai.reviews where id = $1',
      [id],
    );
    return row ?? null;
  }

  /** Stores a summary and French insights of a channel, an answer of a model and a translation, all made of these reviews. */
  async derive(channelId: number, usedIds: readonly number[], text: string): Promise<void> {
    await this.sql(
      `insert into ai.summaries (channel_id, account_id, sub_account_id, language, length, cooldown_until, summary, written_in,
         evidence, model, config_key, fallback, based_on_reviews, last_review_id, used_ids, generated_on)
       values ($1, 1, 1, 'fr', 120, '2026-01-01', 'S', 'fr', '[]', 'embedded', 'k', true, 2, 9, $2, now())
       on conflict (channel_id) do update set summary = excluded.summary, used_ids = excluded.used_ids`,
      [channelId, usedIds],
    );
    await this.sql(
      `insert into ai.insights (channel_id, language, account_id, sub_account_id, strengths, improvements, model, config_key,
         last_review_id, used_ids, generated_on)
       values ($1, 'fr', 1, 1, '[]', '[]', 'embedded', 'k', 9, $2, now()) on conflict do nothing`,
      [channelId, usedIds],
    );
    await this.sql(
      `insert into ai.remembered_answers (key, account_id, review_ids, answer)
       values (sha256($1::text::bytea), 1, $2, '{}') on conflict do nothing`,
      [`answer ${channelId}`, usedIds],
    );
    await this.sql(
      `insert into ai.translations (account_id, key, text_hash, translation, expires_on)
       values (1, sha256(convert_to('key ' || $1, 'utf8')), sha256(convert_to($1, 'utf8')), 'T', now() + interval '1 day')
       on conflict do nothing`,
      [text],
    );
  }

  /** Returns which of the four {@link derive} stored are left. */
  async left(channelId: number, text: string): Promise<string[]> {
    const [row] = await this.sql<Record<string, boolean>>(
      `select exists (select from ai.summaries where channel_id = $1 and summary is not null) as summary,
         exists (select from ai.insights where channel_id = $1) as insights,
         exists (select from ai.remembered_answers where key = sha256($2::text::bytea)) as answer,
         exists (select from ai.translations where text_hash = sha256(convert_to($3, 'utf8'))) as translation`,
      [channelId, `answer ${channelId}`, text],
    );
    return Object.entries(row ?? {}).flatMap(([what, isThere]) => (isThere ? [what] : []));
  }
}

/** Returns a record of a snapshot of account 1 and sub account 1. */
export function record(id: number, version: number, more: Partial<ReviewPayload> = {}): ReviewRecord {
  return { ...buildReview({ id, ...more }), account_id: 1, sub_account_id: 1, version };
}

/** The same of a channel. */
export function channelRecord(id: number, version: number): ChannelRecord {
  return { ...buildChannel({ id, name: `owner ${version}` }), account_id: 1, sub_account_id: 1, version };
}
