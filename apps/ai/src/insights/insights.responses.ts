import { ApiProperty } from '@nestjs/swagger';
import type { Severity } from '../generation/generated';
import { GENERATED_ON, MODEL, StatementResponse } from '../summaries/summaries.responses';

const COUNT = (what: string, example: number): object => ({
  type: 'integer',
  description: `Number of reviews with ${what}`,
  example,
});

class SentimentResponse {
  @ApiProperty(COUNT('4 or 5 stars', 14)) positive: number;
  @ApiProperty(COUNT('3 stars', 3)) neutral: number;
  @ApiProperty(COUNT('1 or 2 stars', 9)) negative: number;
  @ApiProperty(COUNT('a rating', 26)) total: number;

  @ApiProperty({
    type: 'integer',
    description: 'Share of positive reviews in percent, rounded; 0 without a rated review',
    example: 54,
  })
  positive_pct: number;
}

class ImprovementResponse {
  @ApiProperty({ description: 'What could be better', example: 'Noise (5)' }) text: string;

  @ApiProperty({
    enum: ['recurring', 'isolated'],
    description: '`recurring` if at least two reviews and 5 % of those with text say it',
    example: 'recurring',
  })
  severity: Severity;
}

export class InsightsResponse {
  @ApiProperty({
    type: SentimentResponse,
    description: 'The stars of all rated reviews of the channel at this moment, whatever their status',
  })
  sentiment: SentimentResponse;

  @ApiProperty({
    type: [String],
    description: 'What customers praise most, at most five',
    example: ['Staff and service (7)'],
  })
  strengths: string[];

  @ApiProperty({
    type: [ImprovementResponse],
    description: 'What customers criticise most, at most five',
    example: [{ text: 'Noise (5)', severity: 'recurring' }],
  })
  improvements: ImprovementResponse[];

  @ApiProperty(GENERATED_ON) generated_on: string | null;

  @ApiProperty({ description: 'True if the lists were written before this request', example: true })
  cached: boolean;

  @ApiProperty({
    description: 'True if the channel has fewer than five reviews with text. The lists are empty then.',
    example: false,
  })
  below_threshold: boolean;

  @ApiProperty(MODEL) model: string | null;

  @ApiProperty({
    type: [StatementResponse],
    description: 'The strengths and then the improvements, with the reviews behind them',
    example: [
      { text: 'Staff and service (7)', review_ids: [4711, 4690] },
      { text: 'Noise (5)', review_ids: [4705] },
    ],
  })
  evidence: StatementResponse[];
}
