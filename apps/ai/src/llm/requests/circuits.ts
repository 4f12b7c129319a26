import type { RequestOwner } from '@plaudit/outbound';
import type { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';

const FAILURES = 5;
const OPEN_MS = 60_000;
const MAX_CIRCUITS = 10_000;
/** A shared server is left alone for all accounts only if so many have an open circuit. */
const MIN_ACCOUNTS = 3;

/** An account at a server. `server` also identifies the key that the requests have. */
export interface CircuitEnds extends RequestOwner {
  server: string;
}

/**
 * Leaves a server alone for 60 s after five failures of an account in a row. Then one request tries it, while the others still leave
 * it alone. Its outcome closes the circuit of the account, or opens it for another 60 s. A server that accounts share is left alone
 * for all of them while the circuits of three are open and it has answered nobody since. It is not opossum, because failures count in
 * a row however far apart they are, and a test that a person asks for closes the circuit, too.
 */
export class Circuits {
  private readonly circuits = new LRUCache<string, { failures: number; openUntil: number }>({
    max: MAX_CIRCUITS,
  });
  /** Until when the circuits of accounts are open, by shared server. */
  private readonly opened = new LRUCache<string, Map<number, number>>({ max: MAX_CIRCUITS });

  constructor(private readonly clock: Clock) {}

  /** Returns true if a request may go to the server. Its outcome must then be recorded. */
  permits(ends: CircuitEnds): boolean {
    const state = this.circuits.get(keyOf(ends));
    if (!state || state.failures < FAILURES) return !this.isDown(ends.server);
    if (this.isComing(state.openUntil)) return false;
    this.circuits.set(keyOf(ends), { ...state, openUntil: this.now() + OPEN_MS });
    return true;
  }

  recordSuccess(ends: CircuitEnds): void {
    this.circuits.delete(keyOf(ends));
    this.opened.delete(ends.server);
  }

  recordFailure(ends: CircuitEnds): void {
    const failures = (this.circuits.get(keyOf(ends))?.failures ?? 0) + 1;
    const openUntil = this.now() + OPEN_MS;
    this.circuits.set(keyOf(ends), { failures, openUntil });
    if (failures < FAILURES || ends.origin === 'own') return;
    this.opened.set(ends.server, (this.opened.get(ends.server) ?? new Map()).set(ends.account, openUntil));
  }

  private isDown(server: string): boolean {
    const until = [...(this.opened.get(server)?.values() ?? [])];
    return until.filter((time) => this.isComing(time)).length >= MIN_ACCOUNTS;
  }

  /** A clock that was set back must not keep a circuit open for longer. */
  private isComing(time: number): boolean {
    const now = this.now();
    return time > now && time <= now + OPEN_MS;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function keyOf({ account, server }: CircuitEnds): string {
  return `${account} ${server}`;
}
