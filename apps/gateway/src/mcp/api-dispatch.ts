import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiError } from '@plaudit/contracts';
import type { FastifyInstance } from 'fastify';
import type { ApiRequest } from './tool-request';
import type { ApiAnswer } from './tool-result';

/** More than any model reads; and an answer is copied several times on its way into a result. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Headers of the answer that tell how many calls the key has left. */
const LIMIT_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];

/** Who asks, and what is learnt beside the answer. */
export interface Asker {
  /** The credentials and the way of the call as they came, for the API to judge anew. */
  headers: Readonly<Record<string, string>>;
  /** The peer's address. */
  address: string;
  /** Aborted once whoever asked has gone. */
  signal: AbortSignal;
  /** True once the API was asked, which then charged the key. */
  hasAsked: boolean;
  /** Of the API's answer, for the headers of ours. */
  limits: Record<string, string>;
}

/**
 * Asks the API what a tool stands for, through this gateway's own front door but without a socket: key, throttle,
 * routes, breakers and the gateway's own operations are those of every other request.
 */
@Injectable()
export class ApiDispatch {
  constructor(private readonly host: HttpAdapterHost) {}

  /** Errors of the API are answers; throws 413 `payload_too_large` for one above 1 MiB and 503 for half a one. */
  async ask({ method, path, query, headers, body }: ApiRequest, asker: Asker): Promise<ApiAnswer> {
    asker.hasAsked = true;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const answer = await fastify.inject({
      method,
      url: query ? `${path}?${query}` : path,
      headers: {
        ...asker.headers,
        ...headers,
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { payload: body }),
      remoteAddress: asker.address,
      signal: asker.signal,
      payloadAsStream: true,
    });
    for (const name of LIMIT_HEADERS) {
      const value = answer.headers[name];
      if (value !== undefined) asker.limits[name] = String(value);
    }
    return { status: answer.statusCode, body: parse(await read(answer.stream())) };
  }
}

async function read(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw unreadable();
  }
  if (bytes <= MAX_ANSWER_BYTES) return Buffer.concat(chunks).toString('utf8');
  throw new ApiError(
    'payload_too_large',
    'The answer is larger than 1 MiB; ask for less, for instance with a smaller limit.',
  );
}

/** Every answer of the API is JSON; what is none comes from something between here and a service. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadable();
  }
}

function unreadable(): ApiError {
  return new ApiError('upstream_unavailable', 'The API gave no answer that can be read; try again shortly.');
}
