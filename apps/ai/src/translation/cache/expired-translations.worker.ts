import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock, warnOfFailure } from '@plaudit/runtime';
import { TranslatorPausesRepository } from '../budget/translator-pauses.repository';
import { PURGE_BATCH, TranslationsRepository } from './translations.repository';

const PURGE_EVERY_MS = 3_600_000;

/** Deletes expired translations, marks of forgotten texts, and pauses that ended. Every replica runs it. */
@Injectable()
export class ExpiredTranslationsWorker implements OnModuleDestroy {
  private readonly logger = new Logger(ExpiredTranslationsWorker.name);
  private isStopping = false;

  constructor(
    private readonly translations: TranslationsRepository,
    private readonly pauses: TranslatorPausesRepository,
    private readonly clock: Clock,
  ) {}

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    try {
      while (!this.isStopping && (await this.translations.purgeExpired()) === PURGE_BATCH);
      while (!this.isStopping && (await this.translations.purgeForgotten()) === PURGE_BATCH);
      await this.pauses.purge(this.clock.now());
    } catch (error) {
      const message = 'Could not delete expired translations; the next try comes later';
      warnOfFailure(this.logger, message, error);
    }
  }

  onModuleDestroy(): void {
    this.isStopping = true;
  }
}
