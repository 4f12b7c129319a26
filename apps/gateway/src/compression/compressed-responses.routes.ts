import { type Readable, Stream, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { acceptedEncoding, type Encoding, MIN_COMPRESSED_BYTES, onAnswered } from '@plaudit/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCompressible } from './compressible';

/** Any more responses are sent as they are, so that compressing never takes the processor from requests. */
const MAX_AT_ONCE = 32;
/** Of 29 KB of reviews, this leaves 11 % in 0.2 ms; level 5 leaves 1 % less in half as much time more. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };
/** Leaves 12 % in 0.4 ms. */
const GZIP_LEVEL = 5;

/** Compresses the responses of the gateway and of the services behind it for clients that ask. */
@Injectable()
export class CompressedResponsesRoutes implements OnApplicationBootstrap {
  private running = 0;

  constructor(private readonly host: HttpAdapterHost) {}

  onApplicationBootstrap(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onSend', (request, reply, payload, done) =>
      done(null, this.encode(request, reply, payload)),
    );
  }

  private encode(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const { method, headers, admitted } = request;
    if (!isLarge(payload, reply)) return payload;
    const destination = admitted?.destination ?? null;
    const header = (name: string): unknown => reply.getHeader(name);
    const hasCookie = headers.cookie !== undefined;
    if (!isCompressible({ method, status: reply.statusCode, destination, hasCookie, header })) return payload;
    addVary(reply);
    const encoding = acceptedEncoding(headers['accept-encoding']?.toString());
    if (encoding === 'identity' || this.running >= MAX_AT_ONCE) return payload;
    const compressor = this.compress(payload, encoding, reply);
    // Node does not end the body of a pipelined response whose connection ends before its turn.
    onAnswered(request.raw, reply.raw, () => compressor.destroy());
    return compressor;
  }

  private compress(payload: unknown, encoding: Encoding, reply: FastifyReply): Transform {
    // A service that sends its response in parts, such as an export, wants each part to arrive.
    const isPartwise = payload instanceof Stream && !reply.hasHeader('content-length');
    const compressor = compressorOf(encoding, isPartwise);
    this.running += 1;
    compressor.once('close', () => (this.running -= 1));
    reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
    if (payload instanceof Stream) feed(payload as Readable, compressor, reply);
    else compressor.end(payload);
    return compressor;
  }
}

/** Passes the source on. If it fails, the connection ends, so that half a response never looks complete. */
function feed(source: Readable, compressor: Transform, { raw }: FastifyReply): void {
  source.once('error', () => raw.destroy());
  compressor.once('close', () => source.destroy());
  source.pipe(compressor);
}

function compressorOf(encoding: Encoding, isPartwise: boolean): Transform {
  if (encoding === 'br')
    return createBrotliCompress({
      params: BROTLI,
      flush: isPartwise ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_PROCESS,
    });
  return createGzip({ level: GZIP_LEVEL, flush: isPartwise ? constants.Z_SYNC_FLUSH : constants.Z_NO_FLUSH });
}

/** A stream without a Content-Length counts as large. */
function isLarge(payload: unknown, reply: FastifyReply): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload))
    return Buffer.byteLength(payload) >= MIN_COMPRESSED_BYTES;
  if (!(payload instanceof Stream)) return false;
  const length = reply.getHeader('content-length');
  return length === undefined || Number(length) >= MIN_COMPRESSED_BYTES;
}

function addVary(reply: FastifyReply): void {
  const names = String(reply.getHeader('vary') ?? '')
    .split(',')
    .flatMap((name) => name.trim() || []);
  if (names.some((name) => /^(\*|accept-encoding)$/i.test(name))) return;
  reply.header('Vary', [...names, 'Accept-Encoding'].join(', '));
}
