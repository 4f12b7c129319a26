/** Larger bodies are not sent. */
export const MAX_BODY_BYTES = 256 * 1024;

export interface Envelope {
  /** `evt_…`, the id of the domain event. */
  id: string;
  event: string;
  occurredOn: Date;
  data: object;
}

/**
 * Returns the exact bytes of a webhook's body. The keys are in the documented order; only test deliveries contain
 * `test`. The bytes are stored and sent unchanged on every retry, because a signature covers bytes.
 */
export function renderEnvelope(envelope: Envelope, test = false): Buffer {
  const body = {
    id: envelope.id,
    event: envelope.event,
    occurred_on: envelope.occurredOn.toISOString(),
    data: envelope.data,
    ...(test ? { test: true } : undefined),
  };
  return Buffer.from(JSON.stringify(body));
}
