const OPENS_AFTER = 5;

/**
 * Pauses a transport after five failures of the connection in a row, so that messages do not use up their attempts while the
 * server is down. After the pause, one message at a time tries whether it is back. It is not opossum, because the queue asks it how many
 * messages to claim and how long to wait, before there is a message to send.
 */
export class Circuit {
  private failures = 0;
  private openUntil: number | null = null;
  private probing = false;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(
    private readonly pauseMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** True while nothing but a probe may be sent. */
  get isOpen(): boolean {
    return this.openUntil !== null;
  }

  /** Returns how many conversations may begin now, out of those that `wanted` could. */
  allowed(wanted: number): number {
    if (this.openUntil === null) return wanted;
    return !this.probing && this.now() >= this.openUntil ? Math.min(1, wanted) : 0;
  }

  /** How long the pause still lasts. */
  get waitMs(): number {
    return this.openUntil === null ? 0 : Math.max(0, this.openUntil - this.now());
  }

  /** Begins a conversation. Returns false if the circuit does not allow it. Call `succeeded`, `failed` or `gaveUp` after it. */
  begin(): boolean {
    if (this.openUntil === null) return true;
    if (this.allowed(1) === 0) return false;
    this.probing = true;
    return true;
  }

  /** The server answered, whatever it said. */
  succeeded(): void {
    this.failures = 0;
    this.openUntil = null;
    this.probing = false;
  }

  /** The connection failed. Returns true if the circuit was open, so that the message keeps its attempt. */
  failed(): boolean {
    const wasOpen = this.openUntil !== null;
    this.failures += 1;
    this.probing = false;
    if (this.failures >= OPENS_AFTER) this.openUntil = this.now() + this.pauseMs;
    return wasOpen;
  }

  /** The conversation ended without showing whether the server is there. */
  gaveUp(): void {
    this.probing = false;
  }
}
