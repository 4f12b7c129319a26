import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { PURGE_BATCH, ReviewCopiesRepository } from './review-copies.repository';

const PURGE_EVERY_MS = 3_600_000;

/** Deletes the marks of reviews that were deleted long ago. Every replica runs it. */
@Injectable()
export class DeletedCopiesWorker {
  private readonly logger = new Logger(DeletedCopiesWorker.name);
  private stopping = false;

  constructor(private readonly copies: ReviewCopiesRepository) {}

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    try {
      while (!this.stopping && (await this.copies.purge()) === PURGE_BATCH);
    } catch (error) {
      const message = 'Could not delete old copies of deleted reviews; the next try comes later';
      warnOfFailure(this.logger, message, error);
    }
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }
}
