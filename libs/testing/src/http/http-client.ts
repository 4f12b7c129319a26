export interface HttpOptions {
  /** An object is sent as JSON. Text, bytes and streams are sent as they are; text counts as JSON too. */
  body?: unknown;
  headers?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  signal?: AbortSignal;
}

export interface HttpResult {
  status: number;
  headers: Headers;
  /** The JSON of the response, or its text if it is not JSON. It is `any` because a spec states what it expects. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** The HTTP client of the specs. It does not follow redirects, and it does not throw for an error status. */
export class HttpClient {
  /** `base` is put before each path. `headers` are sent with each request; a request may replace them. */
  constructor(
    private readonly base: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  get(path: string, options?: HttpOptions): Promise<HttpResult> {
    return this.send('GET', path, options);
  }

  post(path: string, options?: HttpOptions): Promise<HttpResult> {
    return this.send('POST', path, options);
  }

  put(path: string, options?: HttpOptions): Promise<HttpResult> {
    return this.send('PUT', path, options);
  }

  delete(path: string, options?: HttpOptions): Promise<HttpResult> {
    return this.send('DELETE', path, options);
  }

  async send(
    method: string,
    path: string,
    { body, headers = {}, query = {}, signal }: HttpOptions = {},
  ): Promise<HttpResult> {
    const url = new URL(`${this.base}${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.append(name, String(value));
    }
    const init = {
      method,
      redirect: 'manual',
      headers: { ...typeOf(body), ...this.headers, ...headers },
      body: isRaw(body) ? body : JSON.stringify(body),
      signal,
      // fetch requires this for a body that is a stream.
      duplex: 'half',
    };
    const response = await fetch(url, init as RequestInit);
    return { status: response.status, headers: response.headers, body: parse(await response.text()) };
  }
}

/** Returns the Authorization header for an API key. */
export function basicAuth(apiKey: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`:${apiKey}`).toString('base64')}` };
}

function isRaw(body: unknown): boolean {
  return (
    body === undefined ||
    typeof body === 'string' ||
    body instanceof Uint8Array ||
    body instanceof ReadableStream
  );
}

function typeOf(body: unknown): Record<string, string> {
  const isJson = body !== undefined && (typeof body === 'string' || !isRaw(body));
  return isJson ? { 'content-type': 'application/json' } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
