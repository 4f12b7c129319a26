import { Injectable } from '@nestjs/common';
import { Chore } from '@plaudit/runtime';
import { AppEndingsService } from '../apps/app-endings.service';
import { OAuthClientsRepository } from './clients/oauth-clients.repository';
import { OAuthRecordsRepository } from './records/oauth-records.repository';

/** Ends unused accesses of apps, and then deletes expired codes, tokens and registrations. */
@Injectable()
export class OAuthCleanupService {
  constructor(
    private readonly records: OAuthRecordsRepository,
    private readonly clients: OAuthClientsRepository,
    private readonly endings: AppEndingsService,
  ) {}

  @Chore({ name: 'oauth_cleanup', everyMs: 3_600_000, per: 'service' })
  async run(now: Date): Promise<boolean> {
    for (const grantId of await this.records.listUnusedGrants(now))
      await this.endings.endGrant(grantId, 'unused');
    const hasRecords = await this.records.deleteExpired(now);
    const hasClients = await this.clients.deleteExpired(now);
    return hasRecords || hasClients;
  }
}
