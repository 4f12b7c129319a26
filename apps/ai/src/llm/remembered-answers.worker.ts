import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { PURGE_BATCH, RememberedAnswersRepository } from './remembered-answers.repository';

const PURGE_EVERY_MS = 3_600_000;

/** Deletes the answers of models that are older than a day. Every replica runs it. */
@Injectable()
export class RememberedAnswersWorker {
  private readonly logger = new Logger(RememberedAnswersWorker.name);
  private stopping = false;

  constructor(private readonly answers: RememberedAnswersRepository) {}

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    try {
      while (!this.stopping && (await this.answers.purge()) === PURGE_BATCH);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not delete old answers of models; the next try comes later', error);
    }
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }
}
