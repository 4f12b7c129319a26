import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { ValidationCode } from '@plaudit/runtime';
import { IsIn } from 'class-validator';
import { REPLY_TONES, type ReplyTone } from '../generation/generated';
import { IsLanguageCode } from '../generations/language-code';

export const DEFAULT_TONE: ReplyTone = 'professional';

/** Body of POST /reviews/ai/reply/{id}. */
export class ReplyInput {
  @ApiPropertyOptional({
    enum: REPLY_TONES,
    default: DEFAULT_TONE,
    description: 'How the reply sounds',
    example: 'friendly',
  })
  @Optional()
  @IsIn(REPLY_TONES)
  tone?: ReplyTone;

  @ApiPropertyOptional({
    description:
      'ISO 639-1 code. Without it, the reply has the language of the review. Languages other than en, fr, es, pt, de and it need an AI provider.',
    example: 'fr',
  })
  @Optional()
  @IsLanguageCode()
  @ValidationCode('unsupported_language')
  language?: string;
}
