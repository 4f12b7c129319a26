import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { ApiError } from '@plaudit/contracts';

/** Largest request body of the API. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** What of a refused body is still read, so that its sender can finish and see the answer; beyond, the connection ends. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

const BODYLESS = new Set(['GET', 'HEAD', 'TRACE']);

export function bodyTooLarge(): ApiError {
  return new ApiError(
    'payload_too_large',
    'The request body is larger than 2 MiB; send it in smaller parts.',
  );
}

/** Passes a body on while counting it. Also keeps the client's socket out of the upstream's hands. */
class MeteredBody extends Transform {
  private bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_BODY_BYTES) callback(bodyTooLarge());
    else callback(null, chunk);
  }
}

/**
 * The body to pass on, or null when there is none (or the method has no use for one). Throws 413 at once for a declared
 * length above the limit; one that is not declared fails the stream when it passes the limit.
 */
export function readRequestBody(request: IncomingMessage): MeteredBody | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (Number(length ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge();
  if (BODYLESS.has(request.method ?? 'GET') || (encoding === undefined && Number(length ?? 0) === 0))
    return null;
  return request.pipe(new MeteredBody());
}

/** Reads away the rest of a body that nobody wants any more. */
export function drain(request: IncomingMessage): void {
  if (request.complete) return;
  let drained = 0;
  request.unpipe();
  request.resume();
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MAX_DRAINED_BYTES) request.destroy();
  });
}
