import { Logger } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import type { DeadLetterWriter } from '../dead-letters/dead-letter-writer';
import { checkPayload } from '../envelope/read-event';
import { causedBy, eventContext, type RunInContext } from '../event-context';
import type { Delivery } from './delivery';
import { PermanentError } from './permanent-error';
import { type RetryPolicy, retryDelay } from './retry-policy';

/** What became of the deliveries of a durable since the start. */
export interface ConsumerCounters {
  handled: number;
  /** Kinds without a handler here, and dead letters redelivered to others. */
  ignored: number;
  retried: number;
  deadLettered: number;
}

/** A delivery and what is in it: an event, or the reason why it is none. */
export interface Incoming {
  delivery: Delivery;
  event: DomainEvent | null;
  problem: string | null;
}

/** Runs every handler of the event; undefined when there is none for its kind. */
type FindHandler = (event: DomainEvent) => ((event: DomainEvent) => Promise<void>) | undefined;

interface DeliveryHandlerOptions {
  findHandler: FindHandler;
  deadLetters: DeadLetterWriter;
  retries: RetryPolicy;
  runInContext: RunInContext;
}

const REMEMBERED_ERRORS = 1_000;
const DEAD_LETTER_RETRY_MS = 1_000;

/** The one place that decides between ack, retry and dead letter. Handlers only throw. */
export class DeliveryHandler {
  readonly counters: ConsumerCounters = { handled: 0, ignored: 0, retried: 0, deadLettered: 0 };
  private readonly logger = new Logger(DeliveryHandler.name);
  /** By stream sequence: a message that is given up should say what last went wrong with it. */
  private readonly lastErrors = new Map<number, string>();

  constructor(private readonly options: DeliveryHandlerOptions) {}

  /** Never rejects. */
  async handle({ delivery, event, problem }: Incoming): Promise<void> {
    if (delivery.onlyFor !== null && delivery.onlyFor !== delivery.durable) return this.ignore(delivery);
    // Before the handler runs: it may be the handler that takes the process down each time.
    if (delivery.count > this.options.retries.maxDeliveries) return this.giveUp(delivery);
    if (!event) return this.bury(delivery, problem ?? 'unknown envelope');
    const handler = this.options.findHandler(event);
    if (!handler) return this.ignore(delivery);
    try {
      checkPayload(event);
      await eventContext.run(causedBy(event), () => this.options.runInContext(event, () => handler(event)));
    } catch (error) {
      return this.failed(delivery, event, error);
    }
    this.lastErrors.delete(delivery.sequence);
    this.counters.handled += 1;
    delivery.ack();
  }

  private ignore(delivery: Delivery): void {
    this.counters.ignored += 1;
    delivery.ack();
  }

  private async failed(delivery: Delivery, event: DomainEvent, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof PermanentError) return this.bury(delivery, message);
    const delay = retryDelay(this.options.retries, delivery.count);
    this.remember(delivery.sequence, message);
    this.counters.retried += 1;
    this.logger.warn(
      `${event.type} ${event.id} failed on delivery ${delivery.count}, again in ${delay} ms: ${message}`,
    );
    delivery.nak(delay);
  }

  private giveUp(delivery: Delivery): Promise<void> {
    const last = this.lastErrors.get(delivery.sequence);
    const tries = `delivered more than ${this.options.retries.maxDeliveries} times`;
    return this.bury(delivery, last ? `${tries}; last error: ${last}` : tries);
  }

  /** Copies the message to the dead letters, and only then lets go of it. */
  private async bury(delivery: Delivery, reason: string): Promise<void> {
    try {
      await this.options.deadLetters.write(delivery, reason);
    } catch (error) {
      this.logger.error(`no dead letter could be written: ${(error as Error).message}`);
      delivery.nak(DEAD_LETTER_RETRY_MS);
      return;
    }
    this.lastErrors.delete(delivery.sequence);
    this.counters.deadLettered += 1;
    this.logger.error(
      `dead letter of ${delivery.durable}: ${delivery.subject} ${delivery.sequence}: ${reason}`,
    );
    delivery.term();
  }

  private remember(sequence: number, message: string): void {
    const [oldest] = this.lastErrors.keys();
    if (oldest !== undefined && this.lastErrors.size >= REMEMBERED_ERRORS) this.lastErrors.delete(oldest);
    this.lastErrors.set(sequence, message);
  }
}
