/** Returns the 32-bit FNV-1a hash. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Runs tasks with the same key one after the other, and tasks with different keys concurrently in `count` lanes. */
export class KeyedLanes {
  private readonly tails: Promise<void>[];
  private waiting = 0;

  constructor(readonly count: number) {
    this.tails = Array.from({ length: count }, () => Promise.resolve());
  }

  /** Number of tasks that have not ended. */
  get size(): number {
    return this.waiting;
  }

  /** Adds a task, which must not reject. */
  add(key: string, work: () => Promise<void>): void {
    const lane = hash(key) % this.count;
    this.waiting += 1;
    this.tails[lane] = this.tails[lane]!.then(work).finally(() => {
      this.waiting -= 1;
    });
  }

  /** Resolves when all tasks that were added so far have ended. */
  async idle(): Promise<void> {
    await Promise.all(this.tails);
  }
}
