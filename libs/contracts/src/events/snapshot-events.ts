import { IsBoolean, IsInt, IsString, Matches } from 'class-validator';
import { Nullable, Optional } from '../field-rules';
import { WIRE_DATE } from '../wire-date';
import { accountChanged, PlanLimitsPayload } from './account-events';
import { ChannelPayload, channelUpdated } from './channel-events';
import { defineEvent, type EventDefinition } from './define-event';
import { Nested, NestedList } from './nested';
import { date, exampleOf, nullable, payloadClass } from './fields';
import { INVITE_FIELDS } from './invite-events';
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

const stage = (what: string, example: string | null) =>
  nullable(
    date({ description: `When ${what}, UTC; null if that has not happened`, example: '2026-09-20 10:00:04' }),
    example,
  );

const { happened_on: _happened, ...INVITE_IDENTITY } = INVITE_FIELDS;

/** An invitation and when it reached each stage first. */
export const INVITE_RECORD_FIELDS = {
  ...INVITE_IDENTITY,
  queued_on: stage('it was scheduled', '2026-09-18 09:15:00'),
  sent_on: stage('it was handed to the mail server or the SMS provider', '2026-09-20 10:00:04'),
  confirmed_on: stage(
    'the mail server or the provider confirmed that it took the message',
    '2026-09-20 10:00:04',
  ),
  kept_on: stage('it was kept on the server instead, and sent to nobody', null),
  opened_on: stage('the recipient opened it first', null),
  clicked_on: stage('the recipient followed a link first', null),
  reviewed_on: stage('the recipient wrote a review', null),
  unsubscribed_on: stage('the recipient unsubscribed through it', null),
  failed_on: stage('it failed', null),
};

export class InviteRecord extends payloadClass(INVITE_RECORD_FIELDS) {
  @IsInt() account_id: number;
  @IsInt() sub_account_id: number;
  /** The aggregateversion that belongs to this state. */
  @IsInt() version: number;
}

export class InviteSnapshotPayload extends SnapshotRange {
  /** The records in the order of their ids. */
  @NestedList(() => InviteRecord) records: InviteRecord[];
}

/** A sub account and what its account has in common with the other ones. */
export class SubAccountRecord {
  /** Id of the sub account. */
  @IsInt() id: number;
  @IsInt() account_id: number;
  /** The same as `id`. */
  @IsInt() sub_account_id: number;
  /** The aggregateversion of the account that belongs to this state. */
  @IsInt() version: number;
  @IsString() name: string;
  /** True for the one sub account that manages the whole account. */
  @IsBoolean() main: boolean;
  @IsString() company_name: string;
  @Nullable() @IsString() website: string | null;
  /** Host name of the white-label domain while it is proved; null without a proved one. */
  @Nullable() @IsString() domain: string | null;
  @IsBoolean() invite: boolean;
  /** The time zone of reports and send windows that have none of their own; null without one. Older snapshots lack it. */
  @Optional() @Nullable() @IsString() time_zone?: string | null;
  /** The plan's limits, overridden by the account's own limits. */
  @Nested(() => PlanLimitsPayload) limits: PlanLimitsPayload;
}

export class AccountSnapshotPayload extends SnapshotRange {
  /** The records in the order of their ids. */
  @NestedList(() => SubAccountRecord) records: SubAccountRecord[];
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

export const inviteSnapshot = defineEvent({
  name: 'invite.snapshot',
  version: 1,
  producer: 'invitations',
  payload: InviteSnapshotPayload,
  summary:
    'A page of all invitations and their reminders, with the stages that they reached. Deleted ones are listed, too.',
  example: { ...RANGE, records: [{ ...OWNER, ...exampleOf(INVITE_RECORD_FIELDS) }] },
});

const { company_name, website, domain = null, invite, limits, sub_account } = accountChanged.example;

export const accountSnapshot = defineEvent({
  name: 'account.snapshot',
  version: 1,
  producer: 'gateway',
  payload: AccountSnapshotPayload,
  summary: 'A page of all sub accounts that are not deleted, each with the settings of its account.',
  example: {
    ...RANGE,
    records: [
      {
        ...OWNER,
        id: OWNER.sub_account_id,
        name: sub_account?.name ?? '',
        main: false,
        company_name,
        website,
        domain,
        invite,
        limits,
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
  inviteSnapshot,
  accountSnapshot,
];

/** Returns true if the event is a page of a snapshot. */
export function isSnapshot(definition: Pick<EventDefinition, 'pattern'>): boolean {
  return SNAPSHOTS.some(({ pattern }) => pattern === definition.pattern);
}
