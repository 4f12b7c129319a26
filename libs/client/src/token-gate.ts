/** The clock, the chance and the pause of the gate, which tests replace. */
interface GateTools {
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => number;
  random: () => number;
}

interface Waiter {
  ticket: number;
  enter: () => void;
}

/** The most tokens that one request costs. A 429 with as many left was not caused by the bucket of the key. */
const DEAREST = 5;
/** Clients of one key that were refused together come back at different times within this share of the pause. */
const SPREAD = 0.25;
const LEAST_PAUSE_MS = 100;
const SECOND_MS = 1_000;

/**
 * Lets the requests of one client pass when the bucket of its key has a token for them, in the order in which they were first sent. It
 * knows the bucket from the headers of the responses: nothing before the first one, and less than the truth while other programs use
 * the key. A refusal by the bucket closes the gate for the time that the server names. Then one request goes first, and its
 * response says how many may follow.
 */
export class TokenGate {
  private readonly waiting: Waiter[] = [];
  private tickets = 0;
  private inFlight = 0;
  private tokens = Infinity;
  private burst = Infinity;
  private perSecond = 1;
  private knownAt = 0;
  /** How long the gate stays closed after a refusal. 0 while it is open. */
  private pauseMs = 0;
  private isLetting = false;
  private nap = new AbortController();

  constructor(private readonly tools: GateTools) {}

  /** Returns the place of a request in the order of all requests. It keeps it when it is repeated. */
  ticket(): number {
    return (this.tickets += 1);
  }

  /** Resolves when the request may be sent. Rejects with the reason of `patience` if that ends first. */
  async enter(ticket: number, patience: () => AbortSignal): Promise<void> {
    if (this.waiting.length === 0 && this.waitMs() === 0) return this.count();
    const signal = patience();
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        if (this.waiting.length === 0) this.nap.abort();
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        ticket,
        enter: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      const later = this.waiting.findIndex((other) => other.ticket > ticket);
      this.waiting.splice(later === -1 ? this.waiting.length : later, 0, waiter);
      void this.letPass();
    });
  }

  /** Learns from a response, or from a request without one. `pauseMs` is what a 429 asks for. Returns true if the bucket refused. */
  leave(response: Response | null, pauseMs: number | null): boolean {
    this.inFlight -= 1;
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      Number(response?.headers.get(`ratelimit-${name}`) ?? Number.NaN),
    ) as [number, number, number];
    if (!(limit > 0) || !(remaining >= 0)) return false;
    this.burst = limit;
    // The server may not have counted the others yet.
    this.tokens = remaining - this.inFlight;
    this.knownAt = this.tools.now();
    if (reset > 0 && remaining < limit) this.perSecond = (limit - remaining) / reset;
    const isRefusal = pauseMs !== null && remaining < DEAREST;
    if (isRefusal)
      this.pauseMs = Math.max(
        this.pauseMs,
        Math.max(pauseMs, LEAST_PAUSE_MS) * (1 + SPREAD * this.tools.random()),
      );
    return isRefusal;
  }

  private async letPass(): Promise<void> {
    if (this.isLetting) return;
    this.isLetting = true;
    while (this.waiting.length > 0) {
      const wait = this.waitMs();
      if (wait > 0) await this.rest(wait);
      else this.letOnePass();
    }
    this.isLetting = false;
  }

  private letOnePass(): void {
    this.count();
    this.waiting.shift()?.enter();
  }

  private count(): void {
    this.tokens -= 1;
    this.inFlight += 1;
  }

  /** The time until there is a token: 0 if there is one. */
  private waitMs(): number {
    if (this.pauseMs > 0) return this.pauseMs;
    const now = this.tools.now();
    const refilled = (this.perSecond * Math.max(0, now - this.knownAt)) / SECOND_MS;
    this.tokens = Math.min(this.burst, this.tokens + refilled);
    this.knownAt = now;
    return this.tokens >= 1 ? 0 : Math.ceil(((1 - this.tokens) * SECOND_MS) / this.perSecond);
  }

  private async rest(ms: number): Promise<void> {
    this.nap = new AbortController();
    const isPause = this.pauseMs > 0;
    const { signal } = this.nap;
    await this.tools.sleep(ms, signal).catch(() => undefined);
    // It ends early only when no request waits any more.
    if (signal.aborted) return;
    if (isPause) this.pauseMs = 0;
    this.tokens = Math.max(this.tokens, 1);
    this.knownAt = this.tools.now();
  }
}
