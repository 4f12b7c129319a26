import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InviteCreditsService } from './invite-credits.service';

const HOUR_MS = 3_600_000;

/** Deletes the invitations of old months, every hour on every replica. */
@Injectable()
export class InviteCreditsWorker {
  private readonly logger = new Logger(InviteCreditsWorker.name);

  constructor(private readonly credits: InviteCreditsService) {}

  @Interval(HOUR_MS)
  async run(): Promise<void> {
    try {
      await this.credits.purge();
    } catch (error) {
      this.logger.warn('Could not delete the invitations of old months; the next run is in an hour', error);
    }
  }
}
