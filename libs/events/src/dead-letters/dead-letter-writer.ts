import type { BatchPublisher } from '../publish/batch-publisher';
import type { Delivery } from '../consume/delivery';

export const DEAD_LETTER_HEADERS = {
  subject: 'Plaudit-Subject',
  reason: 'Plaudit-Reason',
  deliveries: 'Plaudit-Deliveries',
  sequence: 'Plaudit-Sequence',
  messageId: 'Plaudit-Msg-Id',
} as const;

const MAX_REASON_LENGTH = 1_000;

export function deadLetterSubject(durable: string): string {
  return `dlq.${durable}`;
}

/** Returns the subject under which a message was first published. A redelivered message names it in a header. */
function originalSubject({ headers, subject }: Delivery): string {
  return headers?.get(DEAD_LETTER_HEADERS.subject) || subject;
}

/** Returns the id with which a message was first published. */
function originalId({ headers }: Delivery): string {
  return headers?.get(DEAD_LETTER_HEADERS.messageId) || headers?.get('Nats-Msg-Id') || '';
}

/**
 * Copies failed messages into the DLQ stream, byte for byte. The headers say where each came from and why it failed.
 */
export class DeadLetterWriter {
  constructor(private readonly publisher: BatchPublisher) {}

  /** Resolves when the copy is stored. Rejects if it is not. */
  async write(delivery: Delivery, reason: string): Promise<void> {
    const [outcome] = await this.publisher.publish([
      {
        // If the term is lost and the message is delivered again, the second copy has the same id and is dropped.
        id: `${delivery.durable}:${delivery.stream}:${delivery.sequence}`,
        subject: deadLetterSubject(delivery.durable),
        payload: delivery.data,
        headers: {
          [DEAD_LETTER_HEADERS.subject]: originalSubject(delivery),
          [DEAD_LETTER_HEADERS.reason]: headerText(reason),
          [DEAD_LETTER_HEADERS.deliveries]: String(delivery.count),
          [DEAD_LETTER_HEADERS.sequence]: String(delivery.sequence),
          [DEAD_LETTER_HEADERS.messageId]: originalId(delivery),
        },
      },
    ]);
    if (!outcome?.stored)
      throw new Error(
        outcome ? `${outcome.reason}: ${outcome.message}` : 'the dead letter was not published',
      );
  }
}

/** Returns one line of printable ASCII. Other characters in a header would break the protocol or be refused. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_REASON_LENGTH);
}
