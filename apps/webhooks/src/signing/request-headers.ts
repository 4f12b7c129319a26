export const USER_AGENT = 'Service-Webhooks/1.0';

/** What the headers say about one attempt. */
interface Attempt {
  eventId: string;
  event: string;
  deliveryId: string;
  /** The number of the attempt, starting at 1. */
  number: number;
}

/** Returns the headers of one attempt, besides those that describe the HTTP message or the trace. */
export function requestHeaders(
  { eventId, event, deliveryId, number }: Attempt,
  signatures: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    ...signatures,
    'X-Service-Event': event,
    'X-Service-Event-Id': eventId,
    'X-Service-Delivery-Id': deliveryId,
    'X-Service-Attempt': String(number),
  };
}

/** Returns the signature headers of an attempt for its log, in which `…` stands for each signature. */
export function maskedSignatures(eventId: string, startedOn: Date): Record<string, string> {
  const timestamp = unixSeconds(startedOn);
  return {
    'X-Service-Signature': `t=${timestamp},v1=…`,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': 'v1,…',
  };
}

/** Returns the time that a signature covers. */
export function unixSeconds(startedOn: Date): number {
  return Math.floor(startedOn.getTime() / 1_000);
}
