import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';

export class StatementResponse {
  @ApiProperty({ description: 'A statement, as the text has it', example: 'staff and service (7)' })
  text: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    description: 'Ids of reviews that say it, newest first',
    example: [4711, 4690],
  })
  review_ids: number[];
}

const SUMMARY = {
  type: String,
  nullable: true,
  description: 'Plain text. null until the channel has a review with text.',
  example:
    'Based on 25 reviews with an average of 3.5 out of 5, customers most often praise staff and service (7). Criticism centres on noise (5).',
};
const LANGUAGE = {
  description:
    '`auto` if the summary follows the language of most reviews. Otherwise the ISO 639-1 code of the language in which it is written.',
  example: 'auto',
};
const BASED_ON_REVIEWS = {
  type: 'integer' as const,
  description: 'Number of reviews with text that it is made of',
  example: 25,
};
export const GENERATED_ON = {
  type: String,
  format: 'date-time',
  nullable: true,
  description: 'When it was written, as ISO 8601 in UTC. null if nothing is written.',
  example: '2026-09-20T02:40:11.000Z',
};
export const MODEL = {
  type: String,
  nullable: true,
  description: 'Who wrote it: `embedded`, or the name of the model. null if nothing is written.',
  example: 'embedded',
};
const EVIDENCE = {
  type: StatementResponse,
  isArray: true,
  description: 'The statements of the summary, in their order, with the reviews behind them',
  example: [
    { text: 'staff and service (7)', review_ids: [4711, 4690] },
    { text: 'noise (5)', review_ids: [4705] },
  ],
};

export class SummaryResponse {
  @ApiProperty(SUMMARY) summary: string | null;
  @ApiProperty(LANGUAGE) language: string;
  @ApiProperty(BASED_ON_REVIEWS) based_on_reviews: number;
  @ApiProperty(GENERATED_ON) generated_on: string | null;

  @ApiProperty({
    description:
      'True if the summary is out of date: five or more reviews with text arrived since, it is older than 30 days, or the provider has changed. A new one is then written in the background.',
    example: false,
  })
  stale: boolean;

  @ApiProperty(MODEL) model: string | null;
  @ApiProperty(EVIDENCE) evidence: StatementResponse[];
}

export class NewSummaryResponse extends SuccessResponse {
  @ApiProperty(SUMMARY) summary: string | null;
  @ApiProperty(LANGUAGE) language: string;
  @ApiProperty(BASED_ON_REVIEWS) based_on_reviews: number;
  @ApiProperty(GENERATED_ON) generated_on: string | null;
  @ApiProperty(MODEL) model: string | null;
  @ApiProperty(EVIDENCE) evidence: StatementResponse[];
}
