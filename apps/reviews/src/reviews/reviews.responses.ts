import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MEDIA_TYPES, REVIEW_STATUSES } from '@plaudit/contracts';
import { SuccessResponse } from '@plaudit/runtime';

/** Of a property that is there only when this parameter was sent: such are no part of an ordinary example. */
const ONLY_WITH_TRANSLATE = { 'x-only-with': 'translate' };

/** What the API answers, for its OpenAPI document. The values themselves are built by REVIEW_JSON. */
class TagResponse {
  @ApiProperty({ type: 'integer', description: 'What lists filter by', example: 3 }) id: number;
  @ApiProperty({ description: 'As it was first spelled', example: 'bread' }) name: string;
}

class MediaResponse {
  @ApiProperty({ enum: MEDIA_TYPES, description: 'What it is', example: 'image' }) type: string;
  @ApiProperty({
    format: 'uri',
    description: 'The file, or the page that shows it',
    example: 'https://cdn.example.com/photo.jpg',
  })
  url: string;
  @ApiProperty({
    format: 'uri',
    description: 'A playable file for videos, when there is one, else the url again',
    example: 'https://cdn.example.com/photo.jpg',
  })
  src: string;
}

class ReplyResponse {
  @ApiProperty({ description: 'Plain text with real newlines', example: 'Thank you!' }) text: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'UTC; null where the platform does not say',
    example: '2026-09-15 08:02:10',
  })
  posted_on: string | null;
}

export class ReviewResponse {
  @ApiProperty({ type: 'integer', description: 'What the other operations take', example: 4711 }) id: number;
  @ApiProperty({ description: 'Platform type; custom for reviews without a channel', example: 'app_store' })
  type: string;
  @ApiProperty({ description: 'Name of the platform, or of the custom source', example: 'Apple App Store' })
  label: string;
  @ApiProperty({ description: 'The same as type', example: 'app_store' }) platform: string;
  @ApiProperty({ description: 'Plain text with real newlines', example: 'Works well.' }) text: string;
  @ApiPropertyOptional({
    ...ONLY_WITH_TRANSLATE,
    description: 'Only with translate: the untranslated text',
    example: 'Läuft gut.',
  })
  text_original?: string;
  @ApiPropertyOptional({
    ...ONLY_WITH_TRANSLATE,
    description: 'Only when translated: the target language',
    example: 'en',
  })
  text_language?: string;
  @ApiPropertyOptional({
    ...ONLY_WITH_TRANSLATE,
    enum: ['unavailable', 'failed', 'quota'],
    description: 'Only with translate: why text is not translated',
    example: 'unavailable',
  })
  translation?: string;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['positive', 'neutral', 'negative'],
    description: 'Of the rating: 4 and 5 stars, 3, 1 and 2; null without one',
    example: 'positive',
  })
  sentiment: string | null;
  @ApiProperty({ description: 'The author', example: 'Nick' }) from_name: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uri',
    description: 'Photo of the author',
    example: 'https://cdn.example.com/nick.jpg',
  })
  from_image: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uri',
    description: 'Profile of the author',
    example: 'https://example.com/people/nick',
  })
  from_url: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uri',
    description: 'The review on the platform',
    example: 'https://example.com/reviews/77',
  })
  post_url: string | null;
  @ApiProperty({ type: Number, nullable: true, description: '0 to rating_scale', example: 5 })
  rating_value: number | null;
  @ApiProperty({ type: 'integer', description: 'The best rating there is', example: 5 }) rating_scale: number;
  @ApiProperty({ description: 'UTC', example: '2026-09-14 11:24:23' }) posted_on: string;
  @ApiProperty({ type: [TagResponse], description: 'By name', example: [{ id: 3, name: 'bread' }] })
  tags: TagResponse[];
  @ApiProperty({
    type: Object,
    nullable: true,
    description: 'Custom fields collected or added with the review',
    example: { version: '1.8.0' },
  })
  additional: object | null;
  @ApiProperty({
    type: [MediaResponse],
    description: 'Photos, videos and audio',
    example: [
      {
        type: 'image',
        url: 'https://cdn.example.com/photo.jpg',
        src: 'https://cdn.example.com/photo.jpg',
      },
    ],
  })
  media: MediaResponse[];
  @ApiProperty({ enum: REVIEW_STATUSES, description: 'approved is what widgets show', example: 'inbox' })
  status: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null for reviews without a channel',
    example: 42,
  })
  channel_id: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The custom source; null for reviews of a channel',
    example: null,
  })
  source_id: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of the text, as BCP 47 spells it',
    example: 'en',
  })
  language: string | null;
  @ApiProperty({
    type: ReplyResponse,
    nullable: true,
    description: 'The owner’s answer on the platform',
    example: { text: 'Thank you!', posted_on: '2026-09-15 08:02:10' },
  })
  reply: ReplyResponse | null;
  @ApiProperty({ description: 'The platform says that the author was a customer', example: false })
  verified: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Set once the platform no longer shows it',
    example: null,
  })
  removed_on: string | null;
  @ApiProperty({ description: 'When it was stored, UTC', example: '2026-09-20 02:40:01' }) created_on: string;
  @ApiProperty({ description: 'When it last changed, UTC', example: '2026-09-20 02:40:01' })
  updated_on: string;
}

export class ReviewListResponse {
  @ApiProperty({ type: 'integer', description: 'All reviews matching the filters', example: 212 })
  count: number;
  @ApiProperty({ type: 'integer', description: 'The page size used', example: 25 }) limit: number;
  @ApiProperty({ type: [ReviewResponse], description: 'Newest first' }) items: ReviewResponse[];
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor for the next page; absent when there are no items',
    example: 1789385063,
  })
  next_before_ts?: number;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Cursor for the next page; absent when there are no items',
    example: 4711,
  })
  next_before_id?: number;
}

/** What comes of the example of POST /reviews/add. */
const ADDED_REVIEW = {
  id: 4711,
  type: 'custom',
  label: 'Trade fair',
  platform: 'custom',
  text: 'Great bread.',
  sentiment: 'positive',
  from_name: 'Noa Bergman',
  from_image: 'https://cdn.example.com/noa.jpg',
  from_url: 'https://example.com/people/noa',
  post_url: 'https://example.com/reviews/77',
  rating_value: 5,
  rating_scale: 5,
  posted_on: '2026-01-31 00:00:00',
  tags: [
    { id: 3, name: 'bread' },
    { id: 4, name: 'coffee' },
  ],
  additional: { order: 'A-17' },
  media: [
    {
      type: 'image',
      url: 'https://cdn.example.com/photo.jpg',
      src: 'https://cdn.example.com/photo.jpg',
    },
    { type: 'video', url: 'https://cdn.example.com/a.mp4', src: 'https://cdn.example.com/a.mp4' },
  ],
  status: 'approved',
  channel_id: null,
  source_id: 7,
  language: 'en',
  reply: null,
  verified: false,
  removed_on: null,
  created_on: '2026-09-20 02:40:01',
  updated_on: '2026-09-20 02:40:01',
};

export class AddedReviewResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'The new review’s', example: 4711 }) id: number;
  @ApiProperty({ type: ReviewResponse, description: 'As it is stored', example: ADDED_REVIEW })
  review: ReviewResponse;
}

export class UpdatedReviewResponse extends SuccessResponse {
  @ApiProperty({ type: ReviewResponse, description: 'As it is now' }) review: ReviewResponse;
}
