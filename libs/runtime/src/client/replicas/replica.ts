import type { Dispatcher } from 'undici';
import type { Endpoint } from './address-book';
import { Breaker } from './breaker';
import { type ConnectionSettings, ReplicaConnections, type Surroundings } from './replica-connections';
import { type ProbeSettings, untilReady } from './replica-probe';

/**
 * A replica that owes a response but has begun none for this long is probed. That is half of the time that services wait
 * for each other. A slow request only causes a probe, which a healthy replica answers at once.
 */
const SILENCE_MS = 1_000;
const UNAVAILABLE = 503;

export interface ReplicaSettings extends ConnectionSettings, ProbeSettings {
  /** While the circuit breaker of a replica is open, it permits a trial this often. */
  breakerResetMs: number;
  /** How long a replica may begin none of the responses that it owes before it is in doubt. Default 1 s. */
  silenceMs?: number;
}

type Answered = (error: Error | null, response: Dispatcher.ResponseData) => void;

export type ReplicaRequest = Omit<Dispatcher.RequestOptions, 'origin'>;

/** One replica of a service, with its connections, its circuit breaker and what is known about its health. */
export class Replica {
  /** Requests whose response has not ended. */
  inFlight = 0;
  /** Requests whose response has not begun. */
  private waiting = 0;
  /** When the last response began. Also when a request was sent while none was waiting. */
  private heardAt = 0;
  private isProbed = false;
  private readonly breaker: Breaker;
  private readonly connections: ReplicaConnections;
  private readonly ending = new AbortController();

  /** `hasPeers` returns true if another replica exists. A replica without any is never avoided and never probed. */
  constructor(
    readonly endpoint: Endpoint,
    private readonly settings: ReplicaSettings,
    private readonly surroundings: Surroundings,
    private readonly hasPeers: () => boolean,
  ) {
    this.breaker = new Breaker(settings.breakerResetMs, surroundings.now);
    this.connections = new ReplicaConnections(endpoint, settings, surroundings);
  }

  get name(): string {
    return this.endpoint.name;
  }

  /** True while most requests fail, until a trial succeeds. */
  get isOpen(): boolean {
    return this.breaker.isOpen;
  }

  /** True if the circuit breaker permits a request now. */
  get permits(): boolean {
    return this.breaker.permits;
  }

  /** True while {@link isAvoided} or {@link isOpen}, for metrics. */
  get isOut(): boolean {
    return this.isProbed || this.breaker.isOpen;
  }

  /** True while requests should go to another replica. Begins to probe a replica that has fallen silent. */
  isAvoided(now: number): boolean {
    // A negative time means that the clock was set back.
    const silence = Math.abs(now - this.heardAt);
    const { silenceMs = SILENCE_MS, timeoutFactor } = this.settings;
    if (this.waiting > 0 && silence > silenceMs * timeoutFactor) void this.probe();
    return this.isProbed;
  }

  /** Sends a request. The caller reads the body of the response and calls {@link succeeded} or {@link failed}. */
  send(request: ReplicaRequest, callback: Answered): void {
    this.breaker.begin();
    if (this.waiting === 0) this.heardAt = this.surroundings.now();
    this.inFlight += 1;
    this.waiting += 1;
    this.connections.current().request(request as Dispatcher.RequestOptions, (error, response) => {
      this.waiting -= 1;
      if (error) {
        this.inFlight -= 1;
        this.failed(error);
      } else this.heard(response);
      callback(error, response);
    });
  }

  /** Counts a request that succeeded. */
  succeeded(): void {
    this.breaker.succeeded();
  }

  /** Counts a request that failed, unless it was the fault of the caller. */
  failed(error: Error): void {
    if (isOfCaller(error)) return;
    this.breaker.failed();
    void this.probe();
  }

  /** Waits for the requests in flight, which may fail, but start no probe. */
  async close(): Promise<void> {
    this.ending.abort();
    await this.connections.close();
  }

  /** Fails the requests in flight. */
  async destroy(): Promise<void> {
    this.ending.abort();
    await this.connections.destroy();
  }

  /** A replica that ends the connection or responds 503 may be about to stop, or may just have started. */
  private heard({ statusCode, headers, body }: Dispatcher.ResponseData): void {
    // A body that was read ends before its reader goes on, and closes later. One that failed only closes.
    const release = (): void => {
      body.off('end', release).off('close', release);
      this.inFlight -= 1;
    };
    body.on('end', release).on('close', release);
    this.heardAt = this.surroundings.now();
    if (statusCode === UNAVAILABLE || headers.connection === 'close') void this.probe();
  }

  private async probe(): Promise<void> {
    const { signal } = this.ending;
    if (this.isProbed || signal.aborted || !this.hasPeers()) return;
    this.isProbed = true;
    await untilReady(this.endpoint, this.settings, this.surroundings.random, signal);
    this.heardAt = this.surroundings.now();
    this.isProbed = false;
  }
}

/** An aborted signal without a reason means that the client has left. A signal of a timeout has a reason. */
function isOfCaller(error: Error): boolean {
  const { code } = error as { code?: unknown };
  return code === 'UND_ERR_ABORTED' || code === 'UND_ERR_INVALID_ARG';
}
