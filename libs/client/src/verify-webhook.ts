/** A delivery as it was sent. */
export interface WebhookDelivery {
  /** The header X-Service-Signature. */
  signature: string | null | undefined;
  /** The body as it arrived, byte for byte: not parsed and written again. */
  body: Uint8Array | string;
  /** The webhook's `whsec_…`; during a rotation the old and the new one. */
  secret: string | readonly string[];
  /** How far the time of the signature may be off, either way, in seconds. Default 300. */
  tolerance?: number;
  /** Unix seconds. Default: the clock. */
  now?: number;
}

export interface WebhookEnvelope<Data = Record<string, unknown>> {
  /** `evt_…`; the same on every retry. */
  id: string;
  /** For example `review.created`. */
  event: string;
  /** ISO 8601, UTC. */
  occurred_on: string;
  data: Data;
  /** Only on test deliveries. */
  test?: true;
}

/** The delivery is not what a webhook with this secret sent just now; do not act on it. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

const TIMESTAMP = /^\d{1,12}$/;
const HEX_SHA256 = /^[0-9a-f]{64}$/;

/**
 * The event of a delivery whose signature holds; throws {@link WebhookSignatureError} otherwise, and a TypeError when it
 * was not given what it needs.
 */
export async function verifyWebhook<Data = Record<string, unknown>>(
  delivery: WebhookDelivery,
): Promise<WebhookEnvelope<Data>> {
  const { body } = delivery;
  await assertSigned(delivery);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return JSON.parse(text) as WebhookEnvelope<Data>;
}

/** The part of it that does not read the body. */
export async function assertSigned(delivery: WebhookDelivery): Promise<void> {
  assertUsable(delivery);
  const { tolerance = 300, now = Math.floor(Date.now() / 1000), body } = delivery;
  const { timestamp, signatures } = readHeader(delivery.signature ?? '');
  if (!(Math.abs(now - timestamp) <= tolerance)) {
    throw new WebhookSignatureError(`The signature is of ${timestamp}, more than ${tolerance} s from now.`);
  }
  const bytes = bytesOf(timestamp, typeof body === 'string' ? new TextEncoder().encode(body) : body);
  if (!(await isSignedWithAny([delivery.secret].flat(), signatures, bytes))) {
    throw new WebhookSignatureError('No signature matches the body and the secret.');
  }
}

/** Mistakes of the receiver itself, which no sender can make. */
function assertUsable({ body, secret }: WebhookDelivery): void {
  const secrets: readonly unknown[] = [secret].flat();
  if (secrets.length === 0 || secrets.some((each) => typeof each !== 'string' || each === '')) {
    throw new TypeError('secret must be the whsec_… of the webhook; it is empty.');
  }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('body must be the bytes as they arrived; read them before anything parses them.');
  }
}

function readHeader(header: string): { timestamp: number; signatures: string[] } {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const valuesOf = (name: string): string[] =>
    parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [time = '', ...more] = valuesOf('t');
  if (more.length > 0 || !TIMESTAMP.test(time)) {
    throw new WebhookSignatureError('X-Service-Signature must have one t, in Unix seconds.');
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

/** WebCrypto's verify compares in constant time, and works where there is no node:crypto. */
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
