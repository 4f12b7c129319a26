import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MEDIA_TYPES } from '@plaudit/contracts';

class PreviewAuthorResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Nick M.',
    description: 'The name as `card.name_format` shows it. `null` if it is hidden.',
  })
  name: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://reviews.example.com/embed/v1/img/abc/def?w=96',
    description: 'Our copy of the photo. `null` if there is none.',
  })
  image: string | null;
}

class PreviewReplyResponse {
  @ApiProperty({ example: 'Thank you!', description: 'The reply of the business.' }) text: string;
  @ApiProperty({ type: String, nullable: true, example: '2026-09-15', description: 'The day of the reply.' })
  date: string | null;
}

class PreviewMediaResponse {
  @ApiProperty({ enum: MEDIA_TYPES, example: 'image', description: 'The kind of media.' }) type: string;
  @ApiProperty({
    example: 'https://reviews.example.com/embed/v1/img/abc/def?w=1200',
    description: 'The file, or the page that shows it.',
  })
  url: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://reviews.example.com/embed/v1/img/abc/def?w=1200',
    description: 'The file that a browser can show or play. `null` for a video whose url is a page.',
  })
  src: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://reviews.example.com/embed/v1/img/abc/def?w=144',
    description: 'A small copy. `null` for videos and audio.',
  })
  thumb: string | null;
}

/** A review with the fields that the card shows. A field that the settings hide is `null`. */
export class PreviewReviewResponse {
  @ApiProperty({ example: 'n3Jc0hVx2aQk', description: 'A public id. It is not the id of the review.' })
  id: string;
  @ApiProperty({ type: String, nullable: true, example: 'google', description: 'The slug of the platform.' })
  platform: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Google', description: 'The name of the platform.' })
  label: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'G', description: 'The letters of the platform.' })
  mark: string | null;
  @ApiProperty({ type: Number, nullable: true, example: 5, description: 'From 1 to 5.' })
  rating: number | null;
  @ApiProperty({ example: 'Works well.', description: 'Plain text.' }) text: string;
  @ApiProperty({ example: false, description: 'True if the text was cut.' }) cut: boolean;
  @ApiProperty({ type: String, nullable: true, example: 'en', description: 'The language of the text.' })
  language: string | null;
  @ApiProperty({ example: false, description: 'True if the text is a translation.' }) translated: boolean;
  @ApiProperty({ type: PreviewAuthorResponse, description: 'The author.' }) author: PreviewAuthorResponse;
  @ApiProperty({ type: String, nullable: true, example: '2026-09-14', description: 'The day of the review.' })
  date: string | null;
  @ApiPropertyOptional({
    enum: ['month'],
    example: 'month',
    description: 'Given if only the month is known, of which `date` is the first day.',
  })
  date_precision?: 'month';
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://example.com/reviews/77',
    description: 'The review on its platform.',
  })
  url: string | null;
  @ApiProperty({ example: false, description: 'True if the platform verified the author.' })
  verified: boolean;
  @ApiProperty({ type: PreviewReplyResponse, nullable: true, description: 'The reply of the business.' })
  reply: PreviewReplyResponse | null;
  @ApiProperty({ type: [PreviewMediaResponse], description: 'Photos, videos and audio.' })
  media: PreviewMediaResponse[];
}
