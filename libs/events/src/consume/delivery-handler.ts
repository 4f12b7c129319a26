import { Logger } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import { type DeadLetterWriter, messageOf } from '../dead-letters/dead-letter-writer';
import type { ParkedEvents, ParkedState } from '../parked/parked-events';
import type { ConsumerCounters } from './consumer-counters';
import type { DatabaseOutage } from './database-outage';
import type { Delivery } from './delivery';
import { type EventHandlers, kindOf } from './event-handlers';
import { processGate } from './process-gate';
import { PermanentError, retryDelay, type RetryPolicy } from './retry-policy';

/** A delivery with its event. If the message contains no valid event, `problem` is the reason. */
export interface Incoming {
  delivery: Delivery;
  event: DomainEvent | null;
  problem: string | null;
}

interface DeliveryHandlerOptions {
  handlers: EventHandlers;
  parked: ParkedEvents;
  /** Called when an event was parked. */
  wakeParked: () => void;
  deadLetters: DeadLetterWriter;
  outage: DatabaseOutage;
  retries: RetryPolicy;
  counters: ConsumerCounters;
}

/** Pause before a delivery is repeated for which the table or the dead letters have no place. */
const NO_PLACE_MS = 30_000;
/** How long the events of a kind are parked at once after one of them was parked because no replica took it. */
const UNKNOWN_FOR_MS = 5 * 60_000;
/** More than any producer has kinds. */
const MAX_UNKNOWN_KINDS = 1_000;
/** More than a durable has deliveries in flight. */
const MAX_RETURNED = 10_000;

/** Decides what becomes of a delivery: ack, put back, park or dead letter. Handlers only throw. */
export class DeliveryHandler {
  private readonly logger = new Logger(DeliveryHandler.name);
  /** How often this process returned a message itself, by sequence. The server counts these deliveries too. */
  private readonly returned = new Map<number, number>();
  /** When each kind that no replica took was parked last. */
  private readonly unknownSince = new Map<string, number>();

  constructor(private readonly options: DeliveryHandlerOptions) {}

  get counters(): ConsumerCounters {
    return this.options.counters;
  }

  /** True while the database is away. No delivery can be handled then. */
  get paused(): boolean {
    return this.options.outage.active;
  }

  /** Calls `listener` when the database goes away or comes back. Returns a function that removes the listener. */
  onPauseChange(listener: () => void): () => void {
    return this.options.outage.onChange(listener);
  }

  /** Never rejects. */
  async handle({ delivery, event, problem }: Incoming): Promise<void> {
    const { handlers, retries } = this.options;
    if (!event) return this.deadLetter(delivery, problem ?? 'invalid envelope');
    if (!handlers.knows(event)) return this.putBackUnknown(delivery, event);
    if (!handlers.handles(event)) return this.ignore(delivery);
    // The handler may be what ends the process each time, so this check comes before it runs.
    const withoutResult = delivery.count - (this.returned.get(delivery.sequence) ?? 0);
    if (withoutResult > retries.suspectAfter) {
      return this.park(delivery, event, 'suspect', `delivered ${withoutResult} times without a result`);
    }
    try {
      await processGate.shared(() => handlers.run(event));
    } catch (error) {
      return this.failed(delivery, event, error);
    }
    this.counters.handled += 1;
    this.returned.delete(delivery.sequence);
    delivery.ack();
  }

  /** Returns a delivery that was not handled. It does not count as an attempt. */
  putBack(delivery: Delivery, delayMs = this.options.retries.putBackMs): void {
    remember(this.returned, delivery.sequence, (this.returned.get(delivery.sequence) ?? 0) + 1, MAX_RETURNED);
    this.counters.putBack += 1;
    delivery.nak(delayMs);
  }

  private ignore(delivery: Delivery): void {
    this.counters.ignored += 1;
    delivery.ack();
  }

