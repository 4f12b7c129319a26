import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { ReportSettingsInput } from './report-settings.dto';
import { ChangedReportSettingsResponse, ReportSettingsResponse } from './report-settings.responses';
import { SubAccountsService } from './sub-accounts.service';

@ApiTags('Reports')
@Controller('public/v1/reports/settings')
export class ReportSettingsController {
  constructor(private readonly subAccounts: SubAccountsService) {}

  @Get()
  @Scoped('reports:read')
  @ApiOperation({
    operationId: 'getReportSettings',
    summary: 'Get the settings of the reports',
    description: "They belong to the key's sub account.",
  })
  @ApiOkResponse({ type: ReportSettingsResponse })
  get(@CurrentPrincipal() principal: Principal): Promise<ReportSettingsResponse> {
    return this.subAccounts.settings(principal);
  }

  @Put()
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'updateReportSettings',
    summary: 'Set the time zone of the reports',
    description:
      "Reviews are counted again by the days of the new zone before the response. Official figures that were measured keep their day. The setting belongs to the key's sub account.",
  })
  @ApiOkResponse({ type: ChangedReportSettingsResponse })
  async update(
    @CurrentPrincipal() principal: Principal,
    @Body() body: ReportSettingsInput,
  ): Promise<ChangedReportSettingsResponse> {
    return { success: true, settings: await this.subAccounts.changeTimezone(principal, body.timezone) };
  }
}
