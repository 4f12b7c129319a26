import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { ValidationCode } from '@plaudit/runtime';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { INSIGHTS_LANGUAGES, type InsightsLanguage } from '../generation/insights-languages';

export const DEFAULT_LANGUAGE: InsightsLanguage = 'en';

/** Query of GET /channels/ai/insights/{id}. An empty value means left out. */
export class InsightsQuery {
  @ApiPropertyOptional({
    enum: INSIGHTS_LANGUAGES,
    default: DEFAULT_LANGUAGE,
    description: 'Language of strengths and improvements',
    example: 'fr',
  })
  @Optional()
  @Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : (value as unknown)))
  @IsIn(['', ...INSIGHTS_LANGUAGES])
  @ValidationCode('unsupported_language')
  language?: InsightsLanguage | '';
}
