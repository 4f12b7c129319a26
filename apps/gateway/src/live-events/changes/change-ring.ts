import type { Change } from './change';

/** A change with its place in the stream of events and its tenant. The sub account is 0 for what belongs to the whole account. */
export interface StoredChange {
  sequence: number;
  accountId: number;
  subAccountId: number;
  change: Change;
  /** In milliseconds. */
  at: number;
}

export interface RingLimits {
  changes: number;
  bytes: number;
  ageMs: number;
}

/** A change needs about this much memory, and two bytes for each character of its status. */
const CHANGE_BYTES = 240;

const LIMITS: RingLimits = { changes: 20_000, bytes: 8 * 1024 * 1024, ageMs: 5 * 60_000 };

/** Keeps the newest changes of all tenants in the order of their sequences, for browsers that connect again. */
export class ChangeRing {
  private readonly limits: RingLimits;
  private changes: StoredChange[] = [];
  /** The index of the oldest change. Those before it were dropped. */
  private head = 0;
  private bytes = 0;
  private floor: number | null = null;

  constructor(limits: Partial<RingLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** Forgets everything. The changes up to `sequence` are not known any more. */
  reset(sequence: number): void {
    this.changes = [];
    this.head = 0;
    this.bytes = 0;
    this.floor = sequence;
  }

  add(change: StoredChange): void {
    this.floor ??= change.sequence - 1;
    this.changes.push(change);
    this.bytes += bytesOf(change);
    this.prune(change.at);
  }

  /** Drops the changes that are too old, and the oldest ones while there are too many. */
  prune(now: number): void {
    const { changes: most, bytes, ageMs } = this.limits;
    for (;;) {
      const oldest = this.changes[this.head];
      const isFull = this.changes.length - this.head > most || this.bytes > bytes;
      if (!oldest || (!isFull && now - oldest.at < ageMs)) break;
      this.floor = oldest.sequence;
      this.bytes -= bytesOf(oldest);
      this.head += 1;
    }
    // Dropped changes stay in memory until the array is copied, which happens only once they are more than the others.
    if (this.head > 1_000 && this.head * 2 > this.changes.length) {
      this.changes = this.changes.slice(this.head);
      this.head = 0;
    }
  }

  /** Returns true if it has every change after this sequence. */
  covers(sequence: number): boolean {
    return this.floor !== null && sequence >= this.floor;
  }

  /** Returns the changes after `from` and up to `to` that `accepts` selects. */
  between(from: number, to: number, accepts: (change: StoredChange) => boolean): StoredChange[] {
    const found: StoredChange[] = [];
    for (let at = this.indexAfter(from); at < this.changes.length; at += 1) {
      const change = this.changes[at] as StoredChange;
      if (change.sequence > to) break;
      if (accepts(change)) found.push(change);
    }
    return found;
  }

  private indexAfter(sequence: number): number {
    let [low, high] = [this.head, this.changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.changes[middle] as StoredChange).sequence <= sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function bytesOf({ change: { status } }: StoredChange): number {
  return CHANGE_BYTES + 2 * (status?.length ?? 0);
}
