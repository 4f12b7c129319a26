import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { ValidationCode } from '@plaudit/runtime';
import { IsInt, Max, Min } from 'class-validator';
import { IsLanguageCode } from '../generations/language-code';
import { DEFAULT_LENGTH } from './summary';

const MIN_WORDS = 20;
const MAX_WORDS = 300;

/** Body of POST /channels/ai/summary/{id}. */
export class SummaryInput {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: MIN_WORDS,
    maximum: MAX_WORDS,
    default: DEFAULT_LENGTH,
    description: 'Target number of words. Automatic summaries keep it.',
    example: 120,
  })
  @Optional()
  @IsInt()
  @Min(MIN_WORDS)
  @Max(MAX_WORDS)
  length?: number;

  @ApiPropertyOptional({
    description:
      'ISO 639-1 code. Without it, the summary follows the language of most reviews. Languages other than en, fr, es, pt, de and it need an AI provider. Automatic summaries keep it.',
    example: 'fr',
  })
  @Optional()
  @IsLanguageCode()
  @ValidationCode('unsupported_language')
  language?: string;
}
