import { Logger } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import type { DeadLetterWriter } from '../dead-letters/dead-letter-writer';
import { checkPayload } from '../envelope/read-event';
import { causedBy, eventContext, type RunInContext } from '../event-context';
import type { Delivery } from './delivery';
import { PermanentError, retryDelay, type RetryPolicy } from './retry-policy';

/** Deliveries of a durable since the process started, by result. */
export interface ConsumerCounters {
  handled: number;
  /** Events without a handler in this service. */
  ignored: number;
  retried: number;
  deadLettered: number;
}

/** A delivery with its event. If the message contains no valid event, `problem` is the reason. */
export interface Incoming {
  delivery: Delivery;
  event: DomainEvent | null;
  problem: string | null;
}

/** Returns a function that runs all handlers of the event, or undefined if there are none. */
type FindHandler = (event: DomainEvent) => ((event: DomainEvent) => Promise<void>) | undefined;

interface DeliveryHandlerOptions {
  findHandler: FindHandler;
  deadLetters: DeadLetterWriter;
  retries: RetryPolicy;
  runInContext: RunInContext;
}

const MAX_REMEMBERED_ERRORS = 1_000;
const DEAD_LETTER_RETRY_MS = 1_000;

/** Decides between ack, retry and dead letter. Handlers only throw. */
export class DeliveryHandler {
  readonly counters: ConsumerCounters = { handled: 0, ignored: 0, retried: 0, deadLettered: 0 };
  private readonly logger = new Logger(DeliveryHandler.name);
  /** The last error by stream sequence, for the reason of the dead letter. */
  private readonly lastErrors = new Map<number, string>();

  constructor(private readonly options: DeliveryHandlerOptions) {}

  /** Never rejects. */
  async handle({ delivery, event, problem }: Incoming): Promise<void> {
    // This check comes before the handler runs, because the handler may be what crashes the process each time.
    if (delivery.count > this.options.retries.maxDeliveries) return this.giveUp(delivery);
    if (!event) return this.deadLetter(delivery, problem ?? 'invalid envelope');
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
    if (error instanceof PermanentError) return this.deadLetter(delivery, message);
    const delay = retryDelay(this.options.retries, delivery.count);
    this.remember(delivery.sequence, message);
    this.counters.retried += 1;
    this.logger.warn(
      `Failed to handle ${event.type} ${event.id} on delivery ${delivery.count}; retrying in ${delay} ms: ${message}`,
    );
    delivery.nak(delay);
  }

  private giveUp(delivery: Delivery): Promise<void> {
    const lastError = this.lastErrors.get(delivery.sequence);
    const deliveries = `delivered more than ${this.options.retries.maxDeliveries} times`;
    return this.deadLetter(delivery, lastError ? `${deliveries}; last error: ${lastError}` : deliveries);
  }

  /** Copies the message to the dead letters. Terminates the delivery only after the copy is stored. */
  private async deadLetter(delivery: Delivery, reason: string): Promise<void> {
    try {
      await this.options.deadLetters.write(delivery, reason);
    } catch (error) {
      this.logger.error(`Failed to write a dead letter of ${delivery.durable}: ${(error as Error).message}`);
      delivery.nak(DEAD_LETTER_RETRY_MS);
      return;
    }
    this.lastErrors.delete(delivery.sequence);
    this.counters.deadLettered += 1;
    this.logger.error(
      `Moved ${delivery.subject} ${delivery.sequence} of ${delivery.durable} to the dead letters: ${reason}`,
    );
    delivery.term();
  }

  private remember(sequence: number, message: string): void {
    const [oldest] = this.lastErrors.keys();
    if (oldest !== undefined && this.lastErrors.size >= MAX_REMEMBERED_ERRORS) this.lastErrors.delete(oldest);
    this.lastErrors.set(sequence, message);
  }
}
