import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundClient, OutboundError, outboundPolicy, type OutboundReply } from '@plaudit/outbound';
import { Clock, sendTraced, Tracing } from '@plaudit/runtime';
import { APIConnectionTimeoutError, APIError, OpenAI } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { AiEnv } from '../ai.env';
import type { LlmConnection } from '../settings/provider-settings';
import { LlmFailure } from './llm-failure';
import { failureOfConnection, type ServerRefusal } from './requests/server-failure';

/** An answer of 300 words has 3 KB, and a translation of 6,000 characters 30 KB. */
const MAX_BYTES = 256 * 1024;
/** How much of an error is read to find out what the server does not understand. */
const MAX_PROBLEM = 2_000;
/** The client of OpenAI gives up later than our own limit, which says why. */
const SPARE_MS = 1_000;
const MAX_RETRY_AFTER_MS = 86_400_000;

/** The completion as the server sent it, or why it sent none. */
export type ServerAnswer = { completion: unknown } | { refusal: ServerRefusal };

/**
 * Sends one request to a server with the API of OpenAI. The package `openai` writes and reads the messages. Every byte goes through
 * our own guarded client, which checks the address and limits time and size. Nothing is repeated, and no redirect is followed.
 */
@Injectable()
export class LlmClient implements OnApplicationShutdown {
  private readonly outbound: OutboundClient;

  constructor(
    env: AiEnv,
    private readonly clock: Clock,
    private readonly tracing: Tracing,
  ) {
    this.outbound = new OutboundClient({
      ...outboundPolicy(env),
      userAgent: 'Plaudit-AI/1.0',
      maxBytes: MAX_BYTES,
      resendStale: true,
    });
  }

  /** Returns what the server answered within `withinMs`. Throws an LlmFailure if it answered nothing that can be read. */
  async send(
    connection: LlmConnection,
    body: ChatCompletionCreateParamsNonStreaming,
    withinMs: number,
  ): Promise<ServerAnswer> {
    let reply: OutboundReply | null = null;
    const client = this.clientOf(connection, withinMs, async (url, init) => {
      reply = await this.exchange(url, init, connection.apiKey, withinMs);
      return responseOf(reply);
    });
    try {
      return { completion: await client.chat.completions.create(body) };
    } catch (error) {
      if (error instanceof APIError && error.status !== undefined && reply !== null) {
        return { refusal: this.refusalOf(reply) };
      }
      throw failureOf(error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.outbound.close();
  }

  /** Every option is set, because the package reads those that are not from the environment. */
  private clientOf(
    { baseUrl, apiKey }: LlmConnection,
    withinMs: number,
    exchange: (url: string, init: RequestInit) => Promise<Response>,
  ): OpenAI {
    return new OpenAI({
      baseURL: baseUrl,
      // It wants a key. `exchange` sends none to a server without one.
      apiKey: apiKey ?? 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout: withinMs + SPARE_MS,
      fetch: (url, init) => exchange(new Request(url).url, init ?? {}),
    });
  }

  /** Sends no other header than these. The package adds the versions of Node and of the operating system. */
  private exchange(
    url: string,
    { body, signal }: RequestInit,
    apiKey: string | null,
    withinMs: number,
  ): Promise<OutboundReply> {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    };
    return sendTraced(this.tracing, { method: 'POST', url }, () =>
      this.outbound.request(url, {
        method: 'POST',
        headers,
        body: typeof body === 'string' ? body : '',
        signal: signal ?? undefined,
        headersTimeoutMs: withinMs,
        bodyTimeoutMs: withinMs,
        totalTimeoutMs: withinMs,
      }),
    );
  }

  private refusalOf(reply: OutboundReply): ServerRefusal {
    const wanted = reply.header('retry-after');
    const seconds = Number(wanted ?? Number.NaN);
    const ms = Number.isFinite(seconds)
      ? seconds * 1_000
      : Date.parse(wanted ?? '') - this.clock.now().getTime();
    return {
      status: reply.status,
      problem: reply.text().slice(0, MAX_PROBLEM),
      ...(Number.isNaN(ms) ? {} : { retryAfterMs: Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS) }),
    };
  }
}

/** Some servers send JSON under another content type. A body that is no JSON fails when it is parsed. */
function responseOf({ status, ok, body }: OutboundReply): Response {
  // Response refuses the statuses that have no body.
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : new Uint8Array(body), {
    status,
    headers: { 'content-type': ok ? 'application/json' : 'text/plain' },
  });
}

function failureOf(error: unknown): LlmFailure {
  const cause = (error as { cause?: unknown }).cause;
  if (cause instanceof OutboundError) return failureOfConnection(cause);
  if (error instanceof APIConnectionTimeoutError) {
    return new LlmFailure('timeout', 'The server did not answer in time.');
  }
  return new LlmFailure('malformed', 'The server did not answer with JSON.');
}
