import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { peersSubject } from '@plaudit/contracts';
import type { Msg, Subscription } from 'nats';
import { NatsLink } from '../connection/nats-link';

type Listener = (message: unknown) => void;

/**
 * What the replicas of one service tell each other in passing: core NATS, nothing is kept or repeated, and while NATS
 * is away nobody hears anything. For what may be missed; the rest is an event.
 */
@Injectable()
export class PeersClient implements OnApplicationShutdown {
  private readonly logger = new Logger(PeersClient.name);
  private readonly self = randomUUID();
  private readonly listeners = new Set<Listener>();
  private readonly forgetLink: () => void;
  private heard: Subscription | null = null;

  constructor(private readonly link: NatsLink) {
    this.forgetLink = link.onChange((connected) => {
      if (connected) this.subscribe();
    });
  }

  /** Tells every other replica that runs now. `message` is anything that JSON can say. */
  tell(message: unknown): void {
    if (!this.link.connected) return;
    const text = JSON.stringify({ from: this.self, message });
    this.link.connection?.publish(peersSubject(this.link.service), text);
  }

  /** Hears what other replicas tell, as untrusted as any input. */
  listen(listener: Listener): void {
    this.listeners.add(listener);
  }

  onApplicationShutdown(): void {
    this.forgetLink();
    if (this.link.connected) this.heard?.unsubscribe();
  }

  private subscribe(): void {
    this.heard ??= this.link.connection!.subscribe(peersSubject(this.link.service), {
      callback: (_error, message) => this.receive(message),
    });
  }

  private receive(received: Msg | null): void {
    try {
      const { from, message } = received?.json<{ from?: string; message?: unknown }>() ?? {};
      if (from === this.self || from === undefined) return;
      for (const listener of this.listeners) listener(message);
    } catch (error) {
      this.logger.warn(`a replica told nonsense: ${(error as Error).message}`);
    }
  }
}
