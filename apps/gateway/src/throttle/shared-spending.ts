import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PeerNotifier } from '@plaudit/events';

const TELL_MS = 100;

/** Tokens by key. */
type Spending = Map<number, number>;

/**
 * Tells the other gateways which tokens were spent here and hears what they spent, ten times a second for all keys
 * together. So replicas share one limit of a key, however its requests are spread over them; what each lets through
 * before it hears of the others is bounded by one burst, and is paid back.
 */
@Injectable()
export class SharedSpending {
  private untold: Spending = new Map();
  private onSpent: (key: number, tokens: number) => void = () => {};

  constructor(private readonly peers: PeerNotifier) {
    peers.subscribe((message) => {
      for (const [key, tokens] of spendingIn(message)) this.onSpent(key, tokens);
    });
  }

  /** Calls `listener` with what was spent elsewhere. */
  listen(listener: (key: number, tokens: number) => void): void {
    this.onSpent = listener;
  }

  /** Requests that cost nothing are nothing to tell. */
  note(key: number, tokens: number): void {
    if (tokens === 0) return;
    this.untold.set(key, (this.untold.get(key) ?? 0) + tokens);
  }

  @Interval(TELL_MS)
  tell(): void {
    if (this.untold.size === 0) return;
    this.peers.notify({ spent: [...this.untold] });
    this.untold = new Map();
  }
}

/** Nothing for a message that is something else. */
function spendingIn(message: unknown): [number, number][] {
  const spent = (message as { spent?: unknown } | null)?.spent;
  if (!Array.isArray(spent)) return [];
  return spent.filter(
    (entry: unknown): entry is [number, number] =>
      Array.isArray(entry) && entry.length === 2 && entry.every(Number.isFinite) && entry[1] > 0,
  );
}
