const SHOWN = 60;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Something that must never happen. `names` are ids of requests and addresses that it is about. */
export class WalkFailure extends Error {
  constructor(
    fault: string,
    readonly names: readonly string[] = [],
  ) {
    super(fault);
  }
}

/** What the walk did, to read after a failure. */
export class OperationLog {
  private readonly lines: string[] = [];
  private readonly begin = Date.now();
  private changedAt = Date.now();

  constructor(private readonly walkTime: () => number) {}

  /** Adds a line. Call the returned function with the outcome. */
  add(text: string): (outcome: string) => void {
    const started = this.clock();
    this.changedAt = Date.now();
    const place = this.lines.push(`${started} ${text}`) - 1;
    return (outcome) => {
      this.changedAt = Date.now();
      this.lines[place] += ` → ${outcome} (${this.clock()})`;
    };
  }

  /** How long nothing has begun or ended. */
  get idleMs(): number {
    return Date.now() - this.changedAt;
  }

  /** Returns the last operations, and older ones that mention one of these words. */
  last(words: readonly string[]): string {
    const mentions = (line: string): boolean =>
      words.some((word) => new RegExp(`(?<![\\w.])${word.replaceAll('.', '\\.')}(?!\\w)`).test(line));
    const older = this.lines.slice(0, -SHOWN).filter(mentions);
    return [...older.slice(-SHOWN), '…', ...this.lines.slice(-SHOWN)].join('\n');
  }

  /** Returns a time of the real clock as the lines have it. */
  at(time: number): string {
    return `${time - this.begin} ms`;
  }

  /** The time of the walk, and milliseconds of the real clock. */
  private clock(): string {
    const passed = this.walkTime() - this.begin;
    const days = Math.floor(passed / DAY_MS);
    const hours = Math.floor((passed % DAY_MS) / HOUR_MS);
    return `[day ${days} +${hours} h, ${Date.now() - this.begin} ms]`;
  }
}
