import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  asPayload,
  isReadable,
  type NoticeDefinition,
  noticesSubject,
  noticeSubject,
  tenantOfNotice,
} from '@plaudit/contracts';
import type { Msg, Subscription } from 'nats';
import { logRefused } from '../connection/refused-subscription';
import { NatsLink } from '../connection/nats-link';

/** Whom a notice concerns. The sub account is 0 for what belongs to the whole account. */
export interface NoticeTenant {
  accountId: number;
  subAccountId: number;
}

type NoticeListener = (tenant: NoticeTenant, notice: object) => void;

interface Heard {
  definition: NoticeDefinition;
  listener: NoticeListener;
  subscription: Subscription | null;
}

/** A notice of one object that was sent less than a second ago, and what to send next. */
interface Recent {
  sentAt: number;
  next: (() => void) | null;
}

const INTERVAL_MS = 1_000;
const TICK_MS = 200;
/** Objects that may have a notice within one second. Any more are not told about. */
const MAX_RECENT = 10_000;

/**
 * Sends and receives notices over core NATS. Of each object, one notice a second leaves this replica: the first one at once, and
 * after a second the newest of those that came meanwhile.
 */
@Injectable()
export class NoticeNotifier implements OnApplicationShutdown {
  private readonly logger = new Logger(NoticeNotifier.name);
  private readonly heard: Heard[] = [];
  private readonly recent = new Map<string, Recent>();
  private readonly removeLinkListener: () => void;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly link: NatsLink) {
    this.removeLinkListener = link.onChange((connected) => {
      if (connected) for (const one of this.heard) this.listen(one);
    });
  }

  /** Sends a notice about the object with this id. It is lost while NATS is down. */
  send<P extends object>(definition: NoticeDefinition<P>, tenant: NoticeTenant, id: number, notice: P): void {
    if (!this.link.connected) return;
    const key = `${definition.name} ${id}`;
    const publish = (): void => this.publish(definition, tenant, notice);
    const recent = this.recent.get(key);
    if (recent) {
      recent.next = publish;
      return;
    }
    if (this.recent.size >= MAX_RECENT) return;
    this.recent.set(key, { sentAt: performance.now(), next: null });
    publish();
    this.timer ??= setInterval(() => this.sendDue(), TICK_MS).unref();
  }

  /** Calls `listener` with the notices of every tenant, also with those of this replica. */
  listenTo<P extends object>(
    definition: NoticeDefinition<P>,
    listener: (tenant: NoticeTenant, notice: P) => void,
  ): void {
    const one: Heard = { definition, listener: listener as NoticeListener, subscription: null };
    this.heard.push(one);
    if (this.link.connected) this.listen(one);
  }

  onApplicationShutdown(): void {
    this.removeLinkListener();
    if (this.timer) clearInterval(this.timer);
    if (this.link.connected) for (const { subscription } of this.heard) subscription?.unsubscribe();
  }

  private sendDue(): void {
    const now = performance.now();
    for (const [key, recent] of this.recent) {
      if (now - recent.sentAt < INTERVAL_MS) continue;
      if (!recent.next) {
        this.recent.delete(key);
        continue;
      }
      recent.next();
      recent.next = null;
      recent.sentAt = now;
    }
    if (this.recent.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private publish(definition: NoticeDefinition, tenant: NoticeTenant, notice: object): void {
    if (!this.link.connected) return;
    this.link.connection?.publish(noticeSubject(definition, tenant), JSON.stringify(notice));
  }

  private listen(one: Heard): void {
    const subject = noticesSubject(one.definition);
    one.subscription ??= this.link.connection!.subscribe(subject, {
      callback: (error, message) => {
        if (!error) return this.receive(one, message);
        // The server has closed the subscription. The next connect tries again.
        one.subscription = null;
        logRefused(this.logger, subject, error);
      },
    });
  }

  private receive({ definition, listener }: Heard, message: Msg): void {
    const tenant = tenantOfNotice(message.subject);
    try {
      const data = message.json<unknown>();
      if (!tenant || typeof data !== 'object' || data === null) throw new Error('it is not a notice');
      const notice = asPayload(definition.payload, data);
      if (!isReadable(notice, null)) throw new Error('a field is missing or invalid');
      listener(tenant, notice);
    } catch (error) {
      this.logger.warn(`Failed to read ${message.subject}: ${(error as Error).message}`);
    }
  }
}
