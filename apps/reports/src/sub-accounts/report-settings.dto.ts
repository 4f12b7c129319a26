import { ApiProperty } from '@nestjs/swagger';
import { Nullable } from '@plaudit/contracts';
import { IsTimezone } from './timezone';

/** Body of PUT /reports/settings. */
export class ReportSettingsInput {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Name of a time zone of the IANA database, in which the days and months of the reports begin. null means default_timezone. A short name, such as CET, is stored under its full name.',
    example: 'Europe/Berlin',
  })
  @Nullable()
  @IsTimezone()
  timezone: string | null;
}
