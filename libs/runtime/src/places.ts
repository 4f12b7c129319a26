/**
 * Counts what is under way for each key, for limits that refuse and let nothing wait. A limit of 0 is none. For works that may wait
 * there is `FairSemaphore`.
 */
export class Places<Key> {
  private readonly taken = new Map<Key, number>();
  private all = 0;

  constructor(
    private readonly most: number,
    private readonly mostOfAll = 0,
  ) {}

  /** The places that are taken. */
  get count(): number {
    return this.all;
  }

  /** Returns which limit leaves no place for the key, or null if there is one. */
  fullFor(key: Key): 'own' | 'all' | null {
    if (this.most > 0 && (this.taken.get(key) ?? 0) >= this.most) return 'own';
    return this.mostOfAll > 0 && this.all >= this.mostOfAll ? 'all' : null;
  }

  take(key: Key): void {
    this.change(key, 1);
  }

  free(key: Key): void {
    this.change(key, -1);
  }

  private change(key: Key, by: 1 | -1): void {
    this.all += by;
    const own = (this.taken.get(key) ?? 0) + by;
    if (own > 0) this.taken.set(key, own);
    else this.taken.delete(key);
  }
}
