import { TokenGate } from './token-gate';

/** How failed requests are repeated. */
export interface RetryOptions {
  /** The total number of attempts, without those that the rate limit of the key refused. 1 turns retries and the queue off. Default 4. */
  attempts?: number;
  /** A response that asks for a longer pause is final. Default 30,000 ms. */
  longestWaitMs?: number;
  /** How long a request waits in all for the rate limit of its key. Then it fails with a TimeoutError. Default 300,000 ms. */
  longestQueueMs?: number;
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
const TOO_MANY = 429;
const SECONDS = /^\d+$/;

/**
 * Repeats a temporarily refused request: always after 429, because nothing was changed, and after 503 or 409 only if a repeat
 * is harmless. 409 means that the first attempt still runs. Waits as long as Retry-After says, otherwise longer each time. Sends no more
 * requests at once than the rate limit of the key allows, see {@link TokenGate}.
 */
export function withRetries(fetch: Fetch, options: RetryOptions = {}): Fetch {
  const { attempts = 4, sleep = pause, now = Date.now, random = Math.random } = options;
  if (attempts <= 1) return fetch;
  const gate = new TokenGate({ sleep, now, random });
  return async (request) => {
    const ticket = gate.ticket();
    const patience = patienceOf(request, options);
    for (let attempt = 1; ;) {
      await gate.enter(ticket, patience);
      const response = await fetch(request.clone()).catch((error: unknown) => {
        gate.leave(null, null);
        throw error;
      });
      const wait = attempt >= attempts ? null : waitAfter(response, request, attempt, options);
      const waitsAtGate = gate.leave(response, response.status === TOO_MANY ? wait : null);
      if (wait === null) return response;
      await response.body?.cancel();
      if (waitsAtGate) continue;
      attempt += 1;
      await sleep(wait, request.signal);
    }
  };
}

/** Makes the signal that ends the waiting of a request, once it waits. */
function patienceOf({ signal }: Request, { longestQueueMs = 300_000 }: RetryOptions): () => AbortSignal {
  let made: AbortSignal | undefined;
  return () => (made ??= AbortSignal.any([signal, AbortSignal.timeout(longestQueueMs)]));
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
  const mayRepeat = response.status === TOO_MANY || (UNSETTLED.has(response.status) && isRepeatable(request));
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
