import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { ONLY_WITH_COMPARE } from '../questions/report-responses';
import { StarCountsResponse } from '../rating-distribution/rating-distribution.responses';
import type { ReviewsOverTime } from './reviews-over-time';

const LABELS = {
  type: [String] as [StringConstructor],
  description: 'The months as `M/YYYY`, oldest first',
  example: ['9/2026', '10/2026', '11/2026'],
};
const DATASETS = {
  type: 'object' as const,
  additionalProperties: { type: 'array', items: { type: 'integer' } },
  description:
    'For each platform the number of reviews that were posted in each month, by its label. Every platform with a channel is there. Reviews without a channel count under the label of their source or former platform. `total` is the sum; a platform with this label is called `total (platform)`',
  example: { 'Apple App Store': [2, 0, 5], Manual: [0, 1, 0], total: [2, 1, 5] },
};
const DISTRIBUTIONS = {
  type: StarCountsResponse,
  description: 'The reviews of all these months by star. Reviews without a rating are left out',
};

class PreviousReviewsOverTime implements ReviewsOverTime {
  @ApiProperty({ ...LABELS, example: ['6/2026', '7/2026', '8/2026'] }) labels: string[];
  @ApiProperty({ ...DATASETS, example: { 'Apple App Store': [1, 1, 1], total: [1, 1, 1] } })
  datasets: Record<string, number[]>;
  @ApiProperty(DISTRIBUTIONS) distributions: StarCountsResponse;
}

class ReviewsGrowth {
  @ApiProperty({
    type: 'integer',
    description: 'Reviews of this period less those of the previous one',
    example: 5,
  })
  total: number;
}

export class ReviewsOverTimeResponse extends SuccessResponse implements ReviewsOverTime {
  @ApiProperty(LABELS) labels: string[];
  @ApiProperty(DATASETS) datasets: Record<string, number[]>;
  @ApiProperty(DISTRIBUTIONS) distributions: StarCountsResponse;

  @ApiPropertyOptional({
    type: PreviousReviewsOverTime,
    description: 'Only with `compare=previous`: the same for as many months before',
    ...ONLY_WITH_COMPARE,
  })
  previous?: PreviousReviewsOverTime;

  @ApiPropertyOptional({
    type: ReviewsGrowth,
    description: 'Only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  change?: ReviewsGrowth;
}
