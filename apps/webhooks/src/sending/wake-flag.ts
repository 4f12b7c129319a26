/** Wakes the worker. A poke while it is busy is remembered, so none falls between a look and a wait. */
export class WakeFlag {
  private raised = false;
  private waiting: (() => void) | null = null;

  poke(): void {
    this.raised = true;
    this.waiting?.();
    this.waiting = null;
  }

  /** At once when poked since the last wait. */
  async wait(): Promise<void> {
    if (!this.raised) await new Promise<void>((resolve) => (this.waiting = resolve));
    this.raised = false;
  }
}
