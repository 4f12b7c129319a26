import type { Dispatcher } from 'undici';
import { OutboundError, toOutboundError } from './outbound-error';
import type { ReplyHeaders } from './outbound-reply';
import { type ReadBody, tooLarge } from './response-body';
import type { Limits } from './outbound-options';

/** More interim responses than any server has a use for. */
const MAX_INTERIM = 100;

/** A response with the body as it was sent. */
export interface Collected extends ReadBody {
  status: number;
  headers: ReplyHeaders;
}

/**
 * Receives one response from undici, with exact limits on every phase, and settles `response`. It takes the place of undici's
 * `request`, whose stream costs as much as the rest of a small exchange, and which notices the end of a time limit only when it has
 * a connection.
 */
export class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly response: Promise<Collected>;
  /** When the final response headers arrived, by `performance.now`. Null before. */
  headersAt: number | null = null;
  /** True if any byte of a response arrived. */
  hasBegun = false;

  private resolve!: (collected: Collected) => void;
  private reject!: (reason: unknown) => void;
  private settled = false;
  private reason: Error | null = null;
  private controller: Dispatcher.DispatchController | null = null;
  /** The number of interim (1xx) responses. */
  private interim = 0;
  private status = 0;
  private headers: ReplyHeaders = {};
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private readonly total: NodeJS.Timeout | undefined;
  private phase: NodeJS.Timeout;

  constructor(private readonly limits: Limits) {
    this.response = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    const { headersTimeoutMs, bodyTimeoutMs, totalTimeoutMs } = limits;
    // Otherwise the limits of the two phases end the request earlier, and a timer less costs less.
    if (totalTimeoutMs < headersTimeoutMs + bodyTimeoutMs)
      this.total = this.interruptAfter(totalTimeoutMs, () => 'The request did not end');
    this.phase = this.interruptAfter(limits.headersTimeoutMs, () => this.silence);
  }

  /** Ends the exchange with this reason, whatever has arrived. */
  abort(reason: unknown): void {
    if (this.settle()) this.reject(reason);
    this.disconnect(toOutboundError(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The time limit ended the wait for this connection.
    if (this.reason) controller.abort(this.reason);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ReplyHeaders): void {
    this.hasBegun = true;
    if (status < 200) {
      // It does not extend the time limit of the headers.
      if (++this.interim > MAX_INTERIM)
        this.interrupt(new OutboundError('response_malformed', `${this.silence}.`));
      return;
    }
    this.status = status;
    this.headers = headers;
    this.headersAt = performance.now();
    clearTimeout(this.phase);
    this.phase = this.interruptAfter(this.limits.bodyTimeoutMs, () => 'The response did not end');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size > this.limits.maxBytes) this.interrupt(tooLarge(this.limits.maxBytes));
  }

  onResponseEnd(): void {
    if (this.settle()) this.resolve(this.collected(false));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.interrupt(this.explained(error));
  }

  /** Cuts the body, if that is allowed and it has begun. Otherwise the exchange fails. */
  private interrupt(error: OutboundError): void {
    if (this.settle()) {
      if (this.headersAt !== null && this.limits.overflow === 'truncate') this.resolve(this.collected(true));
      else this.reject(error);
    }
    this.disconnect(error);
  }

  private collected(truncated: boolean): Collected {
    const [only] = this.chunks;
    const all = this.chunks.length === 1 && only ? only : Buffer.concat(this.chunks);
    const bytes = truncated ? all.subarray(0, this.limits.maxBytes) : all;
    return { status: this.status, headers: this.headers, bytes, truncated };
  }

  /** Returns false if the exchange has ended before. */
  private settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    clearTimeout(this.total);
    clearTimeout(this.phase);
    return true;
  }

  /** Closes the connection instead of draining the rest of the response. */
  private disconnect(reason: Error): void {
    if (this.reason) return;
    this.reason = reason;
    this.controller?.abort(reason);
  }

  private interruptAfter(ms: number, what: () => string): NodeJS.Timeout {
    return setTimeout(() => this.interrupt(new OutboundError('timeout', `${what()} within ${ms} ms.`)), ms);
  }

  /** What there is to report of a server without a final response. */
  private get silence(): string {
    if (this.interim === 0) return 'The server did not answer';
    const interim = this.interim === 1 ? '1 interim response' : `${this.interim} interim responses`;
    return `The server sent ${interim} and no final one`;
  }

  /** Says how much of the response arrived, if the connection was closed within it. */
  private explained(error: Error): OutboundError {
    const outbound = toOutboundError(error);
    if (outbound.code !== 'connection_reset') return outbound;
    // The filter saw the beginning of a head, and says so itself.
    if (error === outbound) this.hasBegun = true;
    if (error === outbound || !this.hasBegun) return outbound;
    const length = this.headers['content-length'];
    const bytes = typeof length === 'string' ? `${this.size} of ${length} bytes` : `${this.size} bytes`;
    const arrived = this.headersAt === null ? this.silence : `The response ended after ${bytes} of its body`;
    return new OutboundError(outbound.code, `${arrived}, and the connection was closed.`, error);
  }
}
