import type { ServerResponse } from 'node:http';

/** The signed-in user behind a stream, and what the user may hear of. */
export interface StreamOwner {
  /** The hash of the session's token, as hexadecimal text. */
  sessionHash: string;
  userId: number;
  accountId: number;
  subAccountId: number;
  /** True for a user of the whole account. */
  whole: boolean;
}

/** Why a stream ended. */
export type StreamEnd = 'left' | 'session' | 'slow' | 'stopping';

/** Bytes that may wait for a client to take them. */
const MAX_WAITING_BYTES = 64 * 1024;

/** One open response with messages for one page. */
export class EventStream {
  /** A sequence that the client claims to have and this replica has not seen yet. */
  claimed: { sequence: number; until: number } | null = null;
  private reason: StreamEnd = 'left';

  constructor(
    readonly owner: StreamOwner,
    private readonly response: ServerResponse,
  ) {}

  /** Why the stream ended, once it has. */
  get end(): StreamEnd {
    return this.reason;
  }

  /** Sends a text. Ends a stream whose client reads too slowly; the client connects again and resumes. */
  send(text: string | Buffer): void {
    const { response } = this;
    if (response.destroyed || response.writableEnded) return;
    response.write(text);
    if (response.writableLength <= MAX_WAITING_BYTES) return;
    this.reason = 'slow';
    response.destroy();
  }

  /** Sends a last text and ends the stream. */
  finish(reason: StreamEnd, text = ''): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    this.reason = reason;
    this.response.end(text);
  }
}
