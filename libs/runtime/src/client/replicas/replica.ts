import type { Dispatcher, Pool } from 'undici';
import type { Endpoint } from './address-book';
import { Breaker, type BreakerRule, type Outcome, type Permit } from './breaker';
import { type ConnectionSettings, ReplicaConnections, type Surroundings } from './replica-connections';
import { type ProbeSettings, ReplicaProbe } from './replica-probe';

/**
 * A replica that owes a response but has begun none for this long is probed. That is half of the time that services wait
 * for each other. A slow request only causes a probe, which a healthy replica answers at once.
 */
const SILENCE_MS = 1_000;
const UNAVAILABLE = 503;

export interface ReplicaSettings extends ConnectionSettings, ProbeSettings {
  breaker: BreakerRule;
  /** How long a replica may begin none of the responses that it owes before it is in doubt. Default 1 s. */
  silenceMs?: number;
}

/** One replica of a service, with its connections, its circuit breaker and what is known about its health. */
export class Replica {
  /** Requests whose response has not ended. */
  inFlight = 0;
  /** Requests whose response has not begun. */
  private waiting = 0;
  /** When the last response began. Also when a request was sent while none was waiting. */
  private heardAt = 0;
  private readonly breaker: Breaker;
  private readonly connections: ReplicaConnections;
  private readonly probe: ReplicaProbe;

  /** `hasPeers` returns true if another replica exists. A replica without any is never avoided and never probed. */
  constructor(
    readonly endpoint: Endpoint,
    private readonly settings: ReplicaSettings,
    private readonly surroundings: Surroundings,
    private readonly hasPeers: () => boolean,
  ) {
    this.breaker = new Breaker(settings.breaker, surroundings.now);
    this.connections = new ReplicaConnections(endpoint, settings, surroundings);
    this.probe = new ReplicaProbe(endpoint, settings, surroundings, () => {
      this.heardAt = surroundings.now();
    });
  }

  get name(): string {
    return this.endpoint.name;
  }

  /** True while most requests fail, until a trial succeeds. */
  get isOpen(): boolean {
    return this.breaker.isOpen;
  }

  /** True if {@link enter} would return an attempt. */
  get permits(): boolean {
    return this.breaker.permits;
  }

  /** True while requests should go to another replica. Begins to probe a replica that has fallen silent. */
  isAvoided(now: number): boolean {
    // A negative time means that the clock was set back.
    const silence = Math.abs(now - this.heardAt);
    const { silenceMs = SILENCE_MS, timeoutFactor } = this.settings;
    if (this.waiting > 0 && silence > silenceMs * timeoutFactor) this.suspect();
    return this.probe.isRunning;
  }

  /** True while {@link isAvoided} or {@link isOpen}, for metrics. */
  get isOut(): boolean {
    return this.probe.isRunning || this.breaker.isOpen;
  }

  /** Begins an attempt, or returns null if the breaker refuses it. */
  enter(now: number): Attempt | null {
    const permit = this.breaker.enter();
    if (!permit) return null;
    if (this.waiting === 0) this.heardAt = now;
    this.inFlight += 1;
    this.waiting += 1;
    return new Attempt(this, permit);
  }

  pool(): Pool {
    return this.connections.current();
  }

  /**
   * Notes that a response began. A replica that ends the connection or responds 503 may be about to stop, or may just have
   * started, so it is probed.
   */
  heard({ statusCode, headers }: Dispatcher.ResponseData): void {
    this.waiting -= 1;
    this.heardAt = this.surroundings.now();
    if (statusCode === UNAVAILABLE || headers.connection === 'close') this.suspect();
  }

  /** Notes that there will be no response. */
  failed(): void {
    this.waiting -= 1;
  }

  judge(permit: Permit, outcome: Outcome): void {
    this.breaker.record(permit, outcome);
    if (outcome === 'failed') this.suspect();
  }

  /** Waits for the requests in flight. */
  async close(): Promise<void> {
    this.probe.close();
    await this.connections.close();
  }

  /** Fails the requests in flight. */
  async destroy(): Promise<void> {
    this.probe.close();
    await this.connections.destroy();
  }

  private suspect(): void {
    if (this.hasPeers()) this.probe.start();
  }
}

/** One request to one replica. Its owner calls {@link judge} and {@link release} exactly once each. */
export class Attempt {
  constructor(
    readonly replica: Replica,
    private readonly permit: Permit,
  ) {}

  /** Tells the circuit breaker how the request ended. */
  judge(outcome: Outcome): void {
    this.replica.judge(this.permit, outcome);
  }

  /** Says that the response has ended, or that there is none. */
  release(): void {
    this.replica.inFlight -= 1;
  }
}
