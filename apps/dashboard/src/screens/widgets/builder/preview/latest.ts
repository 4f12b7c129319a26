/**
 * Sends one request at a time. While it runs, only the newest of the further inputs is kept, and sent after a pause. The
 * outcome of an input that is older than the newest is still passed on, because it is nearer to what is wished than nothing.
 */
export class Latest<Input> {
  private running = false;
  private waiting: { input: Input } | null = null;
  private stopped = false;

  constructor(
    private readonly send: (input: Input) => Promise<void>,
    private readonly pause: () => Promise<void>,
  ) {}

  ask(input: Input): void {
    this.waiting = { input };
    if (!this.running) void this.run();
  }

  stop(): void {
    this.stopped = true;
    this.waiting = null;
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting && !this.stopped) {
      const { input } = this.waiting;
      this.waiting = null;
      await this.send(input);
      await this.pause();
    }
    this.running = false;
  }
}
