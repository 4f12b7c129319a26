import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Tenant } from '@plaudit/contracts';
import { BatchedWork, Database } from '@plaudit/database';
import { warnOfFailure } from '@plaudit/runtime';
import { RelabellingsService } from './relabellings.service';

const INTERVAL_MS = 5_000;
const FAILED = 'Could not update the reviews of a changed tag or source; the next try comes later';

/** Works on what is left after tags and sources were renamed, merged or deleted. */
@Injectable()
export class RelabellingsWorker implements OnModuleDestroy {
  private readonly logger = new Logger(RelabellingsWorker.name);
  private readonly work: BatchedWork;

  constructor(
    database: Database,
    private readonly relabellings: RelabellingsService,
  ) {
    this.work = new BatchedWork(database, {
      next: (tx) => relabellings.batch(tx, null),
      postpone: (tx) => relabellings.postponeNext(tx),
      warn: (error) => warnOfFailure(this.logger, FAILED, error),
    });
  }

  /** Works on the first reviews of this sub account, and leaves the others to the background. Never rejects. */
  begin({ sub_account_id }: Tenant): Promise<void> {
    return this.work.begin((tx) => this.relabellings.batch(tx, sub_account_id));
  }

  /** Works on everything that is left. */
  @Interval(INTERVAL_MS)
  run(): Promise<void> {
    return this.work.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }
}
