export interface ReadinessCheck {
  /** The name of the check in the response of `/health/ready`, which strangers can read. */
  name: string;
  /** Returns what is wrong, for the log, or null if nothing is. */
  check(): Promise<string | null>;
}

/** The checks of `/health/ready`. Features add their own checks when they are constructed. */
export class ReadinessRegistry {
  private readonly checks: ReadinessCheck[] = [];
  private readonly whileStopping: readonly ReadinessCheck[] = [
    { name: 'shutdown', check: () => Promise.resolve('the service is shutting down') },
  ];
  private stopping = false;

  /** Adds a check, in place of an earlier one with the same name. */
  add(check: ReadinessCheck): void {
    const earlier = this.checks.findIndex(({ name }) => name === check.name);
    if (earlier === -1) this.checks.push(check);
    else this.checks[earlier] = check;
  }

  /** Makes the service not ready, so that load balancers stop sending requests before it closes. */
  beginShutdown(): void {
    this.stopping = true;
  }

  /** Returns the same array until the service begins to shut down. */
  all(): readonly ReadinessCheck[] {
    return this.stopping ? this.whileStopping : this.checks;
  }
}
