/**
 * Lets many handlers run together, or one alone. A process that dies takes the events in flight with it, and only an
 * event that runs alone can be blamed.
 */
export class ProcessGate {
  private running = 0;
  private alone: Promise<void> | null = null;
  private idle: () => void = () => {};

  /** Runs `work` beside others. It waits while another task runs alone or waits to do so. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.alone) await this.alone;
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (this.running === 0) this.idle();
    }
  }

  /** Runs `work` while nothing else runs. Tasks that waited before it go first. */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    while (this.alone) await this.alone;
    let open = (): void => {};
    this.alone = new Promise((resolve) => (open = resolve));
    try {
      if (this.running > 0) await new Promise<void>((resolve) => (this.idle = resolve));
      return await work();
    } finally {
      this.idle = () => {};
      this.alone = null;
      open();
    }
  }
}

/** The gate of this process. In standalone all services share it, because they die together. */
export const processGate = new ProcessGate();
