import { Injectable } from '@nestjs/common';
import { afterCommit, type Tx } from '@plaudit/database';
import { PeerNotifier } from '@plaudit/events';

/** Other replicas are told no more often that a queue has due rows. */
const TELL_PEERS_MS = 250;

/**
 * Wakes the worker of a queue, so that a row does not wait for the next poll. If this process has no worker or no place, the other
 * replicas are told. It knows no work, so that requests do not depend on what is done in the background.
 */
@Injectable()
export class QueueNotifier {
  private readonly workers = new Map<string, () => boolean>();
  private readonly toldAt = new Map<string, number>();

  constructor(private readonly peers: PeerNotifier) {
    peers.subscribe((message) => {
      const queue = (message as { queue?: unknown } | null)?.queue;
      if (typeof queue === 'string') this.workers.get(queue)?.();
    });
  }

  /** @param wake returns false if the worker has no place. */
  attach(queue: string, wake: () => boolean): void {
    this.workers.set(queue, wake);
  }

  /** Call it in the transaction that makes rows of the queue due. */
  queued(tx: Tx, queue: string): void {
    afterCommit(tx, () => this.wake(queue));
  }

  wake(queue: string): void {
    if (this.workers.get(queue)?.()) return;
    const now = performance.now();
    if (now - (this.toldAt.get(queue) ?? -Infinity) < TELL_PEERS_MS) return;
    this.toldAt.set(queue, now);
    this.peers.notify({ queue });
  }
}
