import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsId, MEDIA_TYPES, type MediaType, Nullable, Optional, Trimmed } from '@plaudit/contracts';
import { DATE_ORDERS, type DateOrder, FreeForm, IsWebUrl, MAX_URL } from '@plaudit/runtime';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsIn,
  IsObject,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { RATING_SCALES } from '../reviews/fields/field-values';
import { IsAdditional, IsLanguage, IsRating } from '../reviews/fields/input-checks';
import {
  DATE_RULE,
  MAX_RAW_TEXT,
  StatusField,
  TagsField,
  TEXT_RULE,
  UrlField,
} from '../reviews/fields/input-fields';

export class MediaInput {
  @ApiProperty({ enum: MEDIA_TYPES, description: 'Kind of media', example: 'image' })
  @IsIn(MEDIA_TYPES)
  type: MediaType;

  @ApiProperty({
    format: 'uri',
    maxLength: MAX_URL,
    description: 'The file, or the page that shows it; http or https, without credentials',
    example: 'https://cdn.example.com/photo.jpg',
  })
  @IsWebUrl()
  url: string;
}

/** Body of POST /reviews/add. Unknown fields are ignored. */
export class ReviewCreateInput {
  @ApiProperty({ minLength: 1, maxLength: 191, description: 'Name of the author', example: 'Noa Bergman' })
  @IsString()
  @Length(1, 191)
  from_name: string;

  @ApiProperty({ description: TEXT_RULE, example: 'Great bread.' })
  @IsString()
  @MaxLength(MAX_RAW_TEXT)
  text: string;

  @ApiProperty({ description: DATE_RULE, example: '2026-01-31' })
  @IsString()
  @MaxLength(40)
  posted_on: string;

  @ApiPropertyOptional({
    enum: DATE_ORDERS,
    description:
      'How posted_on is written if its year is the last number: dmy for 31/01/2026, mdy for 01/31/2026. A date in another order is refused.',
    example: 'dmy',
  })
  @Optional()
  @IsIn(DATE_ORDERS)
  date_order?: DateOrder;

  @StatusField('Default inbox; approved reviews appear in widgets at once')
  status?: string | number;

  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    minimum: 0,
    maximum: 100,
    description: 'From 0 to rating_scale with at most two decimals; null, or 0 out of 5, means no rating',
    example: 5,
  })
  @Optional()
  @Nullable()
  @IsRating()
  @Min(0)
  @Max(100)
  rating_value?: number | null;

  @ApiPropertyOptional({
    type: 'integer',
    enum: [...RATING_SCALES],
    default: 5,
    description: 'The best possible rating',
    example: 5,
  })
  @Optional()
  @IsIn([...RATING_SCALES])
  rating_scale?: number;

  @UrlField('Photo of the author', 'https://cdn.example.com/noa.jpg')
  from_image?: string | null;

  @UrlField('Profile of the author', 'https://example.com/people/noa')
  from_url?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'email',
    maxLength: 254,
    description: 'Stored, but never shown. If this person was erased, the review is stored anonymously.',
    example: 'noa@example.com',
  })
  @Optional()
  @Nullable()
  @IsEmail()
  @MaxLength(254)
  @Trimmed()
  from_email?: string | null;

  @UrlField('Address of the review on the web', 'https://example.com/reviews/77')
  post_url?: string | null;

  @UrlField('A hosted video page or a video file; it is added to the media', 'https://cdn.example.com/a.mp4')
  video_url?: string | null;

  @ApiPropertyOptional({
    type: [MediaInput],
    maxItems: 10,
    description: 'Photos, videos and audio, at most 10 with the video',
    example: [{ type: 'image', url: 'https://cdn.example.com/photo.jpg' }],
  })
  @Optional()
  @IsArray()
  @ArrayMaxSize(10)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => MediaInput)
  media?: MediaInput[];

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    description: 'Id of a source of this sub account; default is the source "Manual"',
    example: 7,
  })
  @Optional()
  @Nullable()
  @IsId()
  source_id?: number | null;

  @TagsField('Names of tags; unknown tags are created')
  tags?: string[];

  @ApiPropertyOptional({
    type: Object,
    nullable: true,
    maxProperties: 20,
    description:
      'Your own fields. Names have 1 to 40 characters of a-z, 0-9 and _. Values are a text of at most 2,000 characters, a number, a boolean or null. At most 16 KiB in all.',
    example: { order: 'A-17' },
  })
  @Optional()
  @Nullable()
  @FreeForm()
  @IsAdditional()
  additional?: Record<string, unknown> | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'ISO code of the language of the text, with or without region; returned as BCP 47 spells it',
    example: 'en',
  })
  @Optional()
  @Nullable()
  @IsLanguage()
  language?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 191,
    description: 'Your own id for the review, unique within the source; never shown',
    example: 'order-17',
  })
  @Optional()
  @Nullable()
  @IsString()
  @Length(1, 191)
  external_id?: string | null;
}
