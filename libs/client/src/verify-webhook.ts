import type { webhooks } from './generated/api';

/** A delivery as your server received it. */
export interface WebhookDelivery {
  /** The value of the X-Service-Signature header. */
  signature: string | null | undefined;
  /** The exact bytes of the body. A body that was parsed and serialised again does not match its signature. */
  body: Uint8Array | string;
  /** The secret of the webhook, `whsec_…`. During a rotation, pass the old and the new one. */
  secret: string | readonly string[];
  /** The maximum difference between the time of the signature and `now`, in seconds. Default 300. */
  tolerance?: number;
  /** The current time in Unix seconds. Defaults to the clock of this machine. */
  now?: number;
}

/** The body of a delivery of each event, by the name of the event. */
type Bodies = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'];
};

/**
 * The body of a delivery: `WebhookEvent<'review.created'>`. Without a name it is any event, and `event` tells which one its
 * `data` belongs to.
 */
export type WebhookEvent<Name extends keyof Bodies = keyof Bodies> = Bodies[Name];

/** The delivery was not signed with this secret, or its signature is too old. Do not process it. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

const TIMESTAMP = /^\d{1,12}$/;
const HEX_SHA256 = /^[0-9a-f]{64}$/;

/**
 * Verifies the signature of a delivery and returns its event. Throws {@link WebhookSignatureError} if the signature is
 * not valid, and TypeError if the secret is missing or the body is neither bytes nor text.
 */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const { body } = delivery;
  await assertSigned(delivery);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return JSON.parse(text) as WebhookEvent;
}

/** Verifies the signature of a delivery without parsing its body. Throws as {@link verifyWebhook} does. */
export async function assertSigned(delivery: WebhookDelivery): Promise<void> {
  assertUsable(delivery);
  const { tolerance = 300, now = Math.floor(Date.now() / 1000), body } = delivery;
  const { timestamp, signatures } = readHeader(delivery.signature ?? '');
  if (!(Math.abs(now - timestamp) <= tolerance)) {
    throw new WebhookSignatureError(
      `The signature has the timestamp ${timestamp}, more than ${tolerance} s from now.`,
    );
  }
  const bytes = bytesOf(timestamp, typeof body === 'string' ? new TextEncoder().encode(body) : body);
  if (!(await isSignedWithAny([delivery.secret].flat(), signatures, bytes))) {
    throw new WebhookSignatureError('No signature matches the body and the secret.');
  }
}

/** Checks what the caller passes. No sender can cause these errors. */
function assertUsable({ body, secret }: WebhookDelivery): void {
  const secrets: readonly unknown[] = [secret].flat();
  if (secrets.length === 0 || secrets.some((each) => typeof each !== 'string' || each === '')) {
    throw new TypeError('secret must be the whsec_… of the webhook, but it is missing or empty.');
  }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('body must be the bytes of the request; read them before a body parser does.');
  }
}

function readHeader(header: string): { timestamp: number; signatures: string[] } {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const valuesOf = (name: string): string[] =>
    parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [time = '', ...more] = valuesOf('t');
  if (more.length > 0 || !TIMESTAMP.test(time)) {
    throw new WebhookSignatureError('X-Service-Signature must contain exactly one t, in Unix seconds.');
  }
  return { timestamp: Number(time), signatures: valuesOf('v1').filter((value) => HEX_SHA256.test(value)) };
}

function bytesOf(timestamp: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${timestamp}.`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/** Uses WebCrypto, because its verify compares in constant time and is available outside Node. */
async function isSignedWithAny(
  secrets: readonly string[],
  signatures: readonly string[],
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { subtle } = globalThis.crypto;
  let isSigned = false;
  for (const secret of secrets) {
    const raw = new TextEncoder().encode(secret);
    const key = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures) {
      const given = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
      isSigned = (await subtle.verify('HMAC', key, given, bytes)) || isSigned;
    }
  }
  return isSigned;
}
