import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PeerNotifier } from '@plaudit/events';

const PUBLISH_MS = 100;

type SpentListener = (keyId: number, tokens: number) => void;

/**
 * Publishes the tokens that keys spend in this replica to the other gateway replicas, and passes on what they publish:
 * ten times a second, for all keys together. So all replicas share one limit for each key, whichever of them receives
 * the requests. Until a replica learns of spending elsewhere, it can allow at most one burst beyond the limit. The excess
 * is subtracted from the later tokens of the key.
 */
@Injectable()
export class SpentTokensPublisher {
  private unpublished = new Map<number, number>();
  private listener: SpentListener = () => {};

  constructor(private readonly peers: PeerNotifier) {
    peers.subscribe((message) => {
      for (const [keyId, tokens] of spentTokensIn(message)) this.listener(keyId, tokens);
    });
  }

  /** Sets the function to call with the tokens that keys spent in other replicas. */
  onSpentElsewhere(listener: SpentListener): void {
    this.listener = listener;
  }

  record(keyId: number, tokens: number): void {
    if (tokens === 0) return;
    this.unpublished.set(keyId, (this.unpublished.get(keyId) ?? 0) + tokens);
  }

  @Interval(PUBLISH_MS)
  publish(): void {
    if (this.unpublished.size === 0) return;
    this.peers.notify({ spent: [...this.unpublished] });
    this.unpublished = new Map();
  }
}

/** Returns the key ids and tokens of a message, or an empty list if it has another form. */
function spentTokensIn(message: unknown): [keyId: number, tokens: number][] {
  const spent = (message as { spent?: unknown } | null)?.spent;
  if (!Array.isArray(spent)) return [];
  return spent.filter(
    (entry: unknown): entry is [number, number] =>
      Array.isArray(entry) && entry.length === 2 && entry.every(Number.isFinite) && entry[1] > 0,
  );
}
