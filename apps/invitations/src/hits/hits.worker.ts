import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { HitVerdictsService } from './hit-verdicts.service';
import { HitsRepository } from './hits.repository';

const DECIDE_EVERY_MS = 2_000;
const PURGE_EVERY_MS = 600_000;

/** Decides about hits, and deletes old ones. Every replica runs it. */
@Injectable()
export class HitsWorker {
  private readonly logger = new Logger(HitsWorker.name);
  private deciding = false;

  constructor(
    private readonly verdicts: HitVerdictsService,
    private readonly hits: HitsRepository,
  ) {}

  @Interval(DECIDE_EVERY_MS)
  async decide(): Promise<void> {
    if (this.deciding) return;
    this.deciding = true;
    try {
      for (const requestId of await this.verdicts.due()) await this.decideOne(requestId);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not read the hits to decide', error);
    } finally {
      this.deciding = false;
    }
  }

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    try {
      while ((await this.hits.purge()) > 0);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not delete old hits', error);
    }
  }

  /** A message whose hits cannot be decided does not keep the others waiting. */
  private async decideOne(requestId: number): Promise<void> {
    try {
      await this.verdicts.decide(requestId);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not decide the hits of a message', error);
    }
  }
}
