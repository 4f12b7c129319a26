type Work = () => Promise<void>;

/**
 * Runs tasks with the same key one after the other, and tasks with different keys concurrently, at most `count` at a time. A key
 * whose task hangs takes one of these places and holds up no other key. Keys take turns.
 */
export class KeyedLanes {
  /** The tasks of each key that have not ended, the first one of which runs or waits for a place. */
  private readonly lanes = new Map<string, Work[]>();
  /** Keys that wait for a place. None of them has a running task. */
  private readonly ready: string[] = [];
  private running = 0;
  private whenIdle: (() => void)[] = [];

  /** `ended` is called after each task, when {@link size} no longer counts it. */
  constructor(
    readonly count: number,
    private readonly ended: () => void = () => {},
  ) {}

  /** Returns the number of tasks that have not ended, counting at most `perKey` of each key. */
  size(perKey = Infinity): number {
    let counted = 0;
    for (const lane of this.lanes.values()) counted += Math.min(lane.length, perKey);
    return counted;
  }

  /** Adds a task, which must not reject. */
  add(key: string, work: Work): void {
    const lane = this.lanes.get(key);
    if (lane) {
      lane.push(work);
      return;
    }
    this.lanes.set(key, [work]);
    this.ready.push(key);
    this.fill();
  }

  /** Resolves when there is no task. */
  async idle(): Promise<void> {
    if (this.lanes.size > 0) await new Promise<void>((resolve) => this.whenIdle.push(resolve));
  }

  private fill(): void {
    while (this.running < this.count) {
      const key = this.ready.shift();
      if (key === undefined) return;
      this.running += 1;
      void this.run(key);
    }
  }

  private async run(key: string): Promise<void> {
    const lane = this.lanes.get(key)!;
    try {
      await lane[0]!();
    } finally {
      lane.shift();
      this.running -= 1;
      if (lane.length > 0) this.ready.push(key);
      else this.lanes.delete(key);
      this.fill();
      this.ended();
      if (this.lanes.size === 0) for (const resolve of this.whenIdle.splice(0)) resolve();
    }
  }
}
