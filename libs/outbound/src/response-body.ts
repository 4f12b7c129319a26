import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { OutboundError, sentenceFor, toOutboundError } from './outbound-error';

/** Whether a body that is larger or slower than allowed fails the request or is cut. */
export type Overflow = 'error' | 'truncate';

interface BodyLimits {
  maxBytes: number;
  /** The limit from the headers to the last byte. Slow single bytes do not extend it. */
  timeoutMs: number;
  overflow: Overflow;
}

interface ReadBody {
  bytes: Buffer;
  truncated: boolean;
}

type BodyStream = Dispatcher.ResponseData['body'];

/** Reads at most `maxBytes` within `timeoutMs`. Then it closes the connection instead of draining the rest. */
export async function readBody(body: BodyStream, limits: BodyLimits): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  let late = false;
  // Destroying a stream during a read emits an error here that nobody else handles.
  body.on('error', () => undefined);
  const timer = setTimeout(() => {
    late = true;
    body.destroy();
  }, limits.timeoutMs);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limits.maxBytes) break;
    }
  } catch (error) {
    if (!late && limits.overflow === 'error') throw toOutboundError(error);
    return cutOff(chunks, limits, late);
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  if (size > limits.maxBytes || late) return cutOff(chunks, limits, late);
  return { bytes: Buffer.concat(chunks), truncated: false };
}

function cutOff(chunks: readonly Buffer[], limits: BodyLimits, late: boolean): ReadBody {
  if (limits.overflow === 'error') {
    throw late
      ? new OutboundError('timeout', `The response did not end within ${limits.timeoutMs} ms.`)
      : tooLarge(limits.maxBytes);
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limits.maxBytes), truncated: true };
}

type Decode = (bytes: Buffer, maxOutputLength: number) => Promise<Buffer>;

const gunzipped: Decode = (bytes, maxOutputLength) => promisify(gunzip)(bytes, { maxOutputLength });

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['identity', (bytes) => Promise.resolve(bytes)],
  ['gzip', gunzipped],
  ['x-gzip', gunzipped],
  ['br', (bytes, maxOutputLength) => promisify(brotliDecompress)(bytes, { maxOutputLength })],
  // Servers that say deflate send either zlib or the raw stream.
  [
    'deflate',
    (bytes, maxOutputLength) => promisify(isZlib(bytes) ? inflate : inflateRaw)(bytes, { maxOutputLength }),
  ],
]);

/** The Accept-Encoding that {@link decompress} supports. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Decodes one content encoding. Throws `too_large` if the result exceeds `maxBytes`. */
export async function decompress(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  const decode = DECODERS.get(encoding.trim().toLowerCase());
  if (!decode) throw new OutboundError('response_malformed', 'The response has an unknown content encoding.');
  try {
    return await decode(bytes, maxBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new OutboundError('response_malformed', 'The compressed response is damaged.', error);
  }
}

function isZlib(bytes: Buffer): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8;
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError(
    'too_large',
    `${sentenceFor('too_large').slice(0, -1)}: more than ${maxBytes} bytes.`,
  );
}
