/** Lets one loop sleep until its time is up or somebody has work for it; a wake between two sleeps is not lost. */
export class WakeSignal {
  private woken = false;
  private interrupted = false;
  private end: (() => void) | null = null;
  private deaf = false;

  /** There is work. */
  wake(): void {
    this.woken = true;
    if (!this.deaf) this.end?.();
  }

  /** Ends any sleep, also the next one: something changed that makes waiting pointless. */
  interrupt(): void {
    this.interrupted = true;
    this.end?.();
  }

  /** Sleeps until `wake`, `interrupt` or the time is up. */
  async wait(ms: number): Promise<void> {
    if (!this.woken) await this.sleep(ms, false);
    this.woken = false;
  }

  /** Sleeps through wakes: new work must not hasten a retry of what just failed. */
  async rest(ms: number): Promise<void> {
    await this.sleep(ms, true);
  }

  private async sleep(ms: number, deaf: boolean): Promise<void> {
    if (!this.interrupted) {
      this.deaf = deaf;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.end = null;
      this.deaf = false;
    }
    this.interrupted = false;
  }
}
