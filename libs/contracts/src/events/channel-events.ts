import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Matches,
  Min,
} from 'class-validator';
import { WIRE_DATE } from '../wire-date';
import { defineEvent } from './define-event';
import { exampleOf, payloadClass } from './fields';
import { NestedList } from './nested';
import { Nullable } from '../field-rules';
import { COLLECTED_FIELDS } from './review-fields';

export const CHANNEL_STATUSES = ['pending', 'active', 'error', 'disabled'] as const;
export type ChannelStatus = (typeof CHANNEL_STATUSES)[number];

/** What other services may know of a channel. */
export class ChannelPayload {
  @IsInt() id: number;
  /** Platform slug. */
  @IsString() type: string;
  @IsInt() type_id: number;
  @IsString() label: string;
  @Nullable() @IsString() logo: string | null;
  @IsString() name: string;
  @Nullable() @IsString() url: string | null;
  /** Official score on `rating_scale`; null until known. */
  @Nullable() @IsNumber() score: number | null;
  @IsInt() rating_scale: number;
  /** Official number of reviews; null until known. */
  @Nullable() @IsInt() reviews: number | null;
  @Nullable() @IsInt() group: number | null;
  @Nullable() @IsString() group_name: string | null;
  @IsIn(CHANNEL_STATUSES) status: ChannelStatus;
  @Matches(WIRE_DATE) created_on: string;
}

export class ChannelDeletedPayload extends ChannelPayload {
  /** True when its reviews stay (they lose their channel). */
  @IsBoolean() keep_reviews: boolean;
}

/** A review as a crawler read it: normalised, not yet stored. */
export class CollectedReview extends payloadClass(COLLECTED_FIELDS) {}

/** Which new reviews are approved without a person. The channel's flags at the time of the crawl decide. */
const APPROVE_RULES = ['none', 'all', 'four_stars'] as const;
export type ApproveRule = (typeof APPROVE_RULES)[number];

/** The most reviews of one page. A page is split further if it does not fit into an event. */
export const COLLECTED_PAGE_SIZE = 50;

export class ReviewsCollectedPayload {
  @IsInt() channel_id: number;
  @IsString() type: string;
  @IsString() label: string;
  @IsString() channel_name: string;
  @IsIn(APPROVE_RULES) approve_rule: ApproveRule;
  /** True while the channel's first crawl is under way. */
  @IsBoolean() backfill: boolean;
  @ArrayMaxSize(COLLECTED_PAGE_SIZE)
  @NestedList(() => CollectedReview)
  reviews: CollectedReview[];
}

/** The most ids of one `channel.reviews_removed`. It has fewer if they do not fit into an event. */
export const MAX_REMOVED_REVIEWS = 500;

export class ReviewsRemovedPayload {
  @IsInt() channel_id: number;
  /** The ids of the reviews on the platform, as `channel.reviews_collected` had them. */
  @ArrayMaxSize(MAX_REMOVED_REVIEWS)
  @IsArray()
  @IsString({ each: true })
  external_ids: string[];
  /** Time of the crawl that was the third one in a row that did not find them. */
  @Matches(WIRE_DATE) removed_on: string;
}

/** `reading` while the crawl is in progress, the others at its end. */
export const CRAWL_STATES = ['reading', 'succeeded', 'failed'] as const;
export type CrawlState = (typeof CRAWL_STATES)[number];

export class CrawlProgressPayload {
  @IsInt() channel_id: number;
  @IsString() type: string;
  @IsString() label: string;
  @IsString() channel_name: string;
  /** True while the channel's first crawl is under way. */
  @IsBoolean() backfill: boolean;
  @IsIn(CRAWL_STATES) state: CrawlState;
  /** Pages that the crawl has read. */
  @IsInt() @Min(0) pages: number;
  /** Reviews that these pages had, new or known. */
  @IsInt() @Min(0) found: number;
  /** When the crawl began. */
  @Matches(WIRE_DATE) started_on: string;
}

export class ChannelCountedPayload {
  /** The count includes exactly the `channel.connected` and `channel.deleted` that have this `time` or an earlier one. */
  @Matches(WIRE_DATE) as_of: string;
  /** How many channels the sub account has. */
  @IsInt() @Min(0) channels: number;
}

const EXAMPLE: ChannelPayload = {
  id: 42,
  type: 'app_store',
  type_id: 7,
  label: 'Apple App Store',
  logo: null,
  name: 'Acme Notes',
  url: 'https://apps.apple.com/gb/app/acme-notes/id1234567890',
  score: 4.6,
  rating_scale: 5,
  reviews: 212,
  group: null,
  group_name: null,
  status: 'active',
  created_on: '2026-09-20 02:39:26',
};

export const channelConnected = defineEvent({
  name: 'channel.connected',
  version: 1,
  producer: 'channels',
  payload: ChannelPayload,
  summary: 'A channel was added; its first crawl is queued.',
  example: { ...EXAMPLE, status: 'pending', score: null, reviews: null },
});

export const channelUpdated = defineEvent({
  name: 'channel.updated',
  version: 1,
  producer: 'channels',
  payload: ChannelPayload,
  summary: 'Name, group, state, official score or official review count of a channel changed.',
  example: EXAMPLE,
});

export const channelDeleted = defineEvent({
  name: 'channel.deleted',
  version: 1,
  producer: 'channels',
  payload: ChannelDeletedPayload,
  summary: 'A channel was removed; its reviews go with it unless keep_reviews is set.',
  example: { ...EXAMPLE, keep_reviews: false },
});

export const reviewsCollected = defineEvent({
  name: 'channel.reviews_collected',
  version: 1,
  producer: 'channels',
  payload: ReviewsCollectedPayload,
  summary:
    'The crawler read a page of reviews, normalised and with the approve rule that applies to new ones.',
  example: {
    channel_id: 42,
    type: 'app_store',
    label: 'Apple App Store',
    channel_name: 'Acme Notes',
    approve_rule: 'four_stars',
    backfill: true,
    reviews: [
      {
        ...exampleOf(COLLECTED_FIELDS),
        text: 'Good\nWorks well.',
        language: null,
        from_image: null,
        from_url: 'https://itunes.apple.com/gb/reviews/id1',
        post_url: null,
        media: [],
        reply: null,
      },
    ],
  },
});

export const reviewsRemoved = defineEvent({
  name: 'channel.reviews_removed',
  version: 1,
  producer: 'channels',
  payload: ReviewsRemovedPayload,
  summary:
    'The platform no longer shows reviews that the crawler had read. A review that appears again is collected again.',
  example: { channel_id: 42, external_ids: ['14500000001'], removed_on: '2026-10-01 06:00:00' },
});

export const channelCrawlProgress = defineEvent({
  name: 'channel.crawl_progress',
  version: 1,
  producer: 'channels',
  payload: CrawlProgressPayload,
  summary: 'A crawl has read its first page, another ten pages, or has ended.',
  example: {
    channel_id: 42,
    type: 'app_store',
    label: 'Apple App Store',
    channel_name: 'Acme Notes',
    backfill: true,
    state: 'reading',
    pages: 10,
    found: 500,
    started_on: '2026-09-20 02:39:27',
  },
});

export const channelCounted = defineEvent({
  name: 'channel.counted',
  version: 1,
  producer: 'channels',
  payload: ChannelCountedPayload,
  summary:
    'The nightly count of the channels of a sub account, by which services correct the counters that they keep from events.',
  example: { as_of: '2026-09-20 02:34:26', channels: 3 },
});
