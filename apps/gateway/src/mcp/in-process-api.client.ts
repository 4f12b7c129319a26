import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiError, ownValue } from '@plaudit/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiRequest } from './tool-request';
import type { ApiResponse } from './tool-result';

/** More than any model reads. A response is copied several times before it becomes a result. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Response headers that say how many requests the key has left. */
const LIMIT_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];

/** The caller of the API, and the limit headers of its requests. */
export interface ApiCaller {
  /** Headers of the caller that identify it and its address. The API checks them again. */
  headers: Readonly<Record<string, string>>;
  /** The peer's address. */
  address: string;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  /** The challenge of the API's response, if an access token lacks a scope. */
  challenge: string | null;
  /** Limit headers of the API's response, to be repeated in the response to the caller. */
  limits: Record<string, string>;
}

/**
 * Sends requests to the API of this same gateway without a socket. Key, throttle, routes and circuit breakers apply as
 * they do to every other request.
 */
@Injectable()
export class InProcessApiClient {
  constructor(private readonly host: HttpAdapterHost) {}

  /**
   * Returns the response, also that of an error. Throws 413 `payload_too_large` for a response above 1 MiB, and 503
   * `upstream_unavailable` for one that is incomplete or not JSON.
   */
  async send({ method, path, query, headers, body }: ApiRequest, caller: ApiCaller): Promise<ApiResponse> {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const response = await fastify.inject({
      method,
      url: query ? `${path}?${query}` : path,
      headers: {
        // inject() names itself as the agent of a caller that names none.
        'user-agent': undefined,
        ...caller.headers,
        ...headers,
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { payload: body }),
      remoteAddress: caller.address,
      signal: caller.signal,
      payloadAsStream: true,
    });
    for (const name of LIMIT_HEADERS) {
      const value = ownValue(response.headers, name);
      if (value !== undefined) caller.limits[name] = String(value);
    }
    const { 'www-authenticate': challenge } = response.headers;
    caller.challenge = challenge === undefined ? null : String(challenge);
    return { status: response.statusCode, body: parse(await read(response.stream())) };
  }
}

/** Returns true for a request of {@link InProcessApiClient}. Every other request comes from Node's HTTP server. */
export function isInProcess({ raw }: FastifyRequest): boolean {
  return !(raw instanceof IncomingMessage);
}

async function read(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_RESPONSE_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw unreadable();
  }
  if (bytes <= MAX_RESPONSE_BYTES) return Buffer.concat(chunks).toString('utf8');
  throw new ApiError(
    'payload_too_large',
    'The response is larger than 1 MiB; request less, for instance with a smaller limit.',
  );
}

/** Every response of the API is JSON. Any other comes from a proxy between the gateway and a service. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadable();
  }
}

function unreadable(): ApiError {
  return new ApiError(
    'upstream_unavailable',
    'The response of the API could not be read; try again shortly.',
  );
}
