/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Runs work of one key strictly one after the other, and work of different keys side by side in `count` lanes. */
export class KeyedLanes {
  private readonly tails: Promise<void>[];
  private waiting = 0;

  constructor(readonly count: number) {
    this.tails = Array.from({ length: count }, () => Promise.resolve());
  }

  /** Work added and not yet done. */
  get size(): number {
    return this.waiting;
  }

  /** `work` must not reject. */
  add(key: string, work: () => Promise<void>): void {
    const lane = hash(key) % this.count;
    this.waiting += 1;
    this.tails[lane] = this.tails[lane]!.then(work).finally(() => {
      this.waiting -= 1;
    });
  }

  /** Resolves once everything added so far is done. */
  async idle(): Promise<void> {
    await Promise.all(this.tails);
  }
}
