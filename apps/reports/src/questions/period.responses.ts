import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';

const date = (description: string, example: string) => ({
  type: String,
  format: 'date',
  description,
  example,
});

/** The response of a report about a period, with the period that the query asks for or its default. */
export class PeriodReportResponse extends SuccessResponse {
  @ApiProperty(date('First day of the period', '2026-09-01')) from: string;
  @ApiProperty(date('Last day of the period', '2026-09-30')) to: string;
}

/** The period with which a report is compared. */
export class PreviousPeriod {
  @ApiProperty(date('First day of the period before', '2026-08-02')) from: string;
  @ApiProperty(date('Its last day', '2026-08-31')) to: string;
}
