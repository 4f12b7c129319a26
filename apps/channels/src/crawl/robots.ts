import robotsParser from 'robots-parser';

/** Of a larger robots.txt only the beginning counts (RFC 9309 asks for at least 500 KiB). */
export const ROBOTS_BYTES = 500 * 1024;
const KEEP_MS = 86_400_000;
/** A server error may pass; then the file is asked for again before the day is over. */
const KEEP_UNREADABLE_MS = 600_000;
const ORIGINS = 2_000;

export interface RobotsAnswer {
  status: number;
  text: string;
}

interface RobotsVerdict {
  allowed: boolean;
  /** Seconds that the site wants between two requests. */
  crawlDelay: number | null;
}

interface Rules {
  judge(url: string): RobotsVerdict;
  until: number;
}

const ALLOWED: RobotsVerdict = { allowed: true, crawlDelay: null };
const REFUSED: RobotsVerdict = { allowed: false, crawlDelay: null };

/** RFC 9309: 2xx is parsed, 4xx allows everything, 5xx forbids everything. */
function rulesFrom(robotsUrl: string, answer: RobotsAnswer, product: string): (url: string) => RobotsVerdict {
  if (answer.status >= 500) return () => REFUSED;
  if (answer.status < 200 || answer.status >= 300) return () => ALLOWED;
  const robots = robotsParser(robotsUrl, answer.text);
  return (url) => ({
    allowed: robots.isAllowed(url, product) ?? true,
    crawlDelay: robots.getCrawlDelay(product) ?? null,
  });
}

/** robots.txt per origin, kept for a day. */
export class RobotsRules {
  private readonly known = new Map<string, Rules>();

  /** `product` is the product token of our User-Agent. */
  constructor(
    private readonly product: string,
    private readonly now: () => Date,
  ) {}

  /** `fetchRobots` asks for the file; what it throws (no connection) passes through and is not kept. */
  async verdict(url: URL, fetchRobots: (robotsUrl: string) => Promise<RobotsAnswer>): Promise<RobotsVerdict> {
    const now = this.now().getTime();
    let rules = this.known.get(url.origin);
    if (!rules || rules.until <= now) {
      const robotsUrl = `${url.origin}/robots.txt`;
      const answer = await fetchRobots(robotsUrl);
      const keepMs = answer.status >= 500 ? KEEP_UNREADABLE_MS : KEEP_MS;
      rules = { judge: rulesFrom(robotsUrl, answer, this.product), until: now + keepMs };
      if (this.known.size >= ORIGINS) this.known.clear();
      this.known.set(url.origin, rules);
    }
    return rules.judge(url.href);
  }
}
