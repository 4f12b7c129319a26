import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import type { ReviewFilter } from '../lists/review-filter';
import { type ExportFormat, headOf, linesOf } from './export-format';
import { type ExportPage, ReviewExportReadModel } from './review-export.read-model';

/** Exports of one account that a process runs at once. */
export const MAX_EXPORTS = 2;
const BUFFERED_BYTES = 65_536;
const RETRY_SECONDS = 30;

/** Exports the reviews of a filter. */
@Injectable()
export class ReviewExportService {
  /** Number of running exports by account. */
  private readonly running = new Map<number, number>();

  constructor(private readonly pages: ReviewExportReadModel) {}

  /**
   * Returns the reviews in this format, newest first. Reads them page by page, as fast as the client takes them. The caller
   * destroys the stream if the client leaves. Throws 429 while the account runs {@link MAX_EXPORTS} others.
   */
  async start(tenant: Tenant, filter: ReviewFilter, format: ExportFormat): Promise<Readable> {
    const leave = this.enter(tenant.account_id);
    try {
      // An export that cannot be read at all fails here, as every other request.
      const first = await this.pages.page(tenant.sub_account_id, filter, null);
      const text = this.text(tenant.sub_account_id, filter, format, first);
      const stream = Readable.from(text, { objectMode: false, highWaterMark: BUFFERED_BYTES });
      return stream.once('close', leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  private async *text(
    subAccountId: number,
    filter: ReviewFilter,
    format: ExportFormat,
    first: ExportPage,
  ): AsyncGenerator<string> {
    yield headOf(format) + linesOf(format, first.items);
    for (let { next } = first; next;) {
      const page = await this.pages.page(subAccountId, filter, next);
      if (page.items.length > 0) yield linesOf(format, page.items);
      ({ next } = page);
    }
  }

  private enter(accountId: number): () => void {
    const others = this.running.get(accountId) ?? 0;
    if (others >= MAX_EXPORTS) {
      throw new ApiError(
        'rate_limited',
        `This account runs ${MAX_EXPORTS} exports already; start another one when one of them has ended.`,
        { retry_after_seconds: RETRY_SECONDS },
      );
    }
    this.running.set(accountId, others + 1);
    return () => {
      const left = (this.running.get(accountId) ?? 1) - 1;
      if (left > 0) this.running.set(accountId, left);
      else this.running.delete(accountId);
    };
  }
}
