import { troubleOf } from '@plaudit/database';

interface GroupOptions<Item, Result> {
  /** How long items gather before they are written. */
  gatherMs: number;
  /** How long they gather while earlier ones are being written. Default: `gatherMs`. */
  gatherBesideMs?: number;
  maxItems: number;
  /** Groups that are written at once. Default: any number. */
  maxWrites?: number;
  /**
   * What the write of an item locks, such as its lane. Two groups that are written at once have none in common. If a write fails with a
   * lock timeout, the items of each key are tried again by themselves, `isAlone`, until they are written. Such a try must wait for a
   * lock for a moment only. Default: items have nothing in common, and every failure is one of the whole group.
   */
  keyOf?(item: Item): unknown;
  /** Writes a group in one transaction. Returns the results in the order of the items. */
  write(items: Item[], isAlone: boolean): Promise<readonly Result[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  written: (result: Result) => void;
  failed: (error: unknown) => void;
}

/** How long a locked key waits for its next try, without a connection. */
const RETRY_MS = 1_000;

/** Collects items for some milliseconds and writes them as one group, because one transaction for each would cost most of the throughput. */
export class GroupBuffer<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private readonly writing = new Set<unknown>();
  /** What waits for keys that another transaction has locked. Their tries take one connection, one after the other. */
  private readonly locked = new Map<unknown, Waiting<Item, Result>[]>();
  private lastTry: Promise<unknown> = Promise.resolve();
  private writes = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: GroupOptions<Item, Result>) {}

  private keyOf(item: Item): unknown {
    const { keyOf } = this.options;
    return keyOf ? keyOf(item) : item;
  }

  /** Returns the result of the item after its group was written. Rejects if that failed for another reason than a lock. */
  add(item: Item): Promise<Result> {
    return new Promise((written, failed) => {
      const { gatherMs, gatherBesideMs = gatherMs, maxItems } = this.options;
      const locked = this.locked.get(this.keyOf(item));
      (locked ?? this.waiting).push({ item, written, failed });
      if (this.waiting.length >= maxItems) this.flush();
      else if (!locked)
        this.timer ??= setTimeout(() => this.flush(), this.writes > 0 ? gatherBesideMs : gatherMs);
    });
  }

  /** Writes what waits, except items whose key a running write has locked. The end of that write flushes again. */
  private flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const { maxItems, maxWrites = Infinity } = this.options;
    if (this.writes === maxWrites) return;
    const group: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    for (const one of this.waiting)
      (group.length < maxItems && !this.writing.has(this.keyOf(one.item)) ? group : rest).push(one);
    this.waiting = rest;
    if (group.length > 0) void this.writeGroup(group);
  }

  private async writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const keys = new Set(group.map(({ item }) => this.keyOf(item)));
    for (const key of keys) this.writing.add(key);
    this.writes += 1;
    if (!(await this.isWritten(group, false))) this.setApart(group);
    this.writes -= 1;
    for (const key of keys) this.writing.delete(key);
    this.flush();
  }

  /** Returns false if a lock was in the way. Otherwise the items have their results, or the error. */
  private async isWritten(group: readonly Waiting<Item, Result>[], isAlone: boolean): Promise<boolean> {
    try {
      const results = await this.options.write(
        group.map(({ item }) => item),
        isAlone,
      );
      for (const [place, { written }] of group.entries()) written(results[place] as Result);
    } catch (error) {
      if (this.options.keyOf && troubleOf(error) === 'lock_timeout') return false;
      for (const { failed } of group) failed(error);
    }
    return true;
  }

  private setApart(group: readonly Waiting<Item, Result>[]): void {
    for (const one of group) {
      const key = this.keyOf(one.item);
      const apart = this.locked.get(key);
      if (apart) apart.push(one);
      else {
        this.locked.set(key, [one]);
        void this.writeLocked(key);
      }
    }
  }

  /** Tries the items of one key until they are written. Between two tries, it takes no connection and delays no other key. */
  private async writeLocked(key: unknown): Promise<void> {
    for (let items = this.locked.get(key)!; items.length > 0;) {
      const group = items.slice(0, this.options.maxItems);
      const trying = this.lastTry.then(() => this.isWritten(group, true));
      this.lastTry = trying;
      if (await trying) items.splice(0, group.length);
      else await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
    this.locked.delete(key);
  }
}
