import { OutboundError, type PhaseTimings } from './outbound-error';

export type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>;

interface ReplyParts {
  status: number;
  /** Names in lower case. */
  headers: ReplyHeaders;
  body: Buffer;
  /** True when the body was longer, or slower, than allowed; `body` is its beginning. */
  truncated: boolean;
  /** The URL that answered, after redirects. */
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

  constructor(parts: ReplyParts) {
    Object.assign(this, parts);
  }

  /** 2xx. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The first value of a header, or null. */
  header(name: string): string | null {
    const value = this.headers[name.toLowerCase()];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  }

  /** Decoded by the charset of the content type; UTF-8 when there is none, or none that is known. */
  text(): string {
    const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(this.header('content-type') ?? '')?.[1];
    return decoderFor(charset).decode(this.body);
  }

  /** Throws `response_malformed` when the body is no JSON. */
  json<T>(): T {
    try {
      return JSON.parse(this.text()) as T;
    } catch (error) {
      throw new OutboundError('response_malformed', 'The response was not valid JSON.', error);
    }
  }
}

function decoderFor(charset: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}
