import type { Database } from '../database';
import type { Tx } from '../transaction';

/** Batches that a request works on before its response, so that a change of few rows is complete with it. */
const MAX_BATCHES_AT_ONCE = 2;

/** Works on a batch in its transaction. Returns false if there was nothing to do. */
type Batch = (tx: Tx) => Promise<boolean>;

export interface BatchedWorkOptions {
  /** The next batch of all that is left. */
  next: Batch;
  /** Lets other work go first after a batch has failed. */
  postpone(tx: Tx): Promise<void>;
  /** Logs the failure. */
  warn(error: unknown): void;
}

/**
 * Follows up a change that concerns many rows, such as a new name that each of them has a copy of. A request works on the first
 * batches and the background on the others, each in a transaction of its own.
 */
export class BatchedWork {
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly options: BatchedWorkOptions,
  ) {}

  /** Works on the first batches of a change, and leaves the others to the background. Never rejects. */
  async begin(batch: Batch): Promise<void> {
    try {
      for (let batches = 0; batches < MAX_BATCHES_AT_ONCE; batches += 1) {
        // It finds nothing if another replica ended an earlier change meanwhile. The next batch finds what follows.
        await this.database.transaction(batch);
      }
    } catch (error) {
      this.options.warn(error);
    }
    void this.run();
  }

  /** Works on everything that is left. Calls that overlap share one run. Never rejects. */
  async run(): Promise<void> {
    this.running ??= this.workAll().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  /** Ends after the batch in progress. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async workAll(): Promise<void> {
    try {
      let isLeft = true;
      while (isLeft && !this.stopping) {
        isLeft = await this.database.transaction(this.options.next, 'background');
      }
    } catch (error) {
      this.options.warn(error);
      await this.postpone();
    }
  }

  private async postpone(): Promise<void> {
    try {
      await this.database.transaction((tx) => this.options.postpone(tx));
    } catch (error) {
      this.options.warn(error);
    }
  }
}
