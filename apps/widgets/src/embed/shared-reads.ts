/** More reads at once would not be faster, and each of them holds a connection of the database. */
const MAX_RUNNING = 2;

/** A read that has not begun yet. */
interface NextRead<Found> {
  keys: Set<string>;
  found: Promise<ReadonlyMap<string, Found>>;
}

/**
 * Reads current data for many visitors at once. The visitors who arrive while two reads are under way share the next one, so
 * that the number of statements does not grow with the number of visitors. Nothing is kept after a read.
 */
export class SharedReads<Found> {
  private next: NextRead<Found> | null = null;
  private running = 0;
  private startNext: (() => void) | null = null;

  /** `read` returns what it has found by key. It gets each key once. */
  constructor(private readonly read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {}

  /** Returns what a read finds that begins after this call. Returns null if it does not find the key. Throws what the read throws. */
  async find(key: string): Promise<Found | null> {
    this.next ??= this.open();
    const { keys, found } = this.next;
    keys.add(key);
    return (await found).get(key) ?? null;
  }

  private open(): NextRead<Found> {
    const keys = new Set<string>();
    return { keys, found: this.readInTurn(keys) };
  }

  private async readInTurn(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, Found>> {
    await this.turn();
    // The requests that have arrived already share this read.
    await new Promise((resolve) => setImmediate(resolve));
    this.next = null;
    try {
      return await this.read([...keys]);
    } finally {
      this.leave();
    }
  }

  /** Resolves when fewer than two others run. Only the next read can wait. */
  private async turn(): Promise<void> {
    if (this.running === MAX_RUNNING) return new Promise((resolve) => (this.startNext = resolve));
    this.running += 1;
  }

  /** Hands the place over to the next read. */
  private leave(): void {
    const start = this.startNext;
    this.startNext = null;
    if (start) start();
    else this.running -= 1;
  }
}
