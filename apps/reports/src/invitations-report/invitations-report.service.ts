import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { periodOrLastYear } from '../questions/month-periods';
import { periodBefore } from '../questions/period';
import type { Period, ReportScope } from '../questions/report-scope';
import { comparedInvitations, invitationsReport } from './invitations-report';
import type { InvitationsReportQuery } from './invitations-report.dto';
import { type InvitationFilter, InvitationsReportReadModel } from './invitations-report.read-model';
import type { InvitationsReportResponse } from './invitations-report.responses';

/** Makes the report on invitations. */
@Injectable()
export class InvitationsReportService {
  constructor(private readonly records: InvitationsReportReadModel) {}

  /** Returns the report. Throws 400 for a period that is not valid. */
  async read(tx: Tx, scope: ReportScope, query: InvitationsReportQuery): Promise<InvitationsReportResponse> {
    const period = periodOrLastYear(query, scope);
    const filter: InvitationFilter = {
      settings_id: query.settings_id ? Number(query.settings_id) : null,
      type: query.send_type || null,
      step: query.step ? Number(query.step) : null,
    };
    const of = async (one: Period): Promise<InvitationsReportResponse> =>
      invitationsReport(one, await this.records.counts(tx, scope, one, filter));
    const report = await of(period);
    return query.compare ? comparedInvitations(report, await of(periodBefore(period))) : report;
  }
}
