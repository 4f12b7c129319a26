import { pipeline, Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { wireDate } from '@plaudit/contracts';
import { stringify } from 'csv-stringify';
import type { AuditSelection } from './audit-selection';
import type { AuditEntity } from './audit.entity';
import { AuditReadModel } from './audit.read-model';

/** Lines of one export. A client continues before the id of the last line. */
export const MAX_EXPORT_LINES = 100_000;
const PAGE_SIZE = 1_000;

type Cell = string | number | null;

/** The columns of an export, in order. */
const COLUMNS: Readonly<Record<string, (row: AuditEntity) => Cell>> = {
  id: ({ id }) => id,
  created_on: (row) => wireDate(row.created_on),
  actor_type: (row) => row.actor_type,
  actor_id: (row) => row.actor_id,
  actor_name: (row) => row.actor_name,
  action: ({ action }) => action,
  target_type: (row) => row.target_type,
  target_id: (row) => row.target_id,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
  request_id: (row) => row.request_id,
  address: ({ address }) => address,
  agent: ({ agent }) => agent,
};

/** Exports the audit log of an account as CSV. */
@Injectable()
export class AuditExportService {
  constructor(private readonly audit: AuditReadModel) {}

  /**
   * Returns the entries as CSV in UTF-8 with a header line, newest first. Reads them page by page, as fast as the client
   * takes them. A cell that a spreadsheet could run as a formula begins with an apostrophe.
   */
  csv(accountId: number, selection: AuditSelection): Readable {
    const lines = stringify({
      header: true,
      columns: Object.keys(COLUMNS),
      escape_formulas: true,
      quoted: true,
      record_delimiter: 'windows',
    });
    // An error of either stream destroys both, and so ends the connection: half an export never looks complete.
    return pipeline(Readable.from(this.lines(accountId, selection)), lines, () => {});
  }

  private async *lines(accountId: number, selection: AuditSelection): AsyncGenerator<Cell[]> {
    let { beforeId } = selection;
    for (let count = 0; count < MAX_EXPORT_LINES; count += PAGE_SIZE) {
      const rows = await this.audit.page(accountId, { ...selection, beforeId }, PAGE_SIZE);
      for (const row of rows) yield Object.values(COLUMNS).map((cell) => cell(row));
      const last = rows.at(-1);
      if (!last || rows.length < PAGE_SIZE) return;
      beforeId = last.id;
    }
  }
}
