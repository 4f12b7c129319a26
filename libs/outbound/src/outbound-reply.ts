import { ownValue } from '@plaudit/contracts';
import { decodeText, textKindOf } from '@plaudit/contracts/decoded-text';
import { OutboundError, type PhaseTimings } from './outbound-error';

export type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>;

interface ReplyParts {
  status: number;
  /** Names in lower case. */
  headers: ReplyHeaders;
  body: Buffer;
  /** True if the body was longer or slower than allowed. `body` then has its beginning. */
  truncated: boolean;
  /** The URL of the response, after redirects. */
  url: string;
  timings: PhaseTimings;
}

/** A complete response, whatever its status. */
export class OutboundReply implements ReplyParts {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Buffer;
  readonly truncated: boolean;
  readonly url: string;
  readonly timings: PhaseTimings;
  private decoded: string | null = null;

  constructor(parts: ReplyParts) {
    this.status = parts.status;
    this.headers = parts.headers;
    this.body = parts.body;
    this.truncated = parts.truncated;
    this.url = parts.url;
    this.timings = parts.timings;
  }

  /** True for a 2xx status. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** Returns the first value of a header, or null. */
  header(name: string): string | null {
    const value = ownValue(this.headers, name.toLowerCase());
    return (Array.isArray(value) ? value[0] : value) ?? null;
  }

  /** The body decoded by its bytes, its content type, and what the document itself declares ({@link decodeText}). Decoded once. */
  text(): string {
    const contentType = this.header('content-type');
    this.decoded ??= decodeText(this.body, { contentType, kind: textKindOf(contentType) });
    return this.decoded;
  }

  /** Parses the body. Throws `response_malformed` if it is not JSON. */
  json<T>(): T {
    try {
      return JSON.parse(this.text()) as T;
    } catch (error) {
      throw new OutboundError('response_malformed', 'The response was not valid JSON.', error);
    }
  }
}
