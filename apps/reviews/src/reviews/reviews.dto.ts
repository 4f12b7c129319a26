import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  IsId,
  Nullable,
  Optional,
  type Review,
  REVIEW_EVENT_FIELDS,
  type ReviewPayload,
} from '@plaudit/contracts';
import { IsInt, IsString, Length, Max, MaxLength, Min } from 'class-validator';
import { DATE_RULE, MAX_RAW_TEXT, StatusField, TagsField, TEXT_RULE, UrlField } from './fields/input-fields';

/** Body of PUT /reviews/update/{id}. Every field is optional. Unknown fields are ignored. */
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
    type: 'integer',
    nullable: true,
    minimum: 0,
    maximum: 5,
    description: 'Also sets rating_scale to 5; null or 0 removes the rating',
    example: 4,
  })
  @Optional()
  @Nullable()
  @IsInt()
  @Min(0)
  @Max(5)
  rating_value?: number | null;

  @UrlField('Photo of the author', 'https://cdn.example.com/noa.jpg')
  from_image?: string | null;

  @UrlField('Address of the review on the web', 'https://example.com/reviews/77')
  post_url?: string | null;

  @UrlField(
    'A hosted video page or a video file; it is added to the media. null removes all videos',
    'https://cdn.example.com/a.mp4',
  )
  video_url?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Id of a source of this sub account; only for reviews without a channel',
    example: 7,
  })
  @Optional()
  @IsId()
  source_id?: number;

  @TagsField('Names of tags that replace all tags of the review; unknown tags are created')
  tags?: string[];
}

/** Returns the review of an event as the API shows it. */
export function toReview(payload: ReviewPayload): Review {
  const fields = Object.entries(payload).filter(([name]) => !Object.hasOwn(REVIEW_EVENT_FIELDS, name));
  return Object.fromEntries(fields) as Review;
}
