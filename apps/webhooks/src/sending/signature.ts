import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** What is signed: the stored bytes of one event, at the time of one attempt. */
interface Signable {
  eventId: string;
  /** Unix seconds of this attempt. */
  timestamp: number;
  body: Buffer;
}

/**
 * `X-Service-Signature`: `t=…,v1=…`, one v1 per live secret, the newest first. The key is the whole secret as the
 * customer sees it, prefix included.
 */
export function serviceSignature(secrets: readonly string[], { timestamp, body }: Signable): string {
  const signatures = secrets.map((secret) => `v1=${hexSignature(secret, timestamp, body)}`);
  return [`t=${timestamp}`, ...signatures].join(',');
}

/**
 * `webhook-signature` of Standard Webhooks: the same secret, decoded, over id, time and body. Lets customers verify
 * with any library of that family.
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

/** Both signature families; sent on every attempt. */
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
