import type { Delivery } from '../consume/delivery';
import type { BatchPublisher } from '../publish/batch-publisher';

export const DEAD_LETTER_HEADERS = {
  subject: 'Plaudit-Subject',
  reason: 'Plaudit-Reason',
  deliveries: 'Plaudit-Deliveries',
  sequence: 'Plaudit-Sequence',
  messageId: 'Plaudit-Msg-Id',
} as const;

/** A message that a durable gave up, as it was delivered or as it was parked. */
export interface FailedMessage {
  durable: string;
  stream: string;
  /** Sequence in the stream. */
  sequence: number;
  subject: string;
  data: Uint8Array;
  /** `Nats-Msg-Id`, or an empty text. */
  messageId: string;
  /** Deliveries or attempts so far. */
  count: number;
}

const MAX_REASON_LENGTH = 1_000;

/** Returns what a delivery contains. A redelivered message names its first subject and id in headers. */
export function messageOf(delivery: Delivery): FailedMessage {
  const { durable, stream, sequence, subject, data, count, headers } = delivery;
  return {
    durable,
    stream,
    sequence,
    data,
    count,
    subject: headers?.get(DEAD_LETTER_HEADERS.subject) || subject,
    messageId: headers?.get(DEAD_LETTER_HEADERS.messageId) || headers?.get('Nats-Msg-Id') || '',
  };
}

export function deadLetterSubject(durable: string): string {
  return `dlq.${durable}`;
}

/**
 * Copies failed messages into the DLQ stream, byte for byte. The headers say where each came from and why it failed.
 */
export class DeadLetterWriter {
  constructor(private readonly publisher: BatchPublisher) {}

  /** Resolves when the copy is stored. Rejects if it is not. */
  async write(message: FailedMessage, reason: string): Promise<void> {
    const [outcome] = await this.publisher.publish([
      {
        // If the term is lost and the message is delivered again, the second copy has the same id and is dropped.
        id: `${message.durable}:${message.stream}:${message.sequence}`,
        subject: deadLetterSubject(message.durable),
        payload: message.data,
        headers: {
          [DEAD_LETTER_HEADERS.subject]: message.subject,
          [DEAD_LETTER_HEADERS.reason]: headerText(reason),
          [DEAD_LETTER_HEADERS.deliveries]: String(message.count),
          [DEAD_LETTER_HEADERS.sequence]: String(message.sequence),
          [DEAD_LETTER_HEADERS.messageId]: message.messageId,
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
