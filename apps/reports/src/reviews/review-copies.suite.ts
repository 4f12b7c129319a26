import {
  type DomainEvent,
  type EventDefinition,
  isDated,
  postedDay,
  reviewCreated,
  type ReviewPayload,
  type ReviewRecord,
  reviewSnapshot,
  type SnapshotRange,
  starBucket,
  wireDate,
} from '@plaudit/contracts';
import {
  buildEvent,
  buildReview,
  type EventOverrides,
  eventually,
  sendDirect,
  startWorld,
  waitUntilConsumed,
  type World,
} from '@plaudit/testing';
import { reportsService } from '../service';

export interface Day {
  channel_id: number;
  day: string;
  type: string;
  label: string;
  rating_scale: number;
  reviews: number;
  stars: number[];
  rating_sum: number;
  replied: number;
}

export interface TagDay {
  tag_id: number;
  day: string;
  channel_id: number;
  type: string;
  rating_scale: number;
  reviews: number;
  rated: number;
  rating_sum: number;
}

export const DURABLE = 'reports__review';

/** An hour from now: a page of a snapshot that began then is newer than every event of the test. */
export const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

/** The reports service with events and pages of reviews, and what it counts from them. */
export class ReviewCopiesWorld {
  private constructor(readonly world: World) {}

  static async start(settings: Record<string, string> = {}): Promise<ReviewCopiesWorld> {
    return new ReviewCopiesWorld(await startWorld({ services: [{ definition: reportsService, settings }] }));
  }

  close(): Promise<void> {
    return this.world.close();
  }

  sql<Row>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.world.admin.query<Row>(text, parameters);
  }

  /** Publishes an event of a review at this version, and waits until it is handled. */
  async event<P extends ReviewPayload>(
    definition: EventDefinition<P>,
    aggregateversion: number,
    data: Partial<P>,
    envelope: EventOverrides<P> = {},
  ): Promise<DomainEvent<P>> {
    const event = buildEvent(definition, { aggregateversion, ...envelope, data });
    await this.world.publish(event);
    await this.settled();
    return event;
  }

  /** Applies a page of the reviews in a range. By default it began after every event of the test and is not the last page. */
  async page(
    records: ReviewRecord[],
    { after, through, begun_on = inOneHour() }: Partial<SnapshotRange>,
  ): Promise<void> {
    const data = { after: after!, through: through!, begun_on, records };
    await sendDirect(this.world.natsUrl, DURABLE, buildEvent(reviewSnapshot, { data }));
    await this.settled();
  }

  async settled(): Promise<void> {
    await waitUntilConsumed(this.world.natsUrl, DURABLE);
    await waitUntilConsumed(this.world.natsUrl, DURABLE, 'DIRECT');
  }

  /** Counts the days of all sub accounts again, as after the last page of a snapshot. */
  async recount(): Promise<void> {
    await this.page([], { after: Number.MAX_SAFE_INTEGER - 1, through: null });
    await eventually(
      () => this.sql('select from reports.sub_accounts where recount_due_at <= now()'),
      (due) => due.length === 0,
      'the days to be counted again',
    );
  }

  days(subAccountId: number): Promise<Day[]> {
    return this.sql(
      `select channel_id, day::text, type, label, rating_scale, reviews, array[star_1, star_2, star_3, star_4, star_5] as stars,
         rating_sum::float8, replied
       from reports.review_days where sub_account_id = $1 and reviews <> 0 order by channel_id, day, type, label, rating_scale`,
      [subAccountId],
    );
  }

  tagDays(subAccountId: number): Promise<TagDay[]> {
    return this.sql(
      `select tag_id, day::text, channel_id, type, rating_scale, reviews, rated, rating_sum::float8
       from reports.tag_days where sub_account_id = $1 and reviews <> 0 order by tag_id, day, channel_id, type, rating_scale`,
      [subAccountId],
    );
  }

  async rev(subAccountId: number): Promise<number> {
    const [row] = await this.sql<{ rev: number }>(
      'select rev from reports.sub_accounts where sub_account_id = $1',
      [subAccountId],
    );
    return row?.rev ?? 0;
  }
}

/** Returns a record of a snapshot of account 1. */
export function record(
  id: number,
  version: number,
  sub_account_id: number,
  more: Partial<ReviewPayload> = {},
): ReviewRecord {
  return { ...buildReview({ id, ...more }), account_id: 1, sub_account_id, version };
}

/** Counts reviews one by one, as `review_days` should have them. */
export function expectedDays(reviews: readonly ReviewPayload[], timezone = 'UTC'): Day[] {
  const days = new Map<string, Day>();
  for (const review of reviews) {
    const { channel_id, type, label, rating_scale, rating_value, reply } = review;
    const key = {
      channel_id: channel_id ?? 0,
      day: countedDay(review, timezone),
      type,
      label,
      rating_scale,
    };
    const day = days.get(JSON.stringify(key)) ?? {
      ...key,
      reviews: 0,
      stars: [0, 0, 0, 0, 0],
      rating_sum: 0,
      replied: 0,
    };
    days.set(JSON.stringify(key), day);
    const star = starBucket(rating_value, rating_scale);
    day.reviews += 1;
    if (star !== null) day.stars[star - 1]! += 1;
    if (star !== null) day.rating_sum += Math.min(rating_value ?? 0, rating_scale);
    if (reply) day.replied += 1;
  }
  return [...days.values()].sort(
    (a, b) =>
      a.channel_id - b.channel_id ||
      compare(a.day, b.day) ||
      compare(a.type, b.type) ||
      compare(a.label, b.label) ||
      a.rating_scale - b.rating_scale,
  );
}

/** Counts the tags of reviews one by one, as `tag_days` should have them. */
export function expectedTagDays(reviews: readonly ReviewPayload[], timezone = 'UTC'): TagDay[] {
  const days = new Map<string, TagDay>();
  for (const review of reviews) {
    const { tags, channel_id, type, rating_scale, rating_value } = review;
    for (const { id: tag_id } of tags) {
      const key = {
        tag_id,
        day: countedDay(review, timezone),
        channel_id: channel_id ?? 0,
        type,
        rating_scale,
      };
      const day = days.get(JSON.stringify(key)) ?? { ...key, reviews: 0, rated: 0, rating_sum: 0 };
      days.set(JSON.stringify(key), day);
      const isRated = starBucket(rating_value, rating_scale) !== null;
      day.reviews += 1;
      day.rated += isRated ? 1 : 0;
      day.rating_sum += isRated ? Math.min(rating_value ?? 0, rating_scale) : 0;
    }
  }
  return [...days.values()].sort(
    (a, b) =>
      a.tag_id - b.tag_id ||
      compare(a.day, b.day) ||
      a.channel_id - b.channel_id ||
      compare(a.type, b.type) ||
      a.rating_scale - b.rating_scale,
  );
}

/** The example of the catalogue: a review of channel 42 with 5 stars and one tag, posted on 2026-09-14. */
export const EXAMPLE = reviewCreated.example;

function countedDay(review: ReviewPayload, timeZone: string): string {
  if (!isDated(review)) return '-infinity';
  const day = postedDay(review);
  if (day !== null) return day;
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(
    new Date(`${review.posted_on.replace(' ', 'T')}Z`),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
