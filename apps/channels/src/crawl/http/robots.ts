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

/** Caches the robots.txt of each origin for a day. */
export class RobotsRules {
  private readonly known = new Map<string, Rules>();

  /** `product` is the product token of our User-Agent header. */
  constructor(
    private readonly product: string,
    private readonly now: () => Date,
  ) {}

  /** Returns whether the URL may be read. An error of `fetchRobots`, such as a failed connection, is thrown and not cached. */
  async verdict(
    url: URL,
    fetchRobots: (robotsUrl: string) => Promise<RobotsResponse>,
  ): Promise<RobotsVerdict> {
    const now = this.now().getTime();
    let rules = this.known.get(url.origin);
    if (!rules || rules.expiresAt <= now) {
      const robotsUrl = `${url.origin}/robots.txt`;
      const response = await fetchRobots(robotsUrl);
      const ttlMs = response.status >= 500 ? UNREADABLE_TTL_MS : TTL_MS;
      rules = { verdict: rulesFrom(response, this.product), expiresAt: now + ttlMs };
      if (this.known.size >= MAX_ORIGINS) this.known.clear();
      this.known.set(url.origin, rules);
    }
    return rules.verdict(url);
  }
}
