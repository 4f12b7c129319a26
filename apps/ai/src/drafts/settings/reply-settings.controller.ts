import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { ReplySettingsInput, ReplySettingsResponse } from './reply-settings.dto';
import { ReplySettingsService } from './reply-settings.service';

@ApiTags('AI')
@Controller('public/v1/reviews/ai/settings')
export class ReplySettingsController {
  constructor(private readonly settings: ReplySettingsService) {}

  @Get()
  @Scoped('ai:read')
  @ApiOperation({
    operationId: 'getReplySettings',
    summary: 'Get how drafts of replies are signed',
    description: "The setting belongs to the key's sub account.",
  })
  @ApiOkResponse({ type: ReplySettingsResponse })
  async get(@CurrentPrincipal() principal: Principal): Promise<ReplySettingsResponse> {
    return { success: true, signature: await this.settings.signature(principal) };
  }

  @Put()
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'updateReplySettings',
    summary: 'Set how drafts of replies are signed',
    description: "The setting belongs to the key's sub account. No model reads the signature.",
  })
  @ApiOkResponse({ type: ReplySettingsResponse })
  async update(
    @CurrentPrincipal() principal: Principal,
    @Body() { signature: given }: ReplySettingsInput,
  ): Promise<ReplySettingsResponse> {
    return { success: true, signature: await this.settings.sign(principal, given) };
  }
}
