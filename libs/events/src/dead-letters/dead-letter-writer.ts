import type { BatchPublisher } from '../publish/batch-publisher';
import type { Delivery } from '../consume/delivery';

export const DEAD_LETTER_HEADERS = {
  subject: 'Plaudit-Subject',
  reason: 'Plaudit-Reason',
  deliveries: 'Plaudit-Deliveries',
  sequence: 'Plaudit-Sequence',
  messageId: 'Plaudit-Msg-Id',
} as const;

const MAX_REASON = 1_000;

export function deadLetterSubject(durable: string): string {
  return `dlq.${durable}`;
}

/** Copies given-up messages into the DLQ stream, byte for byte, with what is known about them in headers. */
export class DeadLetterWriter {
  constructor(private readonly publisher: BatchPublisher) {}

  /** Resolves once the copy is stored; rejects otherwise. */
  async write(delivery: Delivery, reason: string): Promise<void> {
    const [outcome] = await this.publisher.publish([
      {
        // A second attempt, after the term was lost, makes no second letter.
        id: `${delivery.durable}:${delivery.stream}:${delivery.sequence}`,
        subject: deadLetterSubject(delivery.durable),
        payload: delivery.data,
        headers: {
          [DEAD_LETTER_HEADERS.subject]: delivery.subject,
          [DEAD_LETTER_HEADERS.reason]: headerText(reason),
          [DEAD_LETTER_HEADERS.deliveries]: String(delivery.count),
          [DEAD_LETTER_HEADERS.sequence]: String(delivery.sequence),
          [DEAD_LETTER_HEADERS.messageId]: delivery.headers?.get('Nats-Msg-Id') ?? '',
        },
      },
    ]);
    if (!outcome?.stored)
      throw new Error(outcome ? `${outcome.reason}: ${outcome.message}` : 'not published');
  }
}

/** Header values are one line of printable ASCII; anything else would break the protocol or be refused. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_REASON);
}
