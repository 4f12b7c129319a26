/** Larger bodies are not sent; an endpoint should not have to read more. */
export const MAX_BODY_BYTES = 256 * 1024;

export interface Envelope {
  /** `evt_…`, the domain event's own id. */
  id: string;
  event: string;
  occurredOn: Date;
  data: object;
}

/**
 * The exact bytes of a webhook's body: keys in the order of the contract, `test` only on test deliveries. Rendered
 * once and stored, because a signature covers bytes, not values.
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
