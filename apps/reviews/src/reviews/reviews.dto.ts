import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  DATE_PRECISIONS,
  type DatePrecision,
  IsId,
  Nullable,
  Optional,
  type Review,
  REVIEW_EVENT_FIELDS,
  type ReviewPayload,
  UNKNOWN_DATE,
} from '@plaudit/contracts';
import { IsIn, IsInt, IsString, Length, Max, MaxLength, Min } from 'class-validator';
import { IsRating } from './fields/input-checks';
import {
  DATE_RULE,
  MAX_RAW_TEXT,
  StatusField,
  StoredUrlField,
  TagsField,
  TEXT_RULE,
  UrlField,
} from './fields/input-fields';

const SCALE_RULE = { message: 'rating_scale must be 5, 10, 100 or that of the stored review.' };

/** Body of PUT /reviews/update/{id}. Every field is optional, and one with the stored value changes nothing. Unknown fields are ignored. */
export class ReviewUpdateInput {
  @StatusField('Approved reviews appear in widgets at once')
  status?: string | number;

  @ApiPropertyOptional({ description: TEXT_RULE, example: 'Great bread and coffee.' })
  @Optional()
  @IsString()
  @MaxLength(MAX_RAW_TEXT)
  text?: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: 191, description: 'Name of the author', example: 'Noa B.' })
  @Optional()
  @IsString()
  @Length(1, 191)
  from_name?: string;

  @ApiPropertyOptional({ description: DATE_RULE, example: '2026-01-31' })
  @Optional()
  @IsString()
  @MaxLength(40)
  posted_on?: string;

  @ApiPropertyOptional({
    enum: DATE_PRECISIONS,
    nullable: true,
    description: `As GET returns it. Only needed to send ${UNKNOWN_DATE} back for a review that was posted then; without it, this date means an unknown one`,
    example: 'day',
  })
  @Optional()
  @Nullable()
  @IsIn(DATE_PRECISIONS)
  posted_precision?: DatePrecision | null;

  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    minimum: 0,
    maximum: 100,
    description: 'From 0 to rating_scale with at most two decimals; null, or 0 out of 5, removes the rating',
    example: 4,
  })
  @Optional()
  @Nullable()
  @IsRating()
  @Min(0)
  @Max(100)
  rating_value?: number | null;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description:
      'The best possible rating: 5, 10, 100, or that of the stored review. 5 for a rating_value that is sent without it',
    example: 5,
  })
  @Optional()
  @IsInt(SCALE_RULE)
  @Min(1, SCALE_RULE)
  @Max(100, SCALE_RULE)
  rating_scale?: number;

  @StoredUrlField('Photo of the author', 'https://cdn.example.com/noa.jpg')
  from_image?: string | null;

  @StoredUrlField('Address of the review on the web', 'https://example.com/reviews/77')
  post_url?: string | null;

  @UrlField(
    'A hosted video page or a video file; it is added to the media. null removes all videos',
    'https://cdn.example.com/a.mp4',
  )
  video_url?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    description:
      'Id of a source of this sub account; only for reviews without a channel. null is the source "Manual", and the null of a collected review changes nothing',
    example: 7,
  })
  @Optional()
  @Nullable()
  @IsId()
  source_id?: number | null;

  @TagsField('Names of tags that replace all tags of the review; unknown tags are created')
  tags?: string[];
}

/** Returns the review of an event as the API shows it. */
export function toReview(payload: ReviewPayload): Review {
  const fields = Object.entries(payload).filter(([name]) => !Object.hasOwn(REVIEW_EVENT_FIELDS, name));
  return Object.fromEntries(fields) as Review;
}
