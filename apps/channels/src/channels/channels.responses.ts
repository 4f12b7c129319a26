import { ApiProperty } from '@nestjs/swagger';
import {
  CHANNEL_STATUSES,
  type ChannelStatus,
  PROFILE_ERROR_CODES,
  type ProfileErrorCode,
} from '@plaudit/contracts';
import { PagedListResponse, SuccessResponse } from '@plaudit/runtime';
import { CHECK_OUTCOMES, type DailyCheck } from '../crawl/outcome/daily-checks';
import { METHODS } from '../catalogue/channel-types.responses';
import { NoticeResponse } from './notice.responses';
import { REMEDIES, type Remedy } from './remedies';

const WIRE_DATE = { type: String, nullable: true, example: '2026-09-20 02:40:11' } as const;

export class CrawlProgressResponse {
  @ApiProperty({
    enum: ['reading', 'waiting'],
    example: 'reading',
    description: 'reading: pages are being read. waiting: the crawl continues shortly where it stopped.',
  })
  stage: 'reading' | 'waiting';
  @ApiProperty({ type: 'integer', example: 12, description: 'Pages that were read.' }) pages: number;
  @ApiProperty({ type: 'integer', example: 600, description: 'Reviews that these pages had, new or known.' })
  found: number;
  @ApiProperty({ ...WIRE_DATE, description: 'When the crawl began, UTC. null before its first page.' })
  started_on: string | null;
}

export class DailyCheckResponse implements DailyCheck {
  @ApiProperty({ example: '2026-09-20', description: 'The day in UTC.' }) date: string;
  @ApiProperty({
    enum: CHECK_OUTCOMES,
    example: 'ok',
    description:
      'ok: the first crawl of the day worked. retried: a later one did. failed: none did. none: no crawl ended on this day.',
  })
  outcome: DailyCheck['outcome'];
}

export class ChannelResponse {
  @ApiProperty({ example: 42, description: 'Id of the channel, for the other operations.' }) id: number;
  @ApiProperty({ example: 'app_store', description: 'Platform slug.' }) type: string;
  @ApiProperty({ example: 7, description: 'Number of the platform. It is never reused.' }) type_id: number;
  @ApiProperty({ example: 'Apple App Store', description: 'Name of the platform.' }) label: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Square logo of the platform, as a URL or data URI. null if there is none.',
  })
  logo: string | null;
  @ApiProperty({
    example: 'Acme Notes',
    description: 'Name of the profile on the platform, or the name that was set later.',
  })
  name: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://apps.apple.com/gb/app/id1234567890',
    description: 'URL of the profile on the platform. null if the profile has no public page.',
  })
  url: string | null;
  @ApiProperty({ enum: METHODS, example: 'url', description: 'How it was connected.' })
  method: (typeof METHODS)[number];
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 4.62,
    description: 'Official score, on rating_scale.',
  })
  score: number | null;
  @ApiProperty({ type: 'integer', example: 5, description: 'The best possible rating on the platform.' })
  rating_scale: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 212, description: 'Official number of reviews.' })
  reviews: number | null;
  @ApiProperty({ type: 'integer', example: 180, description: 'Collected reviews that are not deleted.' })
  collected_reviews: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'Id of the property that the channel belongs to.',
  })
  group: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Name of that property. null without a property.',
  })
  group_name: string | null;
  @ApiProperty({ example: false, description: 'New reviews are approved automatically.' })
  auto_approve: boolean;
  @ApiProperty({
    example: true,
    description: 'New reviews with at least 4 of 5 stars are approved automatically.',
  })
  auto_approve_4_stars: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Stores that are crawled, comma separated. null if none were given.',
  })
  stores: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'gb,us',
    description: 'Countries that are crawled, as comma-separated codes. null means the country of the URL.',
  })
  countries: string | null;
  @ApiProperty({
    enum: CHANNEL_STATUSES,
    example: 'active',
    description:
      'pending: not crawled yet. active: the last crawl succeeded. error: the last crawl failed. disabled: the channel is not crawled, because ten consecutive crawls failed or the sub account was deleted; a refresh enables it again.',
  })
  status: ChannelStatus;
  @ApiProperty({ example: false, description: 'True while a crawl is in progress.' }) crawling: boolean;
  @ApiProperty({
    type: CrawlProgressResponse,
    nullable: true,
    example: null,
    description: 'How far the crawl in progress is. null while none is.',
  })
  progress: CrawlProgressResponse | null;
  @ApiProperty({
    enum: PROFILE_ERROR_CODES,
    nullable: true,
    example: null,
    description: 'Why the last crawl failed. null if it succeeded.',
  })
  error_code: ProfileErrorCode | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The reason in words, and what to do. null if the last crawl succeeded.',
  })
  error_msg: string | null;
  @ApiProperty({
    enum: REMEDIES,
    nullable: true,
    example: null,
    description:
      'What helps after the failure. wait: nothing to do, we try again. check_address: connect the right profile. sign_in: connect it again by signing in. replace_key: send a valid key. make_public: let the platform show the reviews. fix_page: correct the page of your website, which error_msg describes. import: import the reviews from a file. report: update Plaudit, or report an issue with error_msg. null if the last crawl succeeded.',
  })
  remedy: Remedy | null;
  @ApiProperty({
    type: [NoticeResponse],
    example: [],
    description:
      'What crawls could not understand. A notice stays until a crawl has read everything and no longer meets it. Empty if everything was understood.',
  })
  notices: NoticeResponse[];
  @ApiProperty({ type: 'integer', example: 0, description: 'Failed crawls since the last success.' })
  consecutive_failures: number;
  @ApiProperty({ ...WIRE_DATE, description: 'When the last crawl ended, UTC. null before the first.' })
  last_checked: string | null;
  @ApiProperty({
    ...WIRE_DATE,
    description: 'When the last successful crawl ended, UTC. null before the first.',
  })
  last_success_on: string | null;
  @ApiProperty({
    ...WIRE_DATE,
    description: 'When the next crawl is due, UTC. null while the channel is disabled.',
  })
  next_crawl_on: string | null;
  @ApiProperty({
    ...WIRE_DATE,
    description: 'Date of the newest collected review, UTC. null before the first.',
  })
  last_review_on: string | null;
  @ApiProperty({
    type: [DailyCheckResponse],
    description: 'How the crawls of the last 14 days ended, oldest first. The last entry is today.',
  })
  checks: DailyCheckResponse[];
  @ApiProperty({
    example: false,
    description: 'True if a token is stored. The token itself is never returned.',
  })
  has_credentials: boolean;
  @ApiProperty({ example: 12, description: 'Id of the sub account that the channel belongs to.' })
  sub_account_id: number;
  @ApiProperty({
    type: Object,
    nullable: true,
    example: { app_id: '1234567890' },
    description: 'Further details of the profile on the platform. null if there are none.',
  })
  meta: Record<string, unknown> | null;
  @ApiProperty({ example: '2026-09-20 02:39:26', description: 'When it was connected, UTC.' })
  created_on: string;
  @ApiProperty({
    example: '2026-09-20 02:40:11',
    description: 'When it last changed, UTC. The begin of a crawl is no change.',
  })
  updated_on: string;
}

