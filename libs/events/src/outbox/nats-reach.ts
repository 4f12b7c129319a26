/** nats.js reconnects every 500 ms. A short interruption does not change the leader. */
const DISCONNECTED_MS = 3_000;
const NO_RESPONSE_MS = 8_000;
/** Other replicas try to take the lead every second. */
const STAY_OUT_MS = 3_000;

/** Decides whether a replica can reach NATS well enough to lead. All times are milliseconds of one clock. */
export class NatsReach {
  private connected = false;
  private disconnectedSince: number;
  private noResponseSince: number | null = null;
  private outUntil = 0;

  constructor(now: number) {
    this.disconnectedSince = now;
  }

  /** Records that the connection was made or lost. */
  changed(connected: boolean, now: number): void {
    if (!connected && this.connected) this.disconnectedSince = now;
    if (connected) this.noResponseSince = null;
    this.connected = connected;
  }

  /** Records that the stream responded. A refusal is a response. */
  responded(): void {
    this.noResponseSince = null;
  }

  /** Records that a publication had no response for `timeoutMs`. */
  timedOut(timeoutMs: number, now: number): void {
    this.noResponseSince ??= now - timeoutMs;
  }

  /** Returns true if this replica may try to become the leader. */
  mayTakeLead(now: number): boolean {
    return this.connected && now >= this.outUntil;
  }

  /** Returns true if the leader must let another replica lead. */
  mustGiveUpLead(now: number): boolean {
    const disconnected = !this.connected && now - this.disconnectedSince >= DISCONNECTED_MS;
    const unanswered = this.noResponseSince !== null && now - this.noResponseSince >= NO_RESPONSE_MS;
    return disconnected || unanswered;
  }

  /** Records that this replica gave up the lead. The others get time to take it. */
  gaveUpLead(now: number): void {
    this.outUntil = now + STAY_OUT_MS;
    this.noResponseSince = null;
  }
}
