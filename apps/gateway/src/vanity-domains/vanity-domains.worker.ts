import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { VanityChecksService } from './vanity-checks.service';

const HOUR_MS = 3_600_000;

/** Looks every hour, on every replica, for domains whose proof was not checked for a day. Each is checked by one. */
@Injectable()
export class VanityDomainsWorker {
  private readonly logger = new Logger(VanityDomainsWorker.name);

  constructor(private readonly checks: VanityChecksService) {}

  @Interval(HOUR_MS)
  async checkDue(): Promise<void> {
    try {
      await this.checks.checkDue();
    } catch (error) {
      this.logger.warn('Could not check white-label domains; the next run is in an hour', error);
    }
  }
}
