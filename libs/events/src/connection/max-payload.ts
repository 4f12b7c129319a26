import { MAX_EVENT_BYTES } from '@plaudit/contracts';
import type { NatsConnection } from 'nats';

/** Ids, the trace, and the reason of a dead letter. They count as payload. */
const HEADER_BYTES = 4 * 1024;
const NEEDED_BYTES = MAX_EVENT_BYTES + HEADER_BYTES;

/** Returns why the server of the connection cannot take the largest event, or null. The server sends its limit on connect. */
export function payloadProblem(nats: NatsConnection): string | null {
  const limit = nats.info?.max_payload ?? Infinity;
  if (limit >= NEEDED_BYTES) return null;
  return `NATS has a max_payload of ${limit} bytes, but an event needs up to ${NEEDED_BYTES}. Set max_payload to ${NEEDED_BYTES} or more in the configuration of the server.`;
}
