import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { periodOrLastYear } from '../questions/month-periods';
import { periodBefore } from '../questions/period';
import type { ReportScope } from '../questions/report-scope';
import { comparedTags, tagsReport } from './tags-report';
import type { TagsReportQuery } from './tags-report.dto';
import { TagsReportReadModel } from './tags-report.read-model';
import type { TagsReportResponse } from './tags-report.responses';

const DEFAULT_LIMIT = 25;

/** Makes the report on tags. */
@Injectable()
export class TagsReportService {
  constructor(private readonly records: TagsReportReadModel) {}

  /** Returns the report. Throws 400 for a period that is not valid. */
  async read(tx: Tx, scope: ReportScope, query: TagsReportQuery): Promise<TagsReportResponse> {
    const period = periodOrLastYear(query, scope);
    const limit = Number(query.limit || DEFAULT_LIMIT);
    const tagIds = query.tags ? query.tags.split(',').map(Number) : null;
    const report = tagsReport(period, await this.records.counts(tx, scope, period, { tagIds, limit }));
    if (!query.compare) return report;
    const before = periodBefore(period);
    const shown = report.tags.map(({ id }) => id);
    return comparedTags(
      report,
      before,
      await this.records.counts(tx, scope, before, { tagIds: shown, limit }),
    );
  }
}
