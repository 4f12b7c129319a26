import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Tenant } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { warnOfFailure } from '@plaudit/runtime';
import { RelabellingsService } from './relabellings.service';

const INTERVAL_MS = 5_000;
/** Batches that a request works on before its response, so that a change of few reviews is complete with it. */
const MAX_BATCHES_AT_ONCE = 2;

/** Works on what is left after tags and sources were renamed, merged or deleted. */
@Injectable()
export class RelabellingsWorker {
  private readonly logger = new Logger(RelabellingsWorker.name);
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly relabellings: RelabellingsService,
  ) {}

  /** Works on the first reviews of this sub account, and leaves the others to the background. Never throws. */
  async begin({ sub_account_id }: Tenant): Promise<void> {
    try {
      for (let batches = 0; batches < MAX_BATCHES_AT_ONCE; batches += 1) {
        // It finds nothing if another replica ended the change before it meanwhile. The next batch finds what follows.
        await this.database.transaction((tx) => this.relabellings.batch(tx, sub_account_id));
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
        isLeft = await this.database.transaction((tx) => this.relabellings.batch(tx, null), 'background');
      }
    } catch (error) {
      this.warn(error);
      await this.postponeFailed();
    }
  }

  private async postponeFailed(): Promise<void> {
    try {
      await this.database.transaction((tx) => this.relabellings.postponeNext(tx));
    } catch (error) {
      this.warn(error);
    }
  }

  private warn(error: unknown): void {
    warnOfFailure(
      this.logger,
      'Could not update the reviews of a changed tag or source; the next try comes later',
      error,
    );
  }
}
