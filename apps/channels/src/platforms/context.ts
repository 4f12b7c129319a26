export interface HttpOptions {
  headers?: Readonly<Record<string, string>>;
  /** A parameter with a list is sent once for each value. */
  query?: Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>;
  accept?: 'json' | 'html' | 'xml';
  /**
   * Sends the ETag and Last-Modified of the last crawl. If the platform responds with 304, the partition has not changed and
   * ends. Only for the first page of a partition.
   */
  conditional?: true;
}

/** The body of a POST: JSON, or the fields of a form. */
export type PostOptions = HttpOptions & ({ json: unknown } | { form: Readonly<Record<string, string>> });

export interface HttpResponse {
  status: number;
  /** The URL of the response, after redirects. */
  url: string;
  header(name: string): string | null;
  text(): string;
  /**
   * Parses the body. Integers of 16 digits and more become strings, because numbers would lose their last digits. Throws
   * LAYOUT_CHANGED if it is not JSON, BLOCKED if it is a bot challenge, and TOO_COMPLEX if it is nested too deeply.
   */
  json<T = unknown>(): T;
  /**
   * Throws BLOCKED if the page is a bot challenge. Call it if a page has nothing of what was requested: a page with its usual
   * content may have the script of a bot protection, too.
   */
  assertNoChallenge(): void;
}

/** A response with a status of 400 and above. */
export interface ErrorResponse {
  status: number;
  header(name: string): string | null;
  /** The body, or undefined if it is not JSON. */
  body: unknown;
}

/**
 * Sends the adapter's requests, paced, limited in size and time, and after a check of robots.txt. Throws a CrawlError for a
 * status of 400 and above.
 */
export interface Http {
  get(url: string | URL, options?: HttpOptions): Promise<HttpResponse>;
  /** A POST of an adapter only reads, so it is repeated after a failure like a GET. */
  post(url: string | URL, options: PostOptions): Promise<HttpResponse>;
}

export interface Ctx<Parsed = unknown> {
  http: Http;
  now(): Date;
  /** Returns the customer's key, or a valid OAuth token. Throws CREDENTIALS_INVALID or AUTH_EXPIRED if there is none. */
  token(): Promise<string>;
  /** Returns the operator's key. Throws AUTH_MISSING if the setting of the platform's metadata is not set. */
  operatorKey(): string;
  /**
   * Runs the platform's `read` on a response, in a worker thread with limits of time and memory. Throws TOO_COMPLEX beyond
   * them.
   */
  read(response: HttpResponse): Promise<Parsed>;
}
