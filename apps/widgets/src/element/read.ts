/** A response that takes longer counts as a failure. */
const TIMEOUT_MS = 15_000;
/** The longest time that a page waits because the service asks for it. */
const MAX_WAIT_SECONDS = 86_400;

interface Refusal extends Error {
  status?: number;
  waitMs?: number;
}

/** Requests JSON. Throws if the service refuses or does not respond in time, and when `stop` is aborted. */
export async function read<T>(url: string, stop: AbortSignal): Promise<T> {
  const request = new AbortController();
  const abort = (): void => request.abort();
  const timer = setTimeout(abort, TIMEOUT_MS);
  stop.addEventListener('abort', abort);
  if (stop.aborted) abort();
  try {
    // A preload is reused only by a request in the default mode. That mode sends no cookies to another origin.
    const response = await fetch(url, { signal: request.signal });
    const { ok, status, headers } = response;
    if (ok) return (await response.json()) as T;
    // A date instead of seconds counts as no time.
    const waitMs = 1000 * Math.min(Number(headers.get('retry-after')) || 0, MAX_WAIT_SECONDS);
    throw Object.assign(new Error(`HTTP ${status}`), { status, waitMs });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls `again` when the connection or the visitor comes back, or when the time is over that the service asks for. Each of the
 * `failures` in a row multiplies this time by four. A request that the service refused for what it asks is not repeated.
 */
export function whenBack(again: () => void, error: Refusal, failures: number, stop: AbortSignal): void {
  const { status = 500, waitMs: first = 0 } = error;
  if (status < 500 && status !== 429) return;
  const waitMs = first * 4 ** (failures - 1);
  const due = Date.now() + waitMs;
  const check = (): false | void => !document.hidden && navigator.onLine && Date.now() >= due && again();
  // A page that the browser kept becomes visible, too.
  document.addEventListener('visibilitychange', check, { signal: stop });
  addEventListener('online', check, { signal: stop });
  const timer = waitMs && setTimeout(check, waitMs);
  stop.addEventListener('abort', () => clearTimeout(timer));
}
