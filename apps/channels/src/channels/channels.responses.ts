import { ApiProperty } from '@nestjs/swagger';
import {
  CHANNEL_STATUSES,
  type ChannelStatus,
  PROFILE_ERROR_CODES,
  type ProfileErrorCode,
} from '@plaudit/contracts';
import { SuccessResponse } from '@plaudit/runtime';
import { METHODS } from '../catalogue/channel-types.responses';

const WIRE_DATE = { type: String, nullable: true, example: '2026-09-20 02:40:11' } as const;

export class ChannelResponse {
  @ApiProperty({ example: 42, description: 'What the other operations take.' }) id: number;
  @ApiProperty({ example: 'app_store', description: 'Platform slug.' }) type: string;
  @ApiProperty({ example: 7, description: 'Number of the platform; never reused.' }) type_id: number;
  @ApiProperty({ example: 'Apple App Store', description: 'Name of the platform.' }) label: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Square logo of the platform, an address or data URI; null without one.',
  })
  logo: string | null;
  @ApiProperty({
    example: 'Acme Notes',
    description: 'The name that it was found under, or that it was given.',
  })
  name: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://apps.apple.com/gb/app/id1234567890',
    description: 'The profile on the platform; null where there is none to see.',
  })
  url: string | null;
  @ApiProperty({ enum: METHODS, example: 'url', description: 'How it was connected.' })
  method: (typeof METHODS)[number];
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 4.62,
    description: 'Official score on rating_scale.',
  })
  score: number | null;
  @ApiProperty({ type: 'integer', example: 5, description: 'The best rating of the platform.' })
  rating_scale: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 212, description: 'Official number of reviews.' })
  reviews: number | null;
  @ApiProperty({ type: 'integer', example: 180, description: 'Reviews that were collected and not deleted.' })
  collected_reviews: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'Id of the property it belongs to.',
  })
  group: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Name of that property; null without one.',
  })
  group_name: string | null;
  @ApiProperty({ example: false, description: 'New reviews go straight to approved.' }) auto_approve: boolean;
  @ApiProperty({ example: true, description: 'New reviews with at least 4 of 5 stars do.' })
  auto_approve_4_stars: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Stores that are crawled, comma separated; null where none were named.',
  })
  stores: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'gb,us',
    description: 'Countries that are crawled, comma separated codes; null: that of the url.',
  })
  countries: string | null;
  @ApiProperty({
    enum: CHANNEL_STATUSES,
    example: 'active',
    description: 'error: the last crawl failed; disabled: ten in a row did, and a refresh starts it again.',
  })
  status: ChannelStatus;
  @ApiProperty({ example: false, description: 'True while a crawl is under way.' }) crawling: boolean;
  @ApiProperty({
    enum: PROFILE_ERROR_CODES,
    nullable: true,
    example: null,
    description: 'Why the last crawl failed; null when it did not.',
  })
  error_code: ProfileErrorCode | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The same in one sentence; null when it did not fail.',
  })
  error_msg: string | null;
  @ApiProperty({ type: 'integer', example: 0, description: 'Failed crawls since the last success.' })
  consecutive_failures: number;
  @ApiProperty({ ...WIRE_DATE, description: 'Last crawl, UTC; null before the first.' }) last_checked:
    string | null;
  @ApiProperty({ ...WIRE_DATE, description: 'Last crawl that succeeded, UTC; null before the first.' })
  last_success_on: string | null;
  @ApiProperty({ ...WIRE_DATE, description: 'UTC; null while the channel is disabled.' }) next_crawl_on:
    string | null;
  @ApiProperty({ ...WIRE_DATE, description: 'Date of the newest collected review, UTC; null without one.' })
  last_review_on: string | null;
  @ApiProperty({ example: false, description: 'A token is stored; it is never returned.' })
  has_credentials: boolean;
  @ApiProperty({ example: 12, description: 'Whose channel it is.' }) sub_account_id: number;
  @ApiProperty({
    type: Object,
    nullable: true,
    example: { app_id: '1234567890' },
    description: 'What the platform says of the profile; null when nothing.',
  })
  meta: Record<string, unknown> | null;
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'When it was connected, UTC.' })
  created_on: string;
  @ApiProperty({ example: '2026-09-20 02:40:11', description: 'When it last changed, UTC.' })
  updated_on: string;
}

export class ChannelListResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'How many items there are.' }) count: number;
  @ApiProperty({ type: [ChannelResponse], description: 'Oldest first.' }) items: ChannelResponse[];
}

/** A channel that was connected just now: only its platform has been asked yet. */
const ADDED_CHANNEL = {
  id: 42,
  type: 'app_store',
  type_id: 7,
  label: 'Apple App Store',
  logo: null,
  name: 'Acme Notes',
  url: 'https://apps.apple.com/gb/app/id1234567890',
  method: 'url',
  score: 4.62,
  rating_scale: 5,
  reviews: 212,
  collected_reviews: 0,
  group: null,
  group_name: null,
  auto_approve: false,
  auto_approve_4_stars: false,
  stores: null,
  countries: 'gb,us',
  status: 'pending',
  crawling: false,
  error_code: null,
  error_msg: null,
  consecutive_failures: 0,
  last_checked: null,
  last_success_on: null,
  next_crawl_on: '2026-09-20 02:39:26',
  last_review_on: null,
  has_credentials: false,
  sub_account_id: 12,
  meta: { app_id: '1234567890' },
  created_on: '2026-09-20 02:39:26',
  updated_on: '2026-09-20 02:39:26',
};

export class ChannelAddedResponse extends SuccessResponse {
  @ApiProperty({ example: true, description: 'The first crawl is queued; its reviews appear shortly.' })
  crawl_queued: true;
  @ApiProperty({ type: ChannelResponse, description: 'As it is stored.', example: ADDED_CHANNEL })
  channel: ChannelResponse;
}

export class ChannelUpdatedResponse extends SuccessResponse {
  @ApiProperty({ type: ChannelResponse, description: 'As it is now.' }) channel: ChannelResponse;
}

export class ChannelDeletedResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', example: 0, description: 'How many reviews stay.' }) reviews_kept: number;
}

export class ChannelRefreshedResponse extends SuccessResponse {
  @ApiProperty({ example: true, description: 'The crawl is queued.' }) queued: true;
  @ApiProperty({
    example: 'The channel is queued and will be crawled shortly.',
    description: 'One sentence for people.',
  })
  msg: string;
}
