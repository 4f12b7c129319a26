import { CrawlError } from '../../platforms/crawl-error';
import { isAllowed, parseRobots } from './robots-file';

/** The rest of a larger robots.txt is ignored. RFC 9309 demands that at least 500 KiB are read. */
export const MAX_ROBOTS_BYTES = 500 * 1024;
const TTL_MS = 86_400_000;
/** A server error may be temporary, so the file is requested again after ten minutes. */
const UNREADABLE_TTL_MS = 600_000;
const MAX_ORIGINS = 2_000;

export interface RobotsResponse {
  status: number;
  text: string;
}

interface RobotsRequester {
  /** No account waits for the request of another one, because it would get that account's refusal. */
  account: number;
  /** Requests of a check never wait for those of a crawl, which wait for the pace of the origin. */
  line: 'check' | 'crawl';
  send(robotsUrl: string): Promise<RobotsResponse>;
  /** Ends the wait for the request of another caller. */
  signal: AbortSignal;
}

interface RobotsVerdict {
  allowed: boolean;
  /** Seconds that the site wants between two requests (Crawl-delay). */
  crawlDelay: number | null;
}

interface Rules {
  verdict(url: URL): RobotsVerdict;
  expiresAt: number;
}

const ALLOWED: RobotsVerdict = { allowed: true, crawlDelay: null };
const REFUSED: RobotsVerdict = { allowed: false, crawlDelay: null };

/** Follows RFC 9309: a 2xx response is parsed, a 4xx allows everything, a 5xx forbids everything. */
function rulesFrom(response: RobotsResponse, product: string): (url: URL) => RobotsVerdict {
  if (response.status >= 500) return () => REFUSED;
  if (response.status < 200 || response.status >= 300) return () => ALLOWED;
  const group = parseRobots(response.text, product);
  return (url) => ({ allowed: isAllowed(group, url), crawlDelay: group.crawlDelay });
}

/** A CrawlError is about the origin or the account, so it is every caller's. Any other error belongs to the caller that sent the request. */
function nullUnlessRefused(error: unknown): null {
  if (error instanceof CrawlError) throw error;
  return null;
}

/** Waits for the work of another caller. Rejects with the signal's reason if aborted while waiting. */
async function shared<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Caches the robots.txt of each origin for a day. */
export class RobotsRules {
  private readonly known = new Map<string, Rules>();
  /** Requests in progress by account, line and origin, so that parallel requests of an account ask for the file once. */
  private readonly requested = new Map<string, Promise<Rules>>();

  /** `product` is the product token of our User-Agent header. */
  constructor(
    private readonly product: string,
    private readonly now: () => Date,
  ) {}

  /** Returns whether the URL may be read. An error of `send`, such as a failed connection, is thrown and not cached. */
  async verdict(url: URL, requester: RobotsRequester): Promise<RobotsVerdict> {
    const rules = this.validRules(url.origin) ?? (await this.sharedRules(url.origin, requester));
    return rules.verdict(url);
  }

  private validRules(origin: string): Rules | null {
    const rules = this.known.get(origin);
    return rules && rules.expiresAt > this.now().getTime() ? rules : null;
  }

  /** Waits for the request of another caller. If that caller gave up, this one requests the file itself. */
  private async sharedRules(
    origin: string,
    { account, line, send, signal }: RobotsRequester,
  ): Promise<Rules> {
    const key = `${account} ${line} ${origin}`;
    for (let others = this.requested.get(key); others; others = this.requested.get(key)) {
      const rules = await shared(others.catch(nullUnlessRefused), signal);
      if (rules) return rules;
    }
    const own = this.request(origin, send);
    this.requested.set(key, own);
    try {
      return await own;
    } finally {
      if (this.requested.get(key) === own) this.requested.delete(key);
    }
  }

  private async request(origin: string, send: RobotsRequester['send']): Promise<Rules> {
    const response = await send(`${origin}/robots.txt`);
    const ttlMs = response.status >= 500 ? UNREADABLE_TTL_MS : TTL_MS;
    const rules = {
      verdict: rulesFrom(response, this.product),
      expiresAt: this.now().getTime() + ttlMs,
    };
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= MAX_ORIGINS) this.known.delete(oldest);
    this.known.set(origin, rules);
    return rules;
  }
}
