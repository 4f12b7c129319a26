const MAX_GROUP = 128;

/**
 * Collects items for some milliseconds and writes them as one group. One transaction per message would cost most of the throughput.
 * `write` returns the results in the order of the items.
 */
export class GroupBuffer<Item, Result> {
  private gathered: Item[] = [];
  private written: Promise<Result[]> | null = null;
  private flush: () => void = () => {};

  constructor(
    private readonly gatherMs: number,
    private readonly write: (items: Item[]) => Promise<Result[]>,
  ) {}

  /** Returns the result of the item after its group was written. Rejects if that failed. */
  async add(item: Item): Promise<Result> {
    this.written ??= this.gather();
    const place = this.gathered.push(item) - 1;
    const { written } = this;
    if (this.gathered.length >= MAX_GROUP) this.flush();
    return (await written)[place] as Result;
  }

  private async gather(): Promise<Result[]> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.gatherMs);
      this.flush = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const group = this.gathered;
    this.gathered = [];
    this.written = null;
    return this.write(group);
  }
}
