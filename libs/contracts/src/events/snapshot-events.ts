import { IsInt, Matches } from 'class-validator';
import { Nullable, Optional } from '../field-rules';
import { WIRE_DATE } from '../wire-date';
import { ChannelPayload, channelUpdated } from './channel-events';
import { defineEvent, type EventDefinition } from './define-event';
import { NestedList } from './nested';
import { exampleOf, payloadClass } from './fields';
import { RATING_RECORD_FIELDS } from './rating-events';
import { reviewCreated, ReviewPayload } from './review-events';

/** What each record of a snapshot has beside its own fields. */
export interface SnapshotRecord {
  id: number;
  account_id: number;
  sub_account_id: number;
  /** The aggregateversion that belongs to this state. */
  version: number;
}

/**
 * One page of a snapshot. It lists all records of the noun with `after < id <= through`, so a record in that range that is not in
 * `records` does not exist.
 */
export class SnapshotRange {
  /** The page lists all records whose id is greater than this and not greater than `through`. 0 on the first page. */
  @IsInt() after: number;
  /** The last id of the range. Null on the last page, whose range has no end. */
  @Nullable() @IsInt() through: number | null;
  /** When the snapshot began, UTC. It is before the page was read. */
  @Matches(WIRE_DATE) begun_on: string;
}

export interface SnapshotPage<Row extends SnapshotRecord = SnapshotRecord> extends SnapshotRange {
  records: Row[];
  /** Records in the range that no longer exist, in their last state. Only nouns whose payload has the field list them. */
  deleted?: Row[];
}

export class ReviewRecord extends ReviewPayload {
  @IsInt() account_id: number;
  @IsInt() sub_account_id: number;
  /** The aggregateversion that belongs to this state. */
  @IsInt() version: number;
}

export class ReviewSnapshotPayload extends SnapshotRange {
  /** The records in the order of their ids. */
  @NestedList(() => ReviewRecord) records: ReviewRecord[];
}

export class ChannelRecord extends ChannelPayload {
  @IsInt() account_id: number;
  @IsInt() sub_account_id: number;
  /** The aggregateversion that belongs to this state. */
  @IsInt() version: number;
}

export class ChannelSnapshotPayload extends SnapshotRange {
  /** The records in the order of their ids. */
  @NestedList(() => ChannelRecord) records: ChannelRecord[];
  /**
   * Channels in the range that no longer exist, in the state of their `channel.deleted`, in the order of their ids. Missing if there
   * are none. Channels that were deleted before their owner kept last states are not listed.
   */
  @Optional() @NestedList(() => ChannelRecord) deleted?: ChannelRecord[];
}

/** The figures of one profile and one UTC day. */
export class RatingRecord extends payloadClass(RATING_RECORD_FIELDS) {
  /** See {@link ratingRecordId}. */
  @IsInt() id: number;
  @IsInt() account_id: number;
  @IsInt() sub_account_id: number;
  /** Unix seconds of `checked_on`: a later crawl of the day replaces the figures of an earlier one. */
  @IsInt() version: number;
}

export class RatingHistoryPayload extends SnapshotRange {
  /** The records in the order of their ids. */
  @NestedList(() => RatingRecord) records: RatingRecord[];
}

/** Days since 1970 stay below this number until the year 2243. */
export const RATING_DAYS_PER_PROFILE = 100_000;

/**
 * Returns the id of the record of a profile and a UTC day, which is a number of days since 1970. The order of the ids is that of
 * the profiles, then that of the days.
 */
export function ratingRecordId(profileId: number, day: number): number {
  return profileId * RATING_DAYS_PER_PROFILE + day;
}

const OWNER = { account_id: 7, sub_account_id: 12, version: 3 };
const RANGE = { after: 0, through: null, begun_on: '2026-09-20 03:00:00' };

export const reviewSnapshot = defineEvent({
  name: 'review.snapshot',
  version: 1,
  producer: 'reviews',
  payload: ReviewSnapshotPayload,
  summary: 'A page of all reviews in their current state.',
  example: { ...RANGE, records: [{ ...OWNER, ...reviewCreated.example }] },
});

export const channelSnapshot = defineEvent({
  name: 'channel.snapshot',
  version: 1,
  producer: 'channels',
  payload: ChannelSnapshotPayload,
  summary: 'A page of all channels in their current state, and of deleted ones in their last state.',
  example: { ...RANGE, records: [{ ...OWNER, ...channelUpdated.example }] },
});

export const ratingHistory = defineEvent({
  name: 'rating.history',
  version: 1,
  producer: 'channels',
  payload: RatingHistoryPayload,
  summary: 'A page of the official figures of all profiles, one record per profile and UTC day.',
  example: {
    ...RANGE,
    records: [
      {
        ...OWNER,
        id: ratingRecordId(42, 20_717),
        version: 1_789_958_411,
        ...exampleOf(RATING_RECORD_FIELDS),
      },
    ],
  },
});

/**
 * The kinds of pages that `npm run events:snapshot` sends to a single durable, through the stream DIRECT. They are never published
 * in EVENTS, so neither webhooks nor outside consumers receive them.
 */
export const SNAPSHOTS: readonly EventDefinition<SnapshotPage>[] = [
  reviewSnapshot,
  channelSnapshot,
  ratingHistory,
];

/** Returns true if the event is a page of a snapshot. */
export function isSnapshot(definition: Pick<EventDefinition, 'pattern'>): boolean {
  return SNAPSHOTS.some(({ pattern }) => pattern === definition.pattern);
}
