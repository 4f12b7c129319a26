import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiBodyExample, ApiErrors, CurrentPrincipal, Scoped, SuccessResponse } from '@plaudit/runtime';
import { AccountAiInput, ProviderTestInput } from './account-ai.dto';
import { AccountAiResponse, ProviderTestResponse } from './account-ai.responses';
import { AccountAiService } from './account-ai.service';
import { AccountAiViewService } from './account-ai-view.service';
import { ProviderTestsService } from './provider-tests.service';

@ApiTags('AI')
@Controller('public/v1/account/ai')
export class AccountAiController {
  constructor(
    private readonly settings: AccountAiService,
    private readonly view: AccountAiViewService,
    private readonly tests: ProviderTestsService,
  ) {}

  @Get()
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'getAccountAi',
    summary: 'Get who writes and translates for the account; needs a key of the main sub account',
    description: 'Shows the settings that apply and what the account has used up. Keys are never returned.',
  })
  @ApiOkResponse({ type: AccountAiResponse })
  get(@CurrentPrincipal() principal: Principal): Promise<AccountAiResponse> {
    return this.view.get(principal);
  }

  @Put()
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'updateAccountAi',
    summary: 'Choose who writes and translates for the account; needs a key with every right',
    description:
      'Replaces each part that is sent. A part that is null uses the settings of this installation again. The change applies within 30 seconds. The key must be one of an admin of the whole account with every scope, without `expires_on` and `allowed_ips`. It becomes `created_by` of a part with a provider of its own. If that key or user is removed, the part is paused; to take it over, send it again.',
  })
  @ApiBodyExample(AccountAiInput, { ai: { provider: 'embedded' }, translation: null })
  @ApiOkResponse({ type: SuccessResponse })
  @ApiErrors('invalid_url')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Body() body: AccountAiInput,
  ): Promise<SuccessResponse> {
    await this.settings.update(principal, body);
    return { success: true };
  }

  @Post('test')
  @HttpCode(200)
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'testAccountAi',
    summary: 'Call the provider of the account once; needs a key of the main sub account',
    description:
      'Uses the settings that apply, and sends no review. A provider that fails is a result with `ok` false. At most 10 tests in a minute.',
  })
  @ApiOkResponse({ type: ProviderTestResponse })
  @ApiErrors('rate_limited')
  test(
    @CurrentPrincipal() principal: Principal,
    @Body() { which = 'ai' }: ProviderTestInput,
  ): Promise<ProviderTestResponse> {
    return this.tests.test(principal, which);
  }
}
