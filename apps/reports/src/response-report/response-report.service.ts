import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { periodOrLastYear } from '../questions/month-periods';
import { periodBefore } from '../questions/period';
import type { PeriodQuery } from '../questions/report-query.dto';
import type { Period, ReportScope } from '../questions/report-scope';
import { comparedResponse, responseReport } from './response-report';
import { ResponseReportReadModel } from './response-report.read-model';
import type { ResponseReportResponse } from './response-report.responses';

/** Makes the report on replies. */
@Injectable()
export class ResponseReportService {
  constructor(private readonly records: ResponseReportReadModel) {}

  /** Returns the report. Throws 400 for a period that is not valid. */
  async read(tx: Tx, scope: ReportScope, query: PeriodQuery): Promise<ResponseReportResponse> {
    const period = periodOrLastYear(query, scope);
    const report = await this.of(tx, scope, period);
    return query.compare ? comparedResponse(report, await this.of(tx, scope, periodBefore(period))) : report;
  }

  private async of(tx: Tx, scope: ReportScope, period: Period): Promise<ResponseReportResponse> {
    return responseReport(period, await this.records.counts(tx, scope, period));
  }
}
