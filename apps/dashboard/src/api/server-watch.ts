/** How long a request of the watch may take, and how often it is sent while the server is away, in ms. */
const PROBE_DEADLINE_MS = 10_000;
const PROBE_MS = 5_000;

/**
 * Knows whether the server answers. A request or a stream that failed is only a suspicion, because the browser also ends those of a
 * page that is left. Then the watch asks the server itself, and again until it answers.
 */
export class ServerWatch {
  /** When the server did not answer for the first time. Null if it answers. */
  private away: Date | null = null;
  private asking: Promise<boolean> | null = null;
  private isProbing = false;
  private readonly listeners = new Set<() => void>();

  /** `answers` sends a request and resolves to true if the server answered it. */
  constructor(private readonly answers: () => Promise<boolean>) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly since = (): Date | null => this.away;

  /** Finds out whether the server answers, and resolves to that. Suspicions at the same time share one request. */
  suspect(): Promise<boolean> {
    this.asking ??= this.ask(new Date()).finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  /** Resolves when the server answers. */
  async back(): Promise<void> {
    while (this.away) {
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
  }

  /** Asks at once, because the browser is online again. */
  readonly hurry = (): void => {
    if (this.away) void this.suspect();
  };

  private async ask(from: Date): Promise<boolean> {
    const isUp = await this.answers();
    this.set(isUp ? null : (this.away ?? from));
    void this.askAgain();
    return isUp;
  }

  private async askAgain(): Promise<void> {
    if (this.isProbing) return;
    this.isProbing = true;
    while (this.away) {
      await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
      if (this.away) await this.suspect();
    }
    this.isProbing = false;
  }

  private set(away: Date | null): void {
    if (this.away === away) return;
    this.away = away;
    for (const listener of this.listeners) listener();
  }
}

/** Returns true if the server answers. One that cannot look a session up can do nothing else. */
async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch('/app/session', { signal: AbortSignal.timeout(PROBE_DEADLINE_MS) });
    return status < 500;
  } catch {
    return false;
  }
}

export const serverWatch = new ServerWatch(answers);
