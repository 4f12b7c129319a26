import type { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';

const FAILURES = 5;
const OPEN_MS = 60_000;
const MAX_SERVERS = 1_000;

/**
 * Leaves a server alone for 60 s after five failures in a row. Then one request tries it, while the others still leave it alone. Its
 * outcome closes the circuit, or opens it for another 60 s.
 */
export class Circuits {
  private readonly servers = new LRUCache<string, { failures: number; openUntil: number }>({
    max: MAX_SERVERS,
  });

  constructor(private readonly clock: Clock) {}

  /** Returns true if a request may go to the server. Its outcome must then be recorded. */
  permits(server: string): boolean {
    const state = this.servers.get(server);
    if (!state || state.failures < FAILURES) return true;
    const now = this.clock.now().getTime();
    // A clock that was set back must not keep it open for longer.
    if (state.openUntil > now && state.openUntil <= now + OPEN_MS) return false;
    this.servers.set(server, { ...state, openUntil: now + OPEN_MS });
    return true;
  }

  recordSuccess(server: string): void {
    this.servers.delete(server);
  }

  recordFailure(server: string): void {
    const failures = (this.servers.get(server)?.failures ?? 0) + 1;
    this.servers.set(server, { failures, openUntil: this.clock.now().getTime() + OPEN_MS });
  }
}
