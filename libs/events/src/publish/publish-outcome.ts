import type { Msg } from 'nats';

export interface OutgoingMessage {
  /** Sent as `Nats-Msg-Id`. The stream stores an id once within its duplicate window. */
  id: string;
  subject: string;
  payload: string | Uint8Array;
  /** Messages with the same key are stored in their order, even if one of them fails. */
  key?: string;
  headers?: Readonly<Record<string, string>>;
}

/**
 * The reason why a message was not stored:
 *
 * - `stream_full`: the stream has reached its limits, and the outbox has to wait
 * - `no_stream`: no stream has this subject, or JetStream is disabled
 * - `rejected`: the stream refused the message for another reason
 * - `timeout`, `disconnected`: it is unknown whether the message was stored
 * - `payload_limit`: the server cannot take the largest event, so nothing is sent to it
 * - `not_sent`: a message before it failed
 */
export type PublishFailure =
  'stream_full' | 'no_stream' | 'rejected' | 'timeout' | 'disconnected' | 'payload_limit' | 'not_sent';

export type PublishOutcome =
  | { stored: true; duplicate: boolean; sequence: number }
  | { stored: false; reason: PublishFailure; message: string; tooLarge?: boolean };

interface PubAck {
  stream?: string;
  seq?: number;
  duplicate?: boolean;
  error?: { code: number; err_code?: number; description: string };
}

/** JSStreamStoreFailed: "maximum bytes exceeded", "maximum messages exceeded". */
const STREAM_STORE_FAILED = 10077;
/** JSStreamMessageExceedsMaximum: "message size exceeds maximum allowed". */
const MESSAGE_TOO_LARGE = 10054;

export function failed(reason: PublishFailure, message: string): PublishOutcome {
  return { stored: false, reason, message };
}

/** Returns the outcome of a message that would be stored if it were smaller. */
export function tooLarge(message: string): PublishOutcome {
  return { stored: false, reason: 'rejected', message, tooLarge: true };
}

/** Returns how many messages are stored before the first one that is not. */
export function storedBeforeFailure(outcomes: readonly PublishOutcome[]): number {
  const failure = outcomes.findIndex(({ stored }) => !stored);
  return failure === -1 ? outcomes.length : failure;
}

/** Reads the response of the stream to one message. */
export function readAck(reply: Msg): PublishOutcome {
  if (reply.data.length === 0 && reply.headers?.code === 503) {
    return failed('no_stream', 'no stream has this subject');
  }
  const ack = parseAck(reply);
  if (!ack) return failed('rejected', 'the response is not a publish acknowledgement');
  if (ack.error) {
    const { description, err_code: code } = ack.error;
    if (code === MESSAGE_TOO_LARGE) return tooLarge(`${description} (${code})`);
    return failed(code === STREAM_STORE_FAILED ? 'stream_full' : 'rejected', `${description} (${code})`);
  }
  if (!ack.stream || ack.seq === undefined) return failed('rejected', 'the response names no stream');
  return { stored: true, duplicate: ack.duplicate === true, sequence: ack.seq };
}

function parseAck(reply: Msg): PubAck | null {
  try {
    return JSON.parse(Buffer.from(reply.data).toString('utf8')) as PubAck;
  } catch {
    return null;
  }
}
