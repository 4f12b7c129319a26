export interface ReadinessCheck {
  /** Appears in `/health/ready`. */
  name: string;
  /** What is wrong, or null when all is well. */
  check(): Promise<string | null>;
}

/** What `/health/ready` asks. Features add their own checks at construction. */
export class ReadinessRegistry {
  private readonly checks: ReadinessCheck[] = [];
  private stopping = false;

  add(check: ReadinessCheck): void {
    this.checks.push(check);
  }

  /** From now on the service is not ready, whatever else holds: traffic moves away before it stops answering. */
  startStopping(): void {
    this.stopping = true;
  }

  all(): readonly ReadinessCheck[] {
    if (!this.stopping) return this.checks;
    return [{ name: 'shutdown', check: () => Promise.resolve('the service is shutting down') }];
  }
}
