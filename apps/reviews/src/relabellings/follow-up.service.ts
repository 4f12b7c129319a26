import { Injectable, Logger } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, firstBatches } from '@plaudit/database';
import { Chore, Chores, warnOfFailure } from '@plaudit/runtime';
import { RelabellingsService } from './relabellings.service';

const CHORE = 'relabellings';

/** Runs relabellings: their first batches within the request, and the others in the background. */
@Injectable()
export class FollowUpService {
  private readonly logger = new Logger(FollowUpService.name);

  constructor(
    private readonly database: Database,
    private readonly chores: Chores,
    private readonly relabellings: RelabellingsService,
  ) {}

  /** Works on the first reviews of this sub account, and leaves the others to the background. Never rejects. */
  async begin({ sub_account_id }: Tenant): Promise<void> {
    try {
      await firstBatches(this.database, (tx) => this.relabellings.batch(tx, sub_account_id));
    } catch (error) {
      const message = 'Could not update the reviews of a changed tag or source yet';
      warnOfFailure(this.logger, message, error);
    }
    void this.chores.run(CHORE);
  }

  /** Works on what is left after tags and sources were renamed, merged or deleted. After a failure the other sub accounts go first. */
  @Chore({ name: CHORE, everyMs: 30_000, per: 'process' })
  async workOn(): Promise<boolean> {
    try {
      return await this.database.transaction((tx) => this.relabellings.batch(tx, null), 'background');
    } catch (error) {
      await this.database.transaction((tx) => this.relabellings.postponeNext(tx));
      throw error;
    }
  }
}
