import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { type AnswerHeaders, responseHeaders } from './forwarded-headers';

/** What of an answer may wait here for a client that reads slowly; beyond, the service is not read either. */
const MAX_WAITING_BYTES = 64 * 1024;

/** Answers that only something between here and the service gives; none of our services does. */
const HOP_FAULTS = new Set([502, 504]);
/** A larger status is none that could be passed on. */
const MAX_STATUS = 599;

/** The client hung up before its answer was complete. */
export class ClientGone extends Error {}

/** Who is told how the passage goes. Not promises: those cost a proxied request a fifth of its time on Node 20. */
export interface PassageEvents {
  /** Once: null with the first byte, or why there will be none; the response is untouched then. */
  settled(error: Error | null): void;
  /** Once: nothing of the request is left here. */
  released(): void;
}

/**
 * One answer on its way from a service to the client, part by part as undici hands it over. The head waits for the
 * first part of the body, so that a service that fails before can still be answered for; one that fails later ends the
 * client's connection, lest half an answer passes for a whole one.
 */
export class AnswerPassage implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private head: { status: number; headers: IncomingHttpHeaders } | null = null;
  /** Why nobody waits for the answer any more. */
  private given: Error | null = null;
  private events: PassageEvents | null = null;
  private isSettled = false;
  private hasBegun = false;
  /** Bytes that the client has not taken, or -1 while it takes everything. */
  private waiting = -1;
  private patienceMs = 0;
  private stall: NodeJS.Timeout | undefined;

  /** `own`: the gateway's headers, which go with the answer unless it has the same. */
  constructor(
    private readonly response: ServerResponse,
    private readonly own: AnswerHeaders,
  ) {}

  /** A client that takes nothing for `patienceMs` is hung up on: it holds one of the few connections to the service. */
  begin(
    dispatcher: Dispatcher,
    options: Dispatcher.DispatchOptions,
    patienceMs: number,
    events: PassageEvents,
  ): void {
    this.patienceMs = patienceMs;
    this.events = events;
    if (this.response.destroyed) {
      this.onResponseError(undefined, new ClientGone());
      return;
    }
    this.response.once('close', () => {
      if (!this.response.writableEnded) this.giveUp(new ClientGone());
    });
    dispatcher.dispatch(options, this);
  }

  /** Ends the request: nobody waits for its answer, or its body cannot be had. */
  giveUp(reason: Error): void {
    if (this.given) return;
    this.given = reason;
    this.settle(reason);
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.given) controller.abort(this.given);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    if (HOP_FAULTS.has(status) || status > MAX_STATUS) throw new Error(`answered ${status}`);
    this.head = { status, headers };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.passHead();
    if (!this.response.write(chunk)) this.wait(controller, chunk.length);
  }

  onResponseEnd(): void {
    this.passHead();
    this.response.end();
    this.events?.released();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    clearTimeout(this.stall);
    if (this.hasBegun) this.response.destroy();
    this.settle(error);
    this.events?.released();
  }

  private passHead(): void {
    if (!this.head) return;
    const { status, headers } = this.head;
    // Throws for a header that cannot be sent; undici hands the error to onResponseError.
    this.response.writeHead(status, responseHeaders(status, headers, this.own));
    this.head = null;
    this.hasBegun = true;
    this.settle(null);
  }

  private settle(error: Error | null): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.events?.settled(error);
  }

  /** Node wants a pause above 16 KiB already, which many a page of reviews has and which costs it a turn. */
  private wait(controller: Dispatcher.DispatchController, bytes: number): void {
    if (this.waiting === -1) this.response.on('drain', () => this.goOn(controller));
    this.waiting = Math.max(this.waiting, 0) + bytes;
    if (this.waiting <= MAX_WAITING_BYTES) return;
    controller.pause();
    this.stall = setTimeout(() => this.giveUp(new ClientGone()), this.patienceMs);
  }

  private goOn(controller: Dispatcher.DispatchController): void {
    this.waiting = 0;
    clearTimeout(this.stall);
    controller.resume();
  }
}
