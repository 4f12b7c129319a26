import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import {
  OutboundClient,
  OutboundError,
  type OutboundErrorCode,
  outboundPolicy,
  type OutboundReply,
  type RequestOwner,
} from '@plaudit/outbound';
import { sendTraced, Tracing, WorkQueue } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { AiEnv } from '../../ai.env';
import { azure } from './azure';
import { deepl } from './deepl';
import { google } from './google';
import { libretranslate } from './libretranslate';
import type { TextBatch, TranslationOutcome, TranslatorAdapter, TranslatorConnection } from './translator';

/** The translators with an API of their own. */
export const ADAPTERS = { libretranslate, deepl, google, azure } as const satisfies Record<
  string,
  TranslatorAdapter
>;
export type AdapterName = keyof typeof ADAPTERS;

/** The largest answer is that of DeepL: 120 KiB of text, which may grow, with escapes. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Nobody waits so long. Translations that arrive later than a reader waits are stored for the next one. */
const HEADERS_MS = 25_000;
const BODY_MS = 5_000;

/** Half of the requests of an account to an origin failed, of at least so many within a minute. */
const BREAKER = {
  volumeThreshold: 5,
  errorThresholdPercentage: 50,
  windowMs: 60_000,
  resetTimeoutMs: 30_000,
};

/** Requests to one origin. The texts of one account may take long, so accounts have shares. */
const LIMITS = {
  what: 'requests to a translator',
  maxRunning: 20,
  maxWaiting: 2_000,
  maxWaitingPerAccount: 400,
  maxWaitMs: HEADERS_MS,
  isDivided: true,
};
const MAX_ORIGINS = 1_000;

/** Before these errors no translator got the request. */
const NOT_DELIVERED: ReadonlySet<OutboundErrorCode> = new Set([
  'dns_error',
  'connection_refused',
  'network_unreachable',
  'tls_error',
  'blocked_address',
  'breaker_open',
]);

/** A translator with an API of its own, and who chose it. */
type TranslatorContract = TranslatorConnection & Pick<RequestOwner, 'origin'> & { name: AdapterName };

/** Sends texts to the translators that have an API of their own. It never repeats a request itself. */
@Injectable()
export class TranslatorClient implements OnApplicationShutdown {
  private readonly outbound: OutboundClient;
  private readonly queues = new LRUCache<string, WorkQueue>({
    max: MAX_ORIGINS,
    memoMethod: () => new WorkQueue(LIMITS),
  });

  constructor(
    env: AiEnv,
    private readonly tracing: Tracing,
  ) {
    this.outbound = new OutboundClient({
      ...outboundPolicy(env),
      userAgent: 'Plaudit-Translation/1.0',
      headersTimeoutMs: HEADERS_MS,
      bodyTimeoutMs: BODY_MS,
      totalTimeoutMs: HEADERS_MS + BODY_MS,
      maxBytes: MAX_BYTES,
      decompress: true,
      // A connection that the translator closed while it was idle carried no request.
      resendStale: true,
      breaker: BREAKER,
    });
  }

  /** Returns what became of one request. It throws only if `signal` aborts it. */
  async translate(
    { name, origin, ...connection }: TranslatorContract,
    account: number,
    batch: TextBatch,
    signal: AbortSignal,
  ): Promise<TranslationOutcome> {
    const adapter = ADAPTERS[name];
    const { url, headers, body } = adapter.request(connection, batch);
    const request = { method: 'POST', headers, body, signal, owner: { account, origin } } as const;
    const exchange = (): Promise<OutboundReply> => this.outbound.request(url, request);
    try {
      const queue = this.queues.memo(new URL(url).origin);
      const reply = await queue.runFor(account, () =>
        sendTraced(this.tracing, { method: 'POST', url }, exchange),
      );
      return adapter.outcome(reply, batch.texts.length);
    } catch (error) {
      if (error instanceof OutboundError) return outcomeOfError(error);
      if (error instanceof ApiError) return { kind: 'unreachable', msg: error.message };
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.outbound.close();
  }
}

function outcomeOfError({ code, message: msg }: OutboundError): TranslationOutcome {
  if (NOT_DELIVERED.has(code)) return { kind: 'unreachable', msg };
  const isLost = code === 'timeout' || code === 'connection_reset';
  return { kind: isLost ? 'lost' : 'unusable', msg };
}
