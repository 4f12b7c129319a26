import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** One attempt to be signed. */
interface Signable {
  eventId: string;
  /** When the attempt started, in Unix seconds. */
  timestamp: number;
  /** The exact bytes that are sent. */
  body: Buffer;
}

/**
 * Returns the value of `X-Service-Signature`: `t=…,v1=…`, with one v1 per valid secret, the newest first. The HMAC key
 * is the whole secret as the customer sees it, including its prefix.
 */
export function serviceSignature(secrets: readonly string[], { timestamp, body }: Signable): string {
  const signatures = secrets.map((secret) => `v1=${hexSignature(secret, timestamp, body)}`);
  return [`t=${timestamp}`, ...signatures].join(',');
}

/**
 * Returns the value of `webhook-signature` as Standard Webhooks defines it: an HMAC of id, time and body, with the
 * decoded secret as key. Customers can verify it with any Standard Webhooks library.
 */
export function standardSignature(secrets: readonly string[], signable: Signable): string {
  const { eventId, timestamp, body } = signable;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      const mac = createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body);
      return `v1,${mac.digest('base64')}`;
    })
    .join(' ');
}

/** Returns the signature headers of one attempt: our own and those of Standard Webhooks. */
export function signatureHeaders(secrets: readonly string[], signable: Signable): Record<string, string> {
  return {
    'X-Service-Signature': serviceSignature(secrets, signable),
    'webhook-id': signable.eventId,
    'webhook-timestamp': String(signable.timestamp),
    'webhook-signature': standardSignature(secrets, signable),
  };
}

function hexSignature(secret: string, timestamp: number, body: Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}
