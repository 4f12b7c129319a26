import { IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsString, Matches } from 'class-validator';
import type { Sentiment } from '../rating';
import { defineEvent } from './define-event';
import { Nested, NestedList } from './nested';
import { Nullable } from './nullable';

/** `YYYY-MM-DD HH:MM:SS`, UTC. */
export const WIRE_DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

export const REVIEW_STATUSES = ['inbox', 'approved', 'ignored'] as const;
/** Curation status; its index is the numeric form that the API accepts (0, 1, 2). */
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const MEDIA_TYPES = ['image', 'video', 'audio'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

const REVIEW_ORIGINS = ['channel', 'api', 'dashboard'] as const;
export type ReviewOrigin = (typeof REVIEW_ORIGINS)[number];

export class ReviewTag {
  @IsInt() id: number;
  @IsString() name: string;
}

export class ReviewMedia {
  @IsIn(MEDIA_TYPES) type: MediaType;
  @IsString() url: string;
  /** A playable file for videos, else the url again. */
  @IsString() src: string;
}

/** The owner's answer on the platform. */
export class ReviewReply {
  @IsString() text: string;
  @Nullable() @Matches(WIRE_DATE) posted_on: string | null;
}

/** The full review as the API shows it (without translation), plus where it came from. */
export class ReviewPayload {
  @IsInt() id: number;
  /** Platform slug; `custom` without a channel. */
  @IsString() type: string;
  @IsString() label: string;
  @IsString() platform: string;
  @IsString() text: string;
  @Nullable() @IsIn(['positive', 'neutral', 'negative']) sentiment: Sentiment | null;
  @IsString() from_name: string;
  @Nullable() @IsString() from_image: string | null;
  @Nullable() @IsString() from_url: string | null;
  @Nullable() @IsString() post_url: string | null;
  @Nullable() @IsNumber() rating_value: number | null;
  @IsInt() rating_scale: number;
  @Matches(WIRE_DATE) posted_on: string;
  @NestedList(() => ReviewTag) tags: ReviewTag[];
  @Nullable() @IsObject() additional: Record<string, unknown> | null;
  @NestedList(() => ReviewMedia) media: ReviewMedia[];
  @IsIn(REVIEW_STATUSES) status: ReviewStatus;
  @Nullable() @IsInt() channel_id: number | null;
  @Nullable() @IsInt() source_id: number | null;
  @Nullable() @IsString() language: string | null;
  @Nullable() @Nested(() => ReviewReply) reply: ReviewReply | null;
  @IsBoolean() verified: boolean;
  /** Set once the platform no longer shows the review. */
  @Nullable() @Matches(WIRE_DATE) removed_on: string | null;
  @Matches(WIRE_DATE) created_on: string;
  @Matches(WIRE_DATE) updated_on: string;
  /** Name of the channel; null without one. */
  @Nullable() @IsString() profile_name: string | null;
  @IsIn(REVIEW_ORIGINS) origin: ReviewOrigin;
  /** True when a channel's first crawl brought it. */
  @IsBoolean() backfill: boolean;
}

export class ReviewUpdatedPayload extends ReviewPayload {
  /** Names of the fields that differ from before. */
  @IsArray() @IsString({ each: true }) changed: string[];
  @IsIn(REVIEW_STATUSES) previous_status: ReviewStatus;
}

const EXAMPLE: ReviewPayload = {
  id: 4711,
  type: 'app_store',
  label: 'Apple App Store',
  platform: 'app_store',
  text: 'Works well.',
  sentiment: 'positive',
  from_name: 'Nick',
  from_image: null,
  from_url: 'https://itunes.apple.com/gb/reviews/id1',
  post_url: null,
  rating_value: 5,
  rating_scale: 5,
  posted_on: '2026-09-14 11:24:23',
  tags: [{ id: 3, name: 'speed' }],
  additional: { version: '1.8.0' },
  media: [],
  status: 'inbox',
  channel_id: 42,
  source_id: null,
  language: null,
  reply: null,
  verified: false,
  removed_on: null,
  created_on: '2026-09-20 02:40:01',
  updated_on: '2026-09-20 02:40:01',
  profile_name: 'Acme Notes',
  origin: 'channel',
  backfill: false,
};

export const reviewCreated = defineEvent({
  name: 'review.created',
  version: 1,
  producer: 'reviews',
  payload: ReviewPayload,
  summary: 'A review is new, whether collected from a channel or added through the API.',
  example: EXAMPLE,
});

export const reviewUpdated = defineEvent({
  name: 'review.updated',
  version: 1,
  producer: 'reviews',
  payload: ReviewUpdatedPayload,
  summary: 'A review changed: curated, edited, tagged, or edited or removed on its platform.',
  example: { ...EXAMPLE, status: 'approved', changed: ['status'], previous_status: 'inbox' },
});

export const reviewDeleted = defineEvent({
  name: 'review.deleted',
  version: 1,
  producer: 'reviews',
  payload: ReviewPayload,
  summary: 'A review was deleted by the user, or together with its channel. Carries its last state.',
  example: EXAMPLE,
});
