import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import type { PlatformMeta } from '../../platforms/platform';
import { getPlatform, PLATFORMS } from '../../platforms/registry';
import { type CrawlLease, CrawlsRepository, type DuePlatform } from './crawls.repository';

const SLUGS = PLATFORMS.map(({ meta }) => meta.slug);

/** Crawls of one platform that are put into order at a time. With 10,000 due ones, the order costs as much as 50 claims. */
const PLANNED = 200;
/** A plan that is older misses crawls that another replica has queued. */
const PLAN_MS = 2_000;

interface Plan {
  /** The next one is the last. */
  ids: number[];
  madeAt: number;
}

/** Claims crawls in a fair order, which it keeps for a moment instead of asking for it with each claim. */
@Injectable()
export class CrawlPlanService {
  private readonly plans = new Map<string, Plan>();
  /** Platforms in the order in which they were last served. */
  private readonly served = new Set<string>();

  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Claims the next due crawl: one of the highest priority, of the platform that was served longest ago. So no platform takes all
   * places, and no account that has many channels there. Leaves out the platforms in `full`, and adds those that have their maximum
   * of crawls. Returns null if nothing can be claimed.
   */
  async claimNext(leaseMs: number, full: Set<string>): Promise<CrawlLease | null> {
    const due = await this.crawls.duePlatforms(SLUGS.filter((slug) => !full.has(slug)));
    for (const { slug } of this.inTurn(due)) {
      const lease = await this.claim(getPlatform(slug).meta, leaseMs);
      if (lease) {
        this.served.delete(slug);
        this.served.add(slug);
        return lease;
      }
      full.add(slug);
    }
    return null;
  }

  private inTurn(due: readonly DuePlatform[]): DuePlatform[] {
    const turns = new Map([...this.served].map((slug, index) => [slug, index + 1]));
    const turnOf = ({ slug }: DuePlatform): number => turns.get(slug) ?? 0;
    return due.toSorted((a, b) => a.priority - b.priority || turnOf(a) - turnOf(b));
  }

  /** Claims the next due crawl of a platform. Returns null if none is due or the platform has its maximum of crawls. */
  async claim(meta: Pick<PlatformMeta, 'slug' | 'rate'>, leaseMs: number): Promise<CrawlLease | null> {
    for (;;) {
      const ids = await this.idsOf(meta.slug);
      const id = ids.at(-1);
      if (id === undefined) return null;
      const claimed = await this.crawls.claim(meta, id, leaseMs);
      if (claimed === 'full') return null;
      ids.pop();
      // Another replica was faster if it is null.
      if (claimed !== null) return claimed;
    }
  }

  /** Makes the next claims see crawls that were queued meanwhile. */
  forget(): void {
    this.plans.clear();
  }

  private async idsOf(slug: string): Promise<number[]> {
    const now = this.clock.now().getTime();
    const known = this.plans.get(slug);
    if (known && known.ids.length > 0 && now - known.madeAt < PLAN_MS) return known.ids;
    const ids = (await this.crawls.plan(slug, PLANNED)).toReversed();
    this.plans.set(slug, { ids, madeAt: now });
    return ids;
  }
}
