import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { DeletedCopiesRepository, MARKED_TABLES, PURGE_BATCH } from './deleted-copies.repository';

const PURGE_EVERY_MS = 3_600_000;

/** Deletes the marks of reviews and channels that were deleted long ago. Every replica runs it. */
@Injectable()
export class DeletedCopiesWorker {
  private readonly logger = new Logger(DeletedCopiesWorker.name);
  private stopping = false;

  constructor(private readonly marks: DeletedCopiesRepository) {}

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    try {
      for (const table of MARKED_TABLES) {
        while (!this.stopping && (await this.marks.purge(table)) === PURGE_BATCH);
      }
    } catch (error) {
      const message = 'Could not delete old marks of deleted records; the next try comes later';
      warnOfFailure(this.logger, message, error);
    }
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }
}
