import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { BounceFusesRepository } from '../fuses/bounce-fuses.repository';
import { SendingStopsRepository } from '../stops/sending-stops.repository';

const PURGE_EVERY_MS = 600_000;

/** Deletes old stops, fuses and counts of mails. Every replica runs it. */
@Injectable()
export class MailHealthWorker {
  private readonly logger = new Logger(MailHealthWorker.name);

  constructor(
    private readonly stops: SendingStopsRepository,
    private readonly fuses: BounceFusesRepository,
  ) {}

  @Interval(PURGE_EVERY_MS)
  async purge(): Promise<void> {
    try {
      await this.stops.purge();
      while ((await this.fuses.purge()) > 0);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not delete old counts of mails', error);
    }
  }
}
