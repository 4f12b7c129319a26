import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '@plaudit/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyMemory } from './body-memory';
import { onAnswered } from '../on-answered';

/** Largest request body of the API. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * How many bytes of a refused body to read and drop. A client that sends the rest within this limit sees the response;
 * the connection of any other is closed.
 */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The complete body. Use {@link bodyOf}. */
    bytes: Buffer | null;
    /** Who sent the request, for the memory that the bodies of one sender may take. Empty if it does not matter. */
    sender: string;
  }
}

interface BodyLimits {
  /** The time within which the whole body must arrive. */
  timeoutMs: number;
  memory: BodyMemory;
}

type Done = (error?: Error) => void;

/**
 * Reads the body of every request completely before it is parsed, whatever its content type. Responds 413 to a body above
 * 2 MiB, 408 to one that takes too long, and 503 while the bodies of other requests take the whole memory for bodies.
 */
export function readWholeBodies(fastify: FastifyInstance, limits: BodyLimits): void {
  fastify.decorateRequest('bytes', null);
  fastify.decorateRequest('sender', '');
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) return done();
    const refuse = (error: Error): void => {
      // The client may still send the rest of the body.
      void reply.header('Connection', 'close');
      done(error);
    };
    if (Number(length) > MAX_BODY_BYTES) return refuse(tooLarge());
    // Node reads and drops the body of a GET.
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    const finish = AsyncResource.bind((error?: Error) => (error ? refuse(error) : done()));
    read(request, reply.raw, limits, finish);
  });
  fastify.addHook('onError', (request, _reply, _error, done) => {
    drain(request.raw);
    done();
  });
}

/** Returns the body of a request, or null if it is empty. For content type parsers, which run when it has been read. */
export function bodyOf({ bytes }: FastifyRequest): Buffer | null {
  return bytes && bytes.length > 0 ? bytes : null;
}

function read(request: FastifyRequest, response: ServerResponse, limits: BodyLimits, done: Done): void {
  const { raw, sender } = request;
  const { memory, timeoutMs } = limits;
  // The client left while its key was looked up. The stream emits no more events, or its bytes would never be released.
  if (raw.destroyed || raw.socket.destroyed) return done(cutOff());
  const chunks: Buffer[] = [];
  let bytes = 0;
  const finish = (error?: Error): void => {
    clearTimeout(deadline);
    raw.off('data', onData).off('end', onEnd).off('error', onCutOff);
    if (!error) request.bytes = Buffer.concat(chunks, bytes);
    chunks.length = 0;
    done(error);
  };
  const onData = (chunk: Buffer): void => {
    if (bytes + chunk.length > MAX_BODY_BYTES) return finish(tooLarge());
    if (!memory.take(sender, chunk.length)) return finish(noMemory());
    bytes += chunk.length;
    chunks.push(chunk);
  };
  const onEnd = (): void => finish();
  const onCutOff = (): void => finish(cutOff());
  const deadline = setTimeout(() => finish(tooSlow(timeoutMs)), timeoutMs);
  raw.on('data', onData).on('end', onEnd).on('error', onCutOff);
  onAnswered(raw, response, () => memory.release(sender, bytes));
}

function tooLarge(): ApiError {
  return new ApiError(
    'payload_too_large',
    'The request body is larger than 2 MiB; send it in smaller parts.',
  );
}

function tooSlow(timeoutMs: number): ApiError {
  return new ApiError(
    'request_timeout',
    `The request body did not arrive within ${timeoutMs / 1_000} s; send it faster or in smaller parts.`,
  );
}

function noMemory(): ApiError {
  return new ApiError('overloaded', 'The server is receiving too many large requests; try again shortly.');
}

function cutOff(): ApiError {
  return new ApiError('validation_failed', 'The request body ended before it was complete; send it again.');
}

function drain(request: IncomingMessage): void {
  if (request.complete) return;
  let drained = 0;
  request.on('error', () => {});
  request.resume();
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MAX_DRAINED_BYTES) request.destroy();
  });
}
