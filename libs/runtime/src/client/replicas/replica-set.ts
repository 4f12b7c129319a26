import type { Dispatcher } from 'undici';
import type { AddressBook, Endpoint } from './address-book';
import { ConnectError, type Surroundings } from './replica-connections';
import { Replica, type ReplicaRequest, type ReplicaSettings } from './replica';

/** A request that finds no connection is tried elsewhere for this long, because each attempt may take two seconds. */
const MAX_TRYING_MS = 5_000;

/** No request was sent, because the circuit breakers of all replicas are open. */
export class NoReplicaError extends Error {
  constructor() {
    super('the circuit breakers of all replicas are open');
  }
}

/** The response as soon as its head has arrived, and the replica, which its reader tells how the request ended. */
export interface ReplicaResponse {
  response: Dispatcher.ResponseData;
  replica: Replica;
}

export type ReplicaCallback = (error: Error | null, answer?: ReplicaResponse) => void;

export interface ReplicaState {
  name: string;
  /** True while requests avoid the replica. */
  isOut: boolean;
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
   * Calls back once, as soon as the head of a response has arrived, or with {@link NoReplicaError}, {@link ConnectError} or an
   * error of undici. Errors are counted for the replica. Those of the caller (an abort without a reason, an invalid
   * header) are not. It returns no promise, because the gateway must see the end of an empty body, which may follow at once.
   */
  request(request: ReplicaRequest, callback: ReplicaCallback): void {
    const { now } = this.surroundings;
    const giveUpAt = now() + MAX_TRYING_MS * this.settings.timeoutFactor;
    const tried: Replica[] = [];
    const attempt = (failure: Error): void => {
      const replica = now() <= giveUpAt ? this.pick(tried) : undefined;
      if (!replica) {
        callback(failure);
        return;
      }
      tried.push(replica);
      replica.send(request, (error, response) => {
        if (error instanceof ConnectError) attempt(error);
        else if (error) callback(error);
        else callback(null, { response, replica });
      });
    };
    attempt(new NoReplicaError());
  }

  /** Waits for the requests in flight. */
  async close(): Promise<void> {
    await Promise.all([...this.replicas, ...this.leaving].map((replica) => replica.close()));
  }

  /** Fails the requests in flight. */
  async destroy(): Promise<void> {
    await Promise.all([...this.replicas, ...this.leaving].map((replica) => replica.destroy()));
  }

  /** Returns the least busy replica, preferably one that is not avoided. Equally busy ones take turns. */
  private pick(tried: readonly Replica[]): Replica | undefined {
    const members = this.members();
    const now = this.surroundings.now();
    this.turn = (this.turn + 1) % members.length;
    const inTurn = [...members.slice(this.turn), ...members.slice(0, this.turn)];
    const permitted = inTurn.filter((replica) => replica.permits && !tried.includes(replica));
    const wanted = permitted.filter((replica) => !replica.isAvoided(now));
    const candidates = wanted.length > 0 ? wanted : permitted;
    return candidates.sort((one, other) => one.inFlight - other.inFlight)[0];
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
