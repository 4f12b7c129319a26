const TRAIL_MS = 5 * 60_000;
const FULL_SEARCH_INTERVAL_MS = 10 * 60_000;

/**
 * The id from which to search for pending events. Without it every search would walk over the index entries of all
 * deleted rows (36 ms after 400 k of them under a long snapshot, 0.6 ms with it). It trails the published events by
 * five minutes, because a transaction may commit an id lower than those already published. Every ten minutes one search
 * covers the whole table.
 */
export class LowWatermark {
  private marks: { at: number; id: number }[] = [];
  private lowest = 0;
  private fullySearchedAt: number;

  constructor(now: number) {
    this.fullySearchedAt = now;
  }

  /** Returns the watermark for a search at `now`. It is 0 if a search of the whole table is due. */
  at(now: number): number {
    if (now - this.fullySearchedAt >= FULL_SEARCH_INTERVAL_MS) return 0;
    while (this.marks[0] && now - this.marks[0].at >= TRAIL_MS) this.lowest = this.marks.shift()!.id;
    return this.lowest;
  }

  /** Records that events up to `id` were published at `now`. */
  published(id: number, now: number): void {
    const last = this.marks.at(-1);
    if (!last || now - last.at >= 1_000) this.marks.push({ at: now, id });
  }

  /** Records that a search from `low` found all pending events, because it found fewer than its limit. */
  searched(low: number, now: number): void {
    if (low === 0) this.fullySearchedAt = now;
  }
}
