import { Logger } from '@nestjs/common';
import { deadLetterSubject } from '@plaudit/contracts';
import type { Delivery } from '../consume/delivery';
import type { BatchPublisher } from '../publish/batch-publisher';
import type { PublishOutcome } from '../publish/publish-outcome';

export const DEAD_LETTER_HEADERS = {
  subject: 'Plaudit-Subject',
  reason: 'Plaudit-Reason',
  deliveries: 'Plaudit-Deliveries',
  sequence: 'Plaudit-Sequence',
  messageId: 'Plaudit-Msg-Id',
  /** Bytes of the original data. Only a dead letter whose data was cut has it. */
  cutFrom: 'Plaudit-Cut-From',
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
/** What is kept of the data that the server or the stream refuses as too large. */
const CUT_BYTES = 64 * 1024;

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

/**
 * Copies failed messages into the DLQ stream, byte for byte. The headers say where each came from and why it failed. Data
 * that is too large for a dead letter is cut, and a header says so.
 */
export class DeadLetterWriter {
  private readonly logger = new Logger(DeadLetterWriter.name);
  /** The durables whose last dead letter was not stored. */
  private readonly failing = new Set<string>();

  constructor(private readonly publisher: BatchPublisher) {}

  /** Returns true when the copy is stored. The first failure of a durable is logged, and then none until a success. */
  async store(message: FailedMessage, reason: string): Promise<boolean> {
    let outcome = await this.publish(message, reason);
    if (outcome?.stored === false && outcome.tooLarge && message.data.length > CUT_BYTES) {
      outcome = await this.publish(message, reason, CUT_BYTES);
    }
    if (outcome?.stored) this.failing.delete(message.durable);
    else this.report(message, outcome);
    return outcome?.stored === true;
  }

  private async publish(
    message: FailedMessage,
    reason: string,
    cutTo?: number,
  ): Promise<PublishOutcome | undefined> {
    const [outcome] = await this.publisher.publish([
      {
        // If the term is lost and the message is delivered again, the second copy has the same id and is dropped.
        id: `${message.durable}:${message.stream}:${message.sequence}`,
        subject: deadLetterSubject(message.durable),
        payload: message.data.subarray(0, cutTo),
        headers: {
          [DEAD_LETTER_HEADERS.subject]: message.subject,
          [DEAD_LETTER_HEADERS.reason]: headerText(reason),
          [DEAD_LETTER_HEADERS.deliveries]: String(message.count),
          [DEAD_LETTER_HEADERS.sequence]: String(message.sequence),
          [DEAD_LETTER_HEADERS.messageId]: message.messageId,
          ...(cutTo === undefined ? {} : { [DEAD_LETTER_HEADERS.cutFrom]: String(message.data.length) }),
        },
      },
    ]);
    return outcome;
  }

  private report({ durable, sequence }: FailedMessage, outcome: PublishOutcome | undefined): void {
    if (this.failing.has(durable)) return;
    this.failing.add(durable);
    const error = outcome?.stored === false ? `${outcome.reason}: ${outcome.message}` : 'not published';
    this.logger.error({ message: 'Failed to write a dead letter', durable, sequence, error });
  }
}

/** Returns one line of printable ASCII. Other characters in a header would break the protocol or be refused. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_REASON_LENGTH);
}
