import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  ApiError,
  type Principal,
  type TranslationResponse,
  TranslationRequest,
  TRANSLATIONS_PATH,
} from '@plaudit/contracts';
import { CurrentPrincipal, Scoped, worksFor } from '@plaudit/runtime';
import { TranslationsService } from './translations.service';

/** The reviews service requests translations of the texts of a page here. */
@ApiExcludeController()
@Controller(TRANSLATIONS_PATH)
export class TranslationController {
  constructor(private readonly translations: TranslationsService) {}

  @Post()
  @Scoped('public')
  translate(
    @CurrentPrincipal() principal: Principal,
    @Body() request: TranslationRequest,
  ): Promise<TranslationResponse> {
    const { language, texts, wait_ms: waitMs } = request;
    return this.translations.translate(accountOf(principal, request), { language, texts, waitMs });
  }
}

/** Returns the account whose translator and stored translations the caller uses. Visitors of a widget use those of its account. */
function accountOf(principal: Principal, { account_id: named }: TranslationRequest): number {
  const isVisitor = principal.scopes.includes('public');
  if (!isVisitor) {
    if (named === undefined || named === principal.account_id) return principal.account_id;
    throw new ApiError('not_found', `account_id ${named} is not the account of the caller; leave it out.`);
  }
  if (named === undefined) {
    const msg = 'account_id must be set, because the caller belongs to no account.';
    throw new ApiError('validation_failed', msg, { field: 'account_id' });
  }
  // Visitors of one account must not take the connections of all accounts.
  worksFor(`visitors of account ${named}`);
  return named;
}
