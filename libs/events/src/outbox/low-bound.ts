const TRAIL_MS = 5 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/**
 * Where the search for pending events starts. Without a bound every search would walk over the index entries of all
 * deleted rows (36 ms after 400 k of them under a long snapshot, 0.6 ms with it). It trails by five minutes, because
 * a transaction may commit an id lower than those already published, and every ten minutes everything is searched.
 */
export class LowBound {
  private marks: { at: number; id: number }[] = [];
  private bound = 0;
  private sweptAt: number;

  constructor(now: number) {
    this.sweptAt = now;
  }

  /** The bound for a search at `now`. */
  at(now: number): number {
    if (now - this.sweptAt >= SWEEP_EVERY_MS) return 0;
    while (this.marks[0] && now - this.marks[0].at >= TRAIL_MS) this.bound = this.marks.shift()!.id;
    return this.bound;
  }

  /** Events up to `id` were published at `now`. */
  published(id: number, now: number): void {
    const last = this.marks.at(-1);
    if (!last || now - last.at >= 1_000) this.marks.push({ at: now, id });
  }

  /** A search from `bound` found less than it could take. */
  searched(bound: number, now: number): void {
    if (bound === 0) this.sweptAt = now;
  }
}
