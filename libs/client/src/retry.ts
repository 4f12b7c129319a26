/** How failed requests are repeated. */
export interface RetryOptions {
  /** The total number of attempts. 1 turns retries off. Default 4. */
  attempts?: number;
  /** A response that asks for a longer pause is final. Default 30,000 ms. */
  longestWaitMs?: number;
  /** Waits between attempts. Default: a timer that the request's signal ends. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns milliseconds since 1970. Default: Date.now. */
  now?: () => number;
  /** Returns a number in [0, 1). Default: Math.random. */
  random?: () => number;
}

export type Fetch = (request: Request) => Promise<Response>;

const FIRST_WAIT_MS = 500;
const SAFE = new Set(['GET', 'HEAD']);
/** The request may have taken effect, or may yet. */
const UNSETTLED = new Set([409, 503]);
const SECONDS = /^\d+$/;

/**
 * Repeats a temporarily refused request: always after 429, because nothing was changed, and after 503 or 409 only if a repeat
 * is harmless. 409 means that the first attempt still runs. Waits as long as Retry-After says, otherwise longer each time.
 */
export function withRetries(fetch: Fetch, options: RetryOptions = {}): Fetch {
  const { attempts = 4, sleep = pause } = options;
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      const response = await fetch(isLast ? request : request.clone());
      const wait = isLast ? null : waitAfter(response, request, attempt, options);
      if (wait === null) return response;
      await response.body?.cancel();
      await sleep(wait, request.signal);
    }
  };
}

/** Returns the seconds of Retry-After, or null without the header. */
export function retryAfterOf(response: Response, now: () => number = Date.now): number | null {
  const value = response.headers.get('retry-after') ?? '';
  if (SECONDS.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now()) / 1000));
}

function waitAfter(
  response: Response,
  request: Request,
  attempt: number,
  { longestWaitMs = 30_000, now, random = Math.random }: RetryOptions,
): number | null {
  const mayRepeat = response.status === 429 || (UNSETTLED.has(response.status) && isRepeatable(request));
  if (!mayRepeat) return null;
  const asked = retryAfterOf(response, now);
  const wait = asked === null ? FIRST_WAIT_MS * 2 ** (attempt - 1) * (1 + random()) : Math.ceil(asked * 1000);
  return wait > longestWaitMs ? null : wait;
}

function isRepeatable(request: Request): boolean {
  return SAFE.has(request.method) || request.headers.has('idempotency-key');
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
