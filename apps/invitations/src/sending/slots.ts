/** Limits how many conversations run at once. The others wait in order. */
export class Slots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  /** Waits for a place. Returns a function that frees it, which is called once. */
  async enter(): Promise<() => void> {
    if (this.running < this.limit) this.running += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    return () => this.leave();
  }

  /** A freed place goes to the next in line, so that nobody overtakes it. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
