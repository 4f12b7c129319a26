/** Spreads work over time, so that on average at most `perSecond` items are sent per second. */
export class Pacer {
  private nextAt = 0;

  constructor(private readonly perSecond: number) {}

  /** Returns how many milliseconds to wait before `count` more items. They count as sent then. */
  delayFor(count: number, now: number): number {
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + (count / this.perSecond) * 1_000;
    return at - now;
  }
}
