import { AddressBook, type LookUp } from './address-book';
import { type ReplicaResponse, ReplicaSet } from './replica-set';
import type { ReplicaSettings } from './replica';
import { StandInReplica } from './stand-in-replica.suite';

/** The machine may pause for seconds. Specs move the clock instead of waiting, so real timeouts can be long. */
export const PATIENT = 10;

const SETTINGS: ReplicaSettings = {
  upstream: 'reports',
  maxConnections: 32,
  connectTimeoutMs: 20_000,
  breakerResetMs: 2_000,
  timeoutFactor: PATIENT,
};

/** The error of a request, or the body of its response. */
export type Result = Error | string;

/** Stand-in replicas, and sets of replicas in front of them with a clock that the spec moves. */
export class ReplicasWorld {
  now = 1_000_000_000_000;
  readonly replicas: StandInReplica[] = [];
  private readonly sets: ReplicaSet[] = [];
  private readonly books: AddressBook[] = [];

  async replica(host?: string, port?: number): Promise<StandInReplica> {
    const replica = await StandInReplica.start(host, port);
    this.replicas.push(replica);
    return replica;
  }

  book(origins: readonly string[], lookUp?: LookUp): AddressBook {
    const book = new AddressBook(origins, { random: () => 0.5, lookUp });
    this.books.push(book);
    return book;
  }

  set(from: readonly string[] | AddressBook, settings: Partial<ReplicaSettings> = {}): ReplicaSet {
    const book = from instanceof AddressBook ? from : this.book(from);
    const surroundings = { now: () => this.now, random: () => 0.5 };
    const set = new ReplicaSet(book, { ...SETTINGS, ...settings }, surroundings);
    this.sets.push(set);
    return set;
  }

  async close(): Promise<void> {
    for (const book of this.books) book.close();
    await Promise.all(this.sets.map((set) => set.destroy()));
    await Promise.all(this.replicas.map((replica) => replica.stop()));
  }
}

/** Sends a request and reads its response. Never rejects. */
export function send(set: ReplicaSet, path = '/', method: 'GET' | 'POST' = 'GET'): Promise<Result> {
  const body = method === 'POST' ? 'content' : undefined;
  return new Promise((resolve) => {
    set.request({ method, path, body }, (error, answer) => {
      if (answer) void read(answer).then(resolve);
      else resolve(error as Error);
    });
  });
}

async function read({ response, replica }: ReplicaResponse): Promise<Result> {
  try {
    const text = await response.body.text();
    replica.succeeded();
    return text;
  } catch (error) {
    replica.failed(error as Error);
    return error as Error;
  }
}

/** Sends requests one after another. */
export async function sendMany(set: ReplicaSet, count: number): Promise<Result[]> {
  const results: Result[] = [];
  for (let sent = 0; sent < count; sent += 1) results.push(await send(set));
  return results;
}

export function fine(count: number): string[] {
  return Array.from({ length: count }, () => 'fine');
}

/** The numbers of requests that the replicas have received. */
export function shares(...replicas: StandInReplica[]): number[] {
  return replicas.map(({ requests }) => requests.length);
}
