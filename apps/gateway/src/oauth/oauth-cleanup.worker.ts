import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock, warnOfFailure } from '@plaudit/runtime';
import { AppEndingsService } from '../apps/app-endings.service';
import { OAuthClientsRepository } from './clients/oauth-clients.repository';
import { OAuthRecordsRepository } from './records/oauth-records.repository';

const HOUR_MS = 3_600_000;

/** Ends unused accesses, and deletes expired codes, tokens and registrations, every hour, on every replica. */
@Injectable()
export class OAuthCleanupWorker {
  private readonly logger = new Logger(OAuthCleanupWorker.name);

  constructor(
    private readonly records: OAuthRecordsRepository,
    private readonly clients: OAuthClientsRepository,
    private readonly endings: AppEndingsService,
    private readonly clock: Clock,
  ) {}

  @Interval(HOUR_MS)
  async run(now = this.clock.now()): Promise<void> {
    try {
      for (const grantId of await this.records.listUnusedGrants(now))
        await this.endings.endGrant(grantId, 'unused');
      await this.records.deleteExpired(now);
      await this.clients.deleteExpired(now);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not delete what is over in OAuth; the next run is in an hour', error);
    }
  }
}
