import type { ConsumerInfo, JetStreamManager, StreamInfo } from 'nats';

/** The state of a durable, or the reason why it cannot be consumed. */
type DurableState =
  { usable: true; consumer: ConsumerInfo } | { usable: false; missing: boolean; reason: string };

const NOT_FOUND = new Set([10014, 10059]);

/** Returns true for "consumer not found" and "stream not found". */
export function isNotFound(error: unknown): boolean {
  const code = (error as { api_error?: { err_code?: number } }).api_error?.err_code;
  return code !== undefined && NOT_FOUND.has(code);
}

/**
 * Compares a durable with its stream. A durable that is ahead receives nothing until the stream has caught up, without
 * an error. Before 2.14 the server does not repair a durable whose stream lost messages, for example in a power
 * failure.
 */
export async function checkDurable(
  jsm: JetStreamManager,
  stream: string,
  durable: string,
): Promise<DurableState> {
  try {
    const consumer = await jsm.consumers.info(stream, durable);
    const ahead = aheadOf(consumer, await jsm.streams.info(stream));
    return ahead ? { usable: false, missing: false, reason: ahead } : { usable: true, consumer };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const reason = `durable ${durable} of stream ${stream} is missing; run "npm run topology"`;
    return { usable: false, missing: true, reason };
  }
}

function aheadOf(consumer: ConsumerInfo, stream: StreamInfo): string | null {
  const reached = Math.max(consumer.ack_floor.stream_seq, consumer.delivered.stream_seq);
  const last = stream.state.last_seq;
  if (reached <= last) return null;
  return (
    `durable ${consumer.name} is ahead of stream ${stream.config.name} (at ${reached}, last message ${last}): ` +
    'the stream lost messages; run "npm run topology", then "npm run events:replay"'
  );
}
