import { Logger } from '@nestjs/common';
import { wakeSubject } from '@plaudit/contracts';
import type { NatsError, Subscription } from 'nats';
import { logRefused } from '../connection/refused-subscription';
import type { NatsLink } from '../connection/nats-link';
import { WakeSignal } from './wake-signal';

/** Wakes the relay of the leading replica as soon as any replica of the service commits events. */
export class RelayWakeups {
  readonly signal = new WakeSignal();
  private readonly logger = new Logger(RelayWakeups.name);
  private subscription: Subscription | null = null;
  private removeLinkListener: () => void = () => {};

  constructor(
    private readonly link: NatsLink,
    private readonly isLeader: () => boolean,
  ) {}

  start(): void {
    this.removeLinkListener = this.link.onChange((connected) => {
      if (connected) this.onConnected();
    });
  }

  /** Wakes the relay of this process if it leads, and otherwise the leading replica over NATS. Never throws. */
  wake(): void {
    if (this.isLeader()) this.signal.wake();
    else if (this.link.connected) this.link.connection?.publish(wakeSubject(this.link.service));
  }

  stop(): void {
    this.removeLinkListener();
    if (!this.link.connection?.isClosed()) this.subscription?.unsubscribe();
  }

  private onConnected(): void {
    const subject = wakeSubject(this.link.service);
    this.subscription ??= this.link.connection!.subscribe(subject, {
      callback: (error) => {
        if (error) this.refused(subject, error);
        else if (this.isLeader()) this.signal.wake();
      },
    });
    // Publishing may work again, so the pause before the next attempt ends.
    this.signal.interrupt();
  }
  /** The server has closed the subscription. The next connect tries again, and until then the relay polls. */
  private refused(subject: string, error: NatsError): void {
    this.subscription = null;
    logRefused(this.logger, subject, error);
  }
}
