import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { BatchedWork, Database } from '@plaudit/database';
import { warnOfFailure } from '@plaudit/runtime';
import { GroupChangesService } from './group-changes.service';

const INTERVAL_MS = 5_000;
const FAILED = 'Could not update the channels of a changed property; the next try comes later';

/** Works on the channels that are left after properties were renamed or deleted. */
@Injectable()
export class GroupChangesWorker implements OnModuleDestroy {
  private readonly logger = new Logger(GroupChangesWorker.name);
  private readonly work: BatchedWork;

  constructor(
    database: Database,
    private readonly changes: GroupChangesService,
  ) {
    this.work = new BatchedWork(database, {
      next: (tx) => changes.batch(tx, null),
      postpone: (tx) => changes.postponeNext(tx),
      warn: (error) => warnOfFailure(this.logger, FAILED, error),
    });
  }

  /** Works on the first channels of the property, and leaves the others to the background. Never rejects. */
  begin(groupId: number): Promise<void> {
    return this.work.begin((tx) => this.changes.batch(tx, groupId));
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
