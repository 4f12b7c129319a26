import type { IncomingMessage } from 'node:http';
import { ApiError } from '@plaudit/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Largest request body of the API. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * How many bytes of a refused body to read and drop. A client that sends the rest within this limit sees the response;
 * the connection of any other is closed.
 */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

/**
 * Makes the routes of the scope read a request body completely before their handler runs, whatever its content type.
 * A body above 2 MiB gets 413. Node closes the connection with 408 when a body takes longer than 60 seconds.
 */
export function readCompleteBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body: Buffer, done) => done(null, body.length > 0 ? body : undefined),
  );
  scope.addHook('onError', (request, _reply, _error, done) => {
    drain(request.raw);
    done();
  });
}

/** Throws 413 for a declared length above the limit. Fastify checks it only where it reads a body, not for a GET. */
export function assertBodySize({ headers }: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) <= MAX_BODY_BYTES) return;
  throw new ApiError('payload_too_large', 'The request body is larger than 2 MiB; send it in smaller parts.');
}

function drain(request: IncomingMessage): void {
  if (request.complete) return;
  let drained = 0;
  request.resume();
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MAX_DRAINED_BYTES) request.destroy();
  });
}