  /** Returns an event of a newer build to the other replicas. If none of them takes it, the event is parked. */
  private async putBackUnknown(delivery: Delivery, event: DomainEvent): Promise<void> {
    const kind = kindOf(event);
    const since = this.unknownSince.get(kind) ?? -Infinity;
    const delay = this.options.retries.unknownDelaysMs[delivery.count - 1];
    // Events of a new kind may be many, and each that waits takes a place from the known ones behind it.
    if (delay !== undefined && Date.now() - since > UNKNOWN_FOR_MS) return this.putBack(delivery, delay);
    remember(this.unknownSince, kind, Date.now(), MAX_UNKNOWN_KINDS);
    await this.park(delivery, event, 'unknown', `this build does not know ${kind}`);
  }

  private async failed(delivery: Delivery, event: DomainEvent, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof PermanentError) return this.deadLetter(delivery, reason);
    const failure = await this.options.outage.explain(error);
    if (failure === 'interruption') return this.interrupted(delivery);
    if (failure !== null) return this.putBack(delivery);
    this.logger.warn({ message: 'Failed to handle an event', ...about(delivery, event), error: reason });
    if (this.options.retries.maxAttempts <= 1) return this.deadLetter(delivery, reason);
    await this.park(delivery, event, 'failed', reason);
  }

  /** Returns a delivery whose connection broke. It has no result: an event may break its connection each time. */
  private interrupted(delivery: Delivery): void {
    this.counters.putBack += 1;
    delivery.nak(this.options.retries.putBackMs);
  }

  /** Moves the event into the table. Acknowledges it only after it is stored there. */
  private async park(
    delivery: Delivery,
    event: DomainEvent,
    state: ParkedState,
    reason: string,
  ): Promise<void> {
    const { parked, retries, outage } = this.options;
    const attempts = state === 'failed' ? 1 : 0;
    const delayMs = state === 'failed' ? retryDelay(retries, 1) : 0;
    const limit = state === 'unknown' ? retries.maxUnknown : retries.maxParked;
    try {
      const stored = await parked.add(messageOf(delivery), event, {
        state,
        reason,
        attempts,
        delayMs,
        limit,
      });
      if (!stored) return this.pressBack(delivery, event, limit);
    } catch (error) {
      if ((await outage.explain(error)) === null) {
        const message = 'Failed to park an event';
        this.logger.error({ message, ...about(delivery, event), error: (error as Error).message });
      }
      return this.putBack(delivery);
    }
    this.counters.parked += 1;
    if (state === 'failed') this.counters.retried += 1;
    this.returned.delete(delivery.sequence);
    this.logger.warn({ message: 'Parked an event', ...about(delivery, event), state, reason });
    delivery.ack();
    this.options.wakeParked();
  }

  /** Leaves the event in NATS, because a fault that fails so many events is not theirs. */
  private pressBack(delivery: Delivery, event: DomainEvent, limit: number): void {
    const message = 'Left an event in NATS because the table of parked events is full';
    this.logger.warn({ message, ...about(delivery, event), limit });
    this.putBack(delivery, NO_PLACE_MS);
  }

  /** Copies the message to the dead letters. Terminates the delivery only after the copy is stored. */
  private async deadLetter(delivery: Delivery, reason: string): Promise<void> {
    const { subject, durable, sequence } = delivery;
    const stored = await this.options.deadLetters.store(messageOf(delivery), reason);
    if (!stored) return this.putBack(delivery, NO_PLACE_MS);
    this.counters.deadLettered += 1;
    this.returned.delete(sequence);
    this.logger.error({
      message: 'Moved an event to the dead letters',
      durable,
      subject,
      sequence,
      reason,
    });
    delivery.term();
  }
}

function about(delivery: Delivery, event: DomainEvent) {
  const { id: event_id, correlationid: request_id } = event;
  return { durable: delivery.durable, event_id, request_id, kind: kindOf(event), delivery: delivery.count };
}

/** Sets an entry as the newest one, and forgets the oldest if there are more than `limit`. */
function remember<K, V>(map: Map<K, V>, key: K, value: V, limit: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > limit) map.delete(map.keys().next().value as K);
}
