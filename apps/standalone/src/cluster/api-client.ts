import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Longer than any pause of a busy machine, and shorter than the gateway waits for a service that does not answer. */
const REQUEST_TIMEOUT_MS = 20_000;

/** A request and how it ended. */
export interface SentRequest {
  what: string;
  /** Milliseconds since the start of the process. */
  endedAt: number;
  ms: number;
  /** Why the client did not get its answer: the status from 500, or the code of the connection's error. */
  failure: string | null;
}

export interface Answer {
  status: number;
  /** The JSON of the body, or an empty object. */
  body: Record<string, unknown>;
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  headers?: Record<string, string>;
}

/**
 * A client with one connection that it keeps, as the pool of a customer's server does. It never repeats a request. It
 * reports each request to `onSent`.
 */
export class ApiClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly base: string,
    private readonly apiKey: string | null,
    private readonly onSent: (sent: SentRequest) => void,
  ) {}

  /** Sends a request and returns its answer, or null if it failed. */
  async send(what: string, path: string, call: Call = {}): Promise<Answer | null> {
    const startedAt = performance.now();
    const outcome = await this.exchange(path, call).catch((error: NodeJS.ErrnoException) => failureOf(error));
    const endedAt = performance.now();
    const failure = typeof outcome === 'string' ? outcome : failedStatus(outcome);
    this.onSent({ what, endedAt, ms: endedAt - startedAt, failure });
    return failure === null ? (outcome as Answer) : null;
  }

  close(): void {
    this.agent.destroy();
  }

  private async exchange(path: string, { method = 'GET', body, headers }: Call): Promise<Answer> {
    const sent = body && JSON.stringify(body);
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const options = {
      agent: this.agent,
      method,
      signal,
      headers: {
        ...(this.apiKey ? { authorization: `Bearer ${this.apiKey}` } : {}),
        ...(sent ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) } : {}),
        ...headers,
      },
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(new URL(path, this.base), options, resolve).once('error', reject).end(sent);
    });
    return { status: response.statusCode as number, body: parse(await text(response)) };
  }
}

function failedStatus({ status, body }: Answer): string | null {
  return status < 500 ? null : `${status} ${(body.code ?? body.text ?? '') as string}`.trim();
}

function failureOf(error: NodeJS.ErrnoException): string {
  return error.name === 'TimeoutError' || error.name === 'AbortError'
    ? 'timeout'
    : (error.code ?? error.message);
}

function parse(received: string): Record<string, unknown> {
  try {
    return JSON.parse(received) as Record<string, unknown>;
  } catch {
    return { text: received.slice(0, 100) };
  }
}
