import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { peersSubject } from '@plaudit/contracts';
import type { Msg, NatsError, Subscription } from 'nats';
import { logRefused } from '../connection/refused-subscription';
import { NatsLink } from '../connection/nats-link';

type Listener = (message: unknown) => void;

/**
 * Sends messages to the other replicas of the same service over core NATS. Messages are neither stored nor repeated,
 * and those sent while NATS is down are lost. Use an event for anything that must arrive.
 */
@Injectable()
export class PeerNotifier implements OnApplicationShutdown {
  private readonly logger = new Logger(PeerNotifier.name);
  private readonly self = randomUUID();
  private readonly listeners = new Set<Listener>();
  private readonly removeLinkListener: () => void;
  private subscription: Subscription | null = null;

  constructor(private readonly link: NatsLink) {
    this.removeLinkListener = link.onChange((connected) => {
      if (connected) this.onConnected();
    });
  }

  /** Sends `message`, any JSON value, to every other replica that is connected now. */
  notify(message: unknown): void {
    if (!this.link.connected) return;
    const text = JSON.stringify({ from: this.self, message });
    this.link.connection?.publish(peersSubject(this.link.service), text);
  }

  /** Calls `listener` with the messages of the other replicas. They are untrusted input. */
  subscribe(listener: Listener): void {
    this.listeners.add(listener);
  }

  onApplicationShutdown(): void {
    this.removeLinkListener();
    if (this.link.connected) this.subscription?.unsubscribe();
  }

  private onConnected(): void {
    const subject = peersSubject(this.link.service);
    this.subscription ??= this.link.connection!.subscribe(subject, {
      callback: (error, message) => (error ? this.refused(subject, error) : this.receive(message)),
    });
  }

  /** The server has closed the subscription. The next connect tries again. */
  private refused(subject: string, error: NatsError): void {
    this.subscription = null;
    logRefused(this.logger, subject, error);
  }

  private receive(received: Msg): void {
    try {
      const { from, message } = received.json<{ from?: string; message?: unknown }>();
      if (from === this.self || from === undefined) return;
      for (const listener of this.listeners) listener(message);
    } catch (error) {
      this.logger.warn(`Failed to read a message of another replica: ${(error as Error).message}`);
    }
  }
}