export class ChannelListResponse extends PagedListResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of channels, on all pages together.' })
  count: number;
  @ApiProperty({ type: [ChannelResponse], description: 'The channels, oldest first.' })
  items: ChannelResponse[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'With updated_since, on the first page: the list has every change before this time, UTC, and none after it. Send it as updated_since of the next synchronisation. null otherwise.',
  })
  updated_until: string | null;
}

/** A new channel, which has not been crawled yet. */
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
  progress: null,
  error_code: null,
  error_msg: null,
  remedy: null,
  notices: [],
  consecutive_failures: 0,
  last_checked: null,
  last_success_on: null,
  next_crawl_on: '2026-09-20 02:39:26',
  last_review_on: null,
  checks: [{ date: '2026-09-20', outcome: 'none' }],
  has_credentials: false,
  sub_account_id: 12,
  meta: { app_id: '1234567890' },
  created_on: '2026-09-20 02:39:26',
  updated_on: '2026-09-20 02:39:26',
};

export class ChannelAddedResponse extends SuccessResponse {
  @ApiProperty({ example: true, description: 'The first crawl is queued. Its reviews appear shortly.' })
  crawl_queued: true;
  @ApiProperty({ type: ChannelResponse, description: 'The new channel.', example: ADDED_CHANNEL })
  channel: ChannelResponse;
}

export class ChannelUpdatedResponse extends SuccessResponse {
  @ApiProperty({ type: ChannelResponse, description: 'The updated channel.' }) channel: ChannelResponse;
}

export class ChannelDeletedResponse extends SuccessResponse {
  @ApiProperty({
    type: 'integer',
    example: 0,
    description:
      'Number of reviews that are kept. While the service that has them cannot be asked, it is the count of the channel, which may lag some seconds behind.',
  })
  reviews_kept: number;
}

export class ChannelRefreshedResponse extends SuccessResponse {
  @ApiProperty({ example: true, description: 'The crawl is queued.' }) queued: true;
  @ApiProperty({
    example: 'The channel is queued and will be crawled shortly.',
    description: 'A message for people.',
  })
  msg: string;
}
