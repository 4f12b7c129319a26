import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { ONLY_WITH_COMPARE } from '../questions/report-responses';

const OFFICIAL_SCORE = {
  type: Number,
  nullable: true,
  description:
    'On `rating_scale`, to two decimals: what the platform shows. null if it shows none for any channel',
  example: 4.52,
};

const COLLECTED_RATING = {
  type: Number,
  nullable: true,
  description: 'Average of the ratings that were collected, on 5 stars, to two decimals. null without any',
  example: 4.31,
};
const COLLECTED_COUNT = {
  type: 'integer',
  description: 'Collected reviews with a rating',
  example: 344,
} as const;

export class RatedChannel {
  @ApiProperty({ type: 'integer', description: 'Id of the channel', example: 42 })
  id: number;

  @ApiProperty({ type: String, description: 'Name of the channel', example: 'Alder Street Bakery' })
  name: string;

  @ApiProperty(OFFICIAL_SCORE)
  official_score: number | null;

  @ApiProperty({ type: 'integer', description: 'Number of reviews that the platform shows', example: 120 })
  official_num_reviews: number;

  @ApiProperty(COLLECTED_RATING)
  collected_rating_value: number | null;

  @ApiProperty(COLLECTED_COUNT)
  collected_num_reviews: number;
}

export class RatedType {
  @ApiProperty({ type: String, description: 'Name of the platform', example: 'Apple App Store' })
  label: string;

  @ApiProperty({ type: String, nullable: true, description: 'Address of its logo', example: null })
  logo: string | null;

  @ApiProperty({
    type: 'integer',
    description:
      'The scale of the official scores of this platform: the one of most of its channels. The scores of other channels are converted to it',
    example: 5,
  })
  rating_scale: number;

  @ApiProperty({
    ...OFFICIAL_SCORE,
    description:
      'Average of the official scores on `rating_scale`, weighted by the number of reviews, to two decimals. The plain average if no channel has reviews, null if none has a score',
  })
  official_score: number | null;

  @ApiProperty({
    type: 'integer',
    description: 'Number of reviews that the platform shows in all',
    example: 150,
  })
  official_num_reviews: number;

  @ApiProperty({ type: 'integer', description: 'Number of channels, also those without a score', example: 2 })
  channel_count: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The official score, converted to 5 stars before the average is taken',
    example: 4.52,
  })
  rating_value: number | null;

  @ApiProperty(COLLECTED_RATING)
  collected_rating_value: number | null;

  @ApiProperty(COLLECTED_COUNT)
  collected_num_reviews: number;

  @ApiProperty({ type: [RatedChannel], description: 'The channels in the order of their ids' })
  channels: RatedChannel[];
}

export class RatingTotals {
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Average of all channels in stars, weighted by the number of reviews, to two decimals. The plain average if none has reviews, null if none has a score',
    example: 4.43,
  })
  rating_value: number | null;

  @ApiProperty({ type: 'integer', description: 'Number of reviews that the platforms show', example: 360 })
  official_num_reviews: number;
}

export class CurrentTotals extends RatingTotals {
  @ApiProperty(COLLECTED_RATING)
  collected_rating_value: number | null;

  @ApiProperty(COLLECTED_COUNT)
  collected_num_reviews: number;
}

export class PreviousRatings {
  @ApiProperty({
    type: String,
    format: 'date',
    description: 'The day whose figures these are: 30 days ago',
    example: '2026-10-24',
  })
  on: string;

  @ApiProperty({
    type: RatingTotals,
    description: 'The same totals from the last figures of each channel on that day or earlier',
  })
  totals: RatingTotals;
}

@ApiExtraModels(RatedType)
export class RatingsReportResponse extends SuccessResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(RatedType) },
    description: 'By the id of the platform, as in `GET /channels/types`',
    example: {
      '1': {
        label: 'Apple App Store',
        logo: null,
        rating_scale: 5,
        official_score: 4.52,
        official_num_reviews: 150,
        channel_count: 1,
        rating_value: 4.52,
        collected_rating_value: 4.31,
        collected_num_reviews: 48,
        channels: [
          {
            id: 42,
            name: 'Alder Street Bakery',
            official_score: 4.52,
            official_num_reviews: 150,
            collected_rating_value: 4.31,
            collected_num_reviews: 48,
          },
        ],
      },
    },
  })
  types: Record<string, RatedType>;

  @ApiProperty({ type: CurrentTotals, description: 'All platforms together, and reviews without a channel' })
  totals: CurrentTotals;

  @ApiPropertyOptional({
    type: PreviousRatings,
    nullable: true,
    description: 'Only with `compare=previous`. null if none of the channels had been read by then',
    ...ONLY_WITH_COMPARE,
  })
  previous?: PreviousRatings | null;
}
