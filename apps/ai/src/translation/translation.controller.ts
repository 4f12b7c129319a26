import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type TranslationResponse, TranslationRequest, TRANSLATIONS_PATH } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';

/** Asked by reviews for the texts of a page. No translator can be configured yet, and that is what it says. */
@ApiExcludeController()
@Controller(TRANSLATIONS_PATH)
export class TranslationController {
  @Post()
  @Scoped('public')
  translate(@Body() { texts }: TranslationRequest): TranslationResponse {
    return { provider: null, translations: texts.map(() => ({ text: null, gap: 'unavailable' })) };
  }
}
