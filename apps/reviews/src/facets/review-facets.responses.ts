import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Facet } from './facets';

const COUNTS_OF_VALUES = { type: 'object', additionalProperties: { type: 'integer' } } as const;

export class ReviewFacetsResponse implements Partial<Record<Facet, Record<string, number>>> {
  @ApiPropertyOptional({ ...COUNTS_OF_VALUES, description: 'Reviews by star', example: { 5: 210, 4: 31 } })
  rating?: Record<string, number>;
  @ApiPropertyOptional({
    ...COUNTS_OF_VALUES,
    description: 'Reviews by the language that the platform or the sender named, without region',
    example: { en: 180, de: 12 },
  })
  language?: Record<string, number>;
  @ApiPropertyOptional({ ...COUNTS_OF_VALUES, description: 'Reviews by channel id', example: { 42: 180 } })
  channel?: Record<string, number>;
  @ApiPropertyOptional({ ...COUNTS_OF_VALUES, description: 'Reviews by tag id', example: { 3: 14 } })
  tag?: Record<string, number>;
  @ApiPropertyOptional({
    ...COUNTS_OF_VALUES,
    description: 'Reviews by platform',
    example: { app_store: 180, custom: 61 },
  })
  platform?: Record<string, number>;
  @ApiPropertyOptional({
    ...COUNTS_OF_VALUES,
    description: 'Reviews by custom source id',
    example: { 7: 61 },
  })
  source?: Record<string, number>;
}

export class ReviewCountsResponse {
  @ApiProperty({ type: 'integer', description: 'Reviews that wait for a decision', example: 38 })
  inbox: number;
  @ApiProperty({ type: 'integer', description: 'Approved reviews', example: 195 }) approved: number;
  @ApiProperty({ type: 'integer', description: 'Ignored reviews', example: 8 }) ignored: number;
  @ApiProperty({ type: 'integer', description: 'All three together', example: 241 }) total: number;
  @ApiProperty({
    type: ReviewFacetsResponse,
    nullable: true,
    description:
      'The facets that were asked for, with at most 50 values each (200 languages), those with most reviews. A facet leaves out its own filter. null unless facets are asked for.',
    example: { rating: { 5: 210, 4: 31 }, language: { en: 180, de: 12 } },
  })
  facets: ReviewFacetsResponse | null;
}
