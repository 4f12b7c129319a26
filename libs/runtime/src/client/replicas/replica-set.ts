import type { Dispatcher } from 'undici';
import type { AddressBook, Endpoint } from './address-book';
import type { Outcome } from './breaker';
import { ConnectError, type Surroundings } from './replica-connections';
import { type Attempt, Replica, type ReplicaSettings } from './replica';

/** A request that finds no connection is tried elsewhere for this long, because each attempt may take two seconds. */
const MAX_TRYING_MS = 5_000;

/** No request was sent, because the circuit breakers of all replicas are open. */
export class NoReplicaError extends Error {
  constructor() {
    super('the circuit breakers of all replicas are open');
  }
}

/** The response as soon as its head has arrived, and the attempt that its reader must judge and release. */
export interface ReplicaResponse {
  response: Dispatcher.ResponseData;
  attempt: Attempt;
}

export type ReplicaRequest = Omit<Dispatcher.RequestOptions, 'origin'>;
export type ReplicaCallback = (error: Error | null, answer?: ReplicaResponse) => void;

export interface ReplicaState {
  name: string;
  /** True while requests avoid the replica. */
  isOut: boolean;
}

/** A request on its way to a replica. */
interface Sending {
  request: ReplicaRequest;
  callback: ReplicaCallback;
  /** The replicas that could not be connected to. */
  tried: Replica[];
  startedAt: number;
}

/**
 * The replicas of one service, for one kind of requests. A request goes to the replica with the fewest requests in flight.
 * Replicas that failed or fell silent are avoided until a probe finds them ready, unless all are in that state. A request
 * that could not be sent because no connection could be opened is tried once at each other replica, for five seconds. A
 * request that was sent is never repeated.
 */
export class ReplicaSet {
  private replicas: readonly Replica[] = [];
  private known: readonly Endpoint[] | null = null;
  private turn = 0;
  /** Replicas that have gone from the address book and still have requests. */
  private readonly leaving = new Set<Replica>();

  constructor(
    private readonly book: AddressBook,
    private readonly settings: ReplicaSettings,
    private readonly surroundings: Surroundings,
  ) {}

  /** True while requests are refused because the breakers of all replicas are open, until a trial succeeds. */
  get isOpen(): boolean {
    return this.members().every((replica) => replica.isOpen);
  }

  states(): ReplicaState[] {
    return this.members().map(({ name, isOut }) => ({ name, isOut }));
  }

  /**
   * Calls back once, with the answer or an error: {@link NoReplicaError}, {@link ConnectError} or one of undici. Errors are
   * counted for the replica. Those of the caller (an abort without a reason, an invalid header) are not.
   */
  request(request: ReplicaRequest, callback: ReplicaCallback): void {
    const now = this.surroundings.now();
    const attempt = this.enter([], now);
    if (attempt) this.send({ request, callback, tried: [], startedAt: now }, attempt);
    else callback(new NoReplicaError());
  }

  /** Waits for the requests in flight. */
  async close(): Promise<void> {
    await Promise.all([...this.replicas, ...this.leaving].map((replica) => replica.close()));
  }

  /** Fails the requests in flight. */
  async destroy(): Promise<void> {
    await Promise.all([...this.replicas, ...this.leaving].map((replica) => replica.destroy()));
  }

  private send(sending: Sending, attempt: Attempt): void {
    const { replica } = attempt;
    replica.pool().request(sending.request as Dispatcher.RequestOptions, (error, response) => {
      if (!error) {
        replica.heard(response);
        sending.callback(null, { response, attempt });
        return;
      }
      replica.failed();
      attempt.release();
      attempt.judge(outcomeOf(error));
      const next = error instanceof ConnectError ? this.enterElsewhere(sending, replica) : null;
      if (next) this.send(sending, next);
      else sending.callback(error);
    });
  }

  private enterElsewhere({ tried, startedAt }: Sending, replica: Replica): Attempt | null {
    const now = this.surroundings.now();
    tried.push(replica);
    if (now - startedAt > MAX_TRYING_MS * this.settings.timeoutFactor) return null;
    return this.enter(tried, now);
  }

  private enter(tried: readonly Replica[], now: number): Attempt | null {
    return this.pick(tried, now)?.enter(now) ?? null;
  }

  /** Returns the least busy replica, preferably one that is not avoided, or null. Equally busy ones take turns. */
  private pick(tried: readonly Replica[], now: number): Replica | null {
    const replicas = this.members();
    let best: Replica | null = null;
    let resort: Replica | null = null;
    this.turn = (this.turn + 1) % replicas.length;
    for (let step = 0; step < replicas.length; step += 1) {
      const replica = replicas[(this.turn + step) % replicas.length] as Replica;
      if (!replica.permits || tried.includes(replica)) continue;
      if (replica.isAvoided(now)) resort = lessBusy(resort, replica);
      else best = lessBusy(best, replica);
    }
    return best ?? resort;
  }

  private members(): readonly Replica[] {
    if (this.book.endpoints !== this.known) this.follow(this.book.endpoints);
    return this.replicas;
  }

  /** Keeps the replicas that are still in the address book, adds new ones and lets the others finish. */
  private follow(endpoints: readonly Endpoint[]): void {
    const old = new Map(this.replicas.map((replica) => [replica.name, replica]));
    this.known = endpoints;
    this.replicas = endpoints.map((endpoint) => {
      const kept = old.get(endpoint.name);
      if (kept?.endpoint.origin === endpoint.origin && old.delete(endpoint.name)) return kept;
      return new Replica(endpoint, this.settings, this.surroundings, () => this.replicas.length > 1);
    });
    for (const replica of old.values()) {
      this.leaving.add(replica);
      void replica.close().then(() => this.leaving.delete(replica));
    }
  }
}

function lessBusy(one: Replica | null, other: Replica): Replica {
  return one && one.inFlight <= other.inFlight ? one : other;
}

/** An aborted signal without a reason means that the client has left. A signal of a timeout has a reason. */
function outcomeOf(error: Error): Outcome {
  const { code } = error as { code?: unknown };
  return code === 'UND_ERR_ABORTED' || code === 'UND_ERR_INVALID_ARG' ? 'ignored' : 'failed';
}
