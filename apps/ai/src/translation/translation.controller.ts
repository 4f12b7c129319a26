import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type TranslationResponse, TranslationRequest, TRANSLATIONS_PATH } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';

/**
 * The reviews service requests translations of the texts of a page here. No translation provider can be configured yet,
 * so the response has a null `provider` and no translation.
 */
@ApiExcludeController()
@Controller(TRANSLATIONS_PATH)
export class TranslationController {
  @Post()
  @Scoped('public')
  translate(@Body() { texts }: TranslationRequest): TranslationResponse {
    return { provider: null, translations: texts.map(() => ({ text: null, gap: 'unavailable' })) };
  }
}
