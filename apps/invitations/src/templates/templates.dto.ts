import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsIn, Matches } from 'class-validator';
import { MAX_STEPS } from '../requests/request';
import { LANGUAGES, type Language } from '../settings/languages';

const WORD = 'settings_id must be the id of a settings profile, such as 12.';

/** Query of the public page of a template. */
export class TemplateLanguageQuery {
  @ApiPropertyOptional({
    enum: LANGUAGES,
    example: 'fr',
    description: 'The language of the texts. Default: en. A settings profile has its own.',
  })
  @Optional()
  @IsIn(LANGUAGES)
  language?: Language;
}

/** Query of GET /invite/templates/get/{slug}. */
export class TemplateQuery extends TemplateLanguageQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 12,
    description: 'The id of a settings profile whose texts, colour and logo the template shows.',
  })
  @Optional()
  @Matches(/^[1-9]\d{0,14}$/, { message: WORD })
  settings_id?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_STEPS,
    example: 0,
    description:
      'The message whose texts the template shows: 0 for the first one, 1 to 3 for a reminder. Default: 1 for `reminder`, the last one for `reminder-last`, 0 for the others.',
  })
  @Optional()
  @Matches(/^[0-3]$/, { message: 'step must be 0 for the first message, or 1 to 3 for a reminder.' })
  step?: string;
}
