import type { Readable } from 'node:stream';
import { ApiError, type ServiceName } from '@plaudit/contracts';
import { type Dispatcher, Pool } from 'undici';
import { type AnswerPassage, ClientGone } from './answer-passage';
import { Breaker, type Leave } from './breaker';

const CONNECT_MS = 2_000;
const MAX_CONNECTIONS = 256;
/** Requests that may be under way or waiting; more are refused at once instead of piling up in memory. */
const MAX_IN_FLIGHT = 2_048;
const BREAKER_RULE = { minAttempts: 5, failedShare: 0.5, resetMs: 2_000 };

export interface UpstreamRequest {
  method: string;
  /** With query. */
  path: string;
  /** Names and values in turn. */
  headers: string[];
  body: Readable | null;
}

/** Hears once what became of a request: null when its answer has begun to pass, or why there is none. */
export type Settled = (error: Error | null) => void;

/**
 * One service behind the gateway: its connections and its breaker. The breaker counts what keeps requests from being
 * answered (refused, reset, timed out, 502, 504); whatever the service itself answers, a 500 too, is its answer.
 */
export class Upstream {
  private readonly pool: Pool;
  private readonly breaker: Breaker;
  private inFlight = 0;

  constructor(
    private readonly service: ServiceName,
    url: string,
    private readonly timeoutMs: number,
    now: () => number,
  ) {
    this.pool = new Pool(new URL(url).origin, {
      connections: MAX_CONNECTIONS,
      connect: { timeout: CONNECT_MS },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    this.breaker = new Breaker(BREAKER_RULE, now);
  }

  /**
   * Sends the request and passes the answer on. The error is 503 `upstream_unavailable`, what was wrong with the
   * request, or {@link ClientGone}.
   */
  send(request: UpstreamRequest, passage: AnswerPassage, settled: Settled): void {
    const leave = this.inFlight < MAX_IN_FLIGHT ? this.breaker.enter() : null;
    if (!leave) {
      settled(this.unavailable());
      return;
    }
    this.inFlight += 1;
    request.body?.on('error', (error) => passage.giveUp(error));
    passage.begin(this.pool, request as Dispatcher.DispatchOptions, this.timeoutMs, {
      settled: (error) => settled(this.judge(error, leave)),
      released: () => {
        this.inFlight -= 1;
      },
    });
  }

  get isOpen(): boolean {
    return this.breaker.isOpen;
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  private judge(error: Error | null, leave: Leave): Error | null {
    const clientError = error && toClientError(error);
    this.breaker.leave(leave, !error ? 'answered' : clientError ? 'unjudged' : 'failed');
    return error && (clientError ?? this.unavailable());
  }

  private unavailable(): ApiError {
    return new ApiError(
      'upstream_unavailable',
      `The ${this.service} service is not available; try again shortly.`,
    );
  }
}

/** Null for what is the service's fault: only the rest says nothing about it. */
function toClientError(error: Error): Error | null {
  if (error instanceof ApiError || error instanceof ClientGone) return error;
  if ((error as { code?: string }).code !== 'UND_ERR_INVALID_ARG') return null;
  return new ApiError('invalid_value', 'The request has a header that cannot be passed on.');
}
