import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ONLY_WITH_COMPARE } from '../questions/report-responses';
import type { StarCounts } from './star-counts';

const STAR = (star: number, example: number): object => ({
  type: 'integer',
  description: `Reviews with ${star} ${star === 1 ? 'star' : 'stars'}`,
  example,
});

export class StarCountsResponse implements StarCounts {
  @ApiProperty(STAR(1, 1)) 1: number;
  @ApiProperty(STAR(2, 0)) 2: number;
  @ApiProperty(STAR(3, 1)) 3: number;
  @ApiProperty(STAR(4, 2)) 4: number;
  @ApiProperty(STAR(5, 4)) 5: number;
}

const TOTAL = {
  type: 'integer' as const,
  description: 'Number of reviews with a rating: the sum of the distribution',
  example: 8,
};
const DISTRIBUTION = { type: StarCountsResponse, description: 'Number of reviews by star' };

class PreviousDistribution {
  @ApiProperty(TOTAL) total: number;
  @ApiProperty(DISTRIBUTION) distribution: StarCountsResponse;
}

class DistributionGrowth {
  @ApiProperty({ type: 'integer', description: '`total` less the previous one', example: 3 }) total: number;
  @ApiProperty({ type: StarCountsResponse, description: 'Each count less the previous one' })
  distribution: StarCountsResponse;
}

export class RatingDistributionResponse {
  @ApiProperty(TOTAL) total: number;
  @ApiProperty(DISTRIBUTION) distribution: StarCountsResponse;

  @ApiPropertyOptional({
    type: PreviousDistribution,
    description:
      'Only with `compare=previous`: the reviews of the period of the same length before. Without a period, the reviews that were posted up to 30 days ago',
    ...ONLY_WITH_COMPARE,
  })
  previous?: PreviousDistribution;

  @ApiPropertyOptional({
    type: DistributionGrowth,
    description: 'Only with `compare=previous`',
    ...ONLY_WITH_COMPARE,
  })
  change?: DistributionGrowth;
}
