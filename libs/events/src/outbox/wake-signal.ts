/** Lets one loop sleep until there is work or a time has passed. A wake between two sleeps is not lost. */
export class WakeSignal {
  private woken = false;
  private interrupted = false;
  private end: (() => void) | null = null;
  private resting = false;

  /** Reports work. Ends a `wait`, or the next one. */
  wake(): void {
    this.woken = true;
    if (!this.resting) this.end?.();
  }

  /**
   * Ends any sleep, or the next one. Use it when sleeping on would be pointless, for example when the process stops.
   */
  interrupt(): void {
    this.interrupted = true;
    this.end?.();
  }

  /** Sleeps until `wake` or `interrupt` is called or `ms` have passed. */
  async wait(ms: number): Promise<void> {
    if (!this.woken) await this.sleep(ms, false);
    this.woken = false;
  }

  /** Sleeps even if `wake` is called, so that new work does not shorten the pause before a retry. */
  async rest(ms: number): Promise<void> {
    await this.sleep(ms, true);
  }

  private async sleep(ms: number, resting: boolean): Promise<void> {
    if (!this.interrupted) {
      this.resting = resting;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.end = null;
      this.resting = false;
    }
    this.interrupted = false;
  }
}
