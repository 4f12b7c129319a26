import { wakeSubject } from '@plaudit/contracts';
import type { Subscription } from 'nats';
import type { NatsLink } from '../connection/nats-link';
import { WakeSignal } from './wake-signal';

/** Wakes the relay of the leading replica as soon as any replica of the service commits events. */
export class RelayWakeups {
  readonly signal = new WakeSignal();
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
    this.subscription ??= this.link.connection!.subscribe(wakeSubject(this.link.service), {
      callback: () => {
        if (this.isLeader()) this.signal.wake();
      },
    });
    // Publishing may work again, so the pause before the next attempt ends.
    this.signal.interrupt();
  }
}
