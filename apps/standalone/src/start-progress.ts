const EVERY_MS = 1_000;

/** Prints each step of a start, and every second how long it takes, because a start that says nothing looks stuck. */
export class StartProgress {
  private step = '';
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly print: (line: string) => void) {
    this.timer = setInterval(() => print(`  ${this.seconds()} s: ${this.step}`), EVERY_MS).unref();
  }

  begin(step: string): void {
    this.step = step;
    this.print(step);
  }

  end(): void {
    clearInterval(this.timer);
  }

  private seconds(): number {
    return Math.round((performance.now() - this.startedAt) / 1_000);
  }
}
