import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { malformed, OutboundError, quoted, sentenceFor } from './outbound-error';

/** Whether a body that is larger or slower than allowed fails the request or is cut. */
export type Overflow = 'error' | 'truncate';

export interface ReadBody {
  bytes: Buffer;
  truncated: boolean;
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
  if (!decode) throw malformed(`The response has an unknown Content-Encoding: ${quoted(encoding)}.`);
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

export function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError(
    'too_large',
    `${sentenceFor('too_large').slice(0, -1)}: more than ${maxBytes} bytes.`,
  );
}
