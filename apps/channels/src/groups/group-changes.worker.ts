import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@plaudit/database';
import { warnOfFailure } from '@plaudit/runtime';
import { GroupChangesService } from './group-changes.service';

const INTERVAL_MS = 5_000;
/** Batches that a request works on before its response, so that a change of a small property is complete with it. */
const MAX_BATCHES_AT_ONCE = 2;

/** Works on the channels that are left after properties were renamed or deleted. */
@Injectable()
export class GroupChangesWorker implements OnModuleDestroy {
  private readonly logger = new Logger(GroupChangesWorker.name);
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly changes: GroupChangesService,
  ) {}

  /** Works on the first channels of the property, and leaves the others to the background. Never throws. */
  async begin(groupId: number): Promise<void> {
    try {
      for (let batches = 0; batches < MAX_BATCHES_AT_ONCE; batches += 1) {
        const worked = await this.database.transaction((tx) => this.changes.batch(tx, groupId));
        if (!worked) return;
      }
    } catch (error) {
      this.warn(error);
    }
    void this.run();
  }

  /** Works on everything that is left. Calls that overlap share one run. */
  @Interval(INTERVAL_MS)
  async run(): Promise<void> {
    this.running ??= this.workAll().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async workAll(): Promise<void> {
    try {
      let isLeft = true;
      while (isLeft && !this.stopping) {
        isLeft = await this.database.transaction((tx) => this.changes.batch(tx, null), 'background');
      }
    } catch (error) {
      this.warn(error);
      await this.postponeFailed();
    }
  }

  private async postponeFailed(): Promise<void> {
    try {
      await this.database.transaction((tx) => this.changes.postponeNext(tx));
    } catch (error) {
      this.warn(error);
    }
  }

  private warn(error: unknown): void {
    warnOfFailure(
      this.logger,
      'Could not update the channels of a changed property; the next try comes later',
      error,
    );
  }
}
