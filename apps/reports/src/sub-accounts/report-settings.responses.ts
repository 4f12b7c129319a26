import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';

export class ReportSettingsResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Time zone in which the days and months of the reports begin. null if the sub account chose none; default_timezone holds then.',
    example: 'Europe/Berlin',
  })
  timezone: string | null;

  @ApiProperty({
    description:
      'Time zone of the sub accounts that chose none: that of the account, or the one that the operator set',
    example: 'UTC',
  })
  default_timezone: string;
}

export class ChangedReportSettingsResponse extends SuccessResponse {
  @ApiProperty({
    type: ReportSettingsResponse,
    description: 'The settings as they are stored',
    example: { timezone: 'Europe/Berlin', default_timezone: 'UTC' },
  })
  settings: ReportSettingsResponse;
}
