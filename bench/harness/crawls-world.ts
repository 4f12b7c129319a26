import { Client } from 'pg';
import type { Cleanup } from './cleanup';
import { builtProgram, Program, sourceProgram } from './program';
import { POOL } from './programs';
import { type Servers, startServers } from './servers';

const ORIGIN = 'https://api.reviews.io';
const PER_PAGE = 100;
const POLL_MS = 50;
const PATIENCE_MS = 600_000;
const LISTENING = /Listening on (http:\/\/[\d.:]+)/;

interface PlatformCounts {
  answered: number;
  mostOpen: number;
}

/** Postgres, NATS, a stand-in platform and one process of the channels service with its crawler. */
export class CrawlsWorld {
  private nextStore = 1;

  private constructor(
    private readonly platform: Program,
    private running: Program,
    private readonly admin: Client,
    private readonly servers: Servers,
  ) {}

  static async start(cleanup: Cleanup): Promise<CrawlsWorld> {
    const servers = await startServers(cleanup);
    const platform = await Program.start({
      args: sourceProgram('review-platform.process.ts'),
      env: { NODE_ENV: 'production' },
      ready: LISTENING,
      ipc: true,
    });
    cleanup.defer(() => platform.stop());
    const crawler = await startCrawler(servers, platform, 0);
    const admin = new Client({ connectionString: servers.adminUrl });
    // Without this handler, a server stopped by an interruption would end this process.
    admin.on('error', () => {});
    await admin.connect();
    cleanup.defer(() => admin.end());
    await admin.query(
      `create table public.bare_reviews (store text, id bigint, body text, primary key (store, id))`,
    );
    const world = new CrawlsWorld(platform, crawler, admin, servers);
    cleanup.defer(() => world.crawler.stop());
    return world;
  }

  get crawler(): Program {
    return this.running;
  }

  /** Starts the crawler again. From then on it keeps the pace of the platform. */
  async keepPace(): Promise<void> {
    await this.running.stop();
    this.running = await startCrawler(this.servers, this.platform, 1);
  }

  /** Adds channels that are due at once, with as many accounts. Returns their stores. */
  async connect(channels: number, reviews: number, accounts: number): Promise<string[]> {
    const first = this.nextStore;
    this.nextStore += channels;
    const { rows } = await this.admin.query<{ store: string }>(
      `with added as (
         insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale)
         select 1 + n % $4, 1 + n % $4, 'reviews_io', jsonb_build_object('id', 'acme-' || n || '-' || $3::int),
           'acme-' || n || '-' || $3::int, 'Acme', 5
         from generate_series($1::int, $2::int) n returning id, account_id, identity
       ), queued as (
         insert into channels.crawls (channel_id, account_id, sub_account_id, platform)
         select id, account_id, account_id, 'reviews_io' from added
       )
       select identity as store from added`,
      [first, first + channels - 1, reviews, accounts],
    );
    return rows.map(({ store }) => store);
  }

  /** Waits until this many reviews are stored. */
  async stored(reviews: number): Promise<void> {
    await this.until(`select (select sum(reviews_seen) from channels.crawls) >= ${reviews} as done`);
  }

  /** Waits until every crawl has ended and every event is published. */
  async published(): Promise<void> {
    await this
      .until(`select not exists (select from channels.crawls where due_at <= now() or lease_until is not null)
      and not exists (select from channels.outbox) as done`);
  }

  /** Forgets what was crawled, so that the next measurement begins with the same tables. */
  async clear(): Promise<void> {
    await this.admin.query('delete from channels.channels');
    await this.admin.query('truncate public.bare_reviews');
    await this.admin.query(
      'vacuum channels.channels, channels.crawls, channels.seen_reviews, channels.outbox',
    );
  }

  /** Reads the same pages with fetch, one after another for each store, and inserts their rows. */
  async readBare(stores: readonly string[], reviews: number): Promise<void> {
    const read = async (store: string): Promise<void> => {
      for (let page = 1; (page - 1) * PER_PAGE < reviews; page++) {
        const response = await fetch(`${this.platform.said}/merchant/reviews?store=${store}&page=${page}`);
        const body = (await response.json()) as { reviews: unknown[] };
        await this.admin.query(
          `insert into public.bare_reviews select $1, row.store_review_id, row.comments
           from jsonb_to_recordset($2::jsonb) row (store_review_id bigint, comments text)`,
          [store, JSON.stringify(body.reviews)],
        );
      }
    };
    await Promise.all(stores.map(read));
  }

  counts(): Promise<PlatformCounts> {
    return this.platform.ask<PlatformCounts>('counts');
  }

  /** Returns how many crawls have been claimed so far. */
  async claimed(): Promise<number> {
    const { rows } = await this.admin.query<{ claimed: number }>(
      'select count(*)::int as claimed from channels.crawls where claimed_at is not null',
    );
    return rows[0]?.claimed ?? 0;
  }

  private async until(sql: string): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const { rows } = await this.admin.query<{ done: boolean }>(sql);
      if (rows[0]?.done) return;
      if (performance.now() > deadline) throw new Error(`Not reached in time: ${sql}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** Starts a channels service. With the factor 0, it does not pause between two requests of an origin. */
function startCrawler(servers: Servers, platform: Program, rateFactor: number): Promise<Program> {
  return Program.start({
    args: [builtProgram('channels')],
    env: {
      ...servers.settings('channels'),
      NODE_ENV: 'production',
      DATABASE_POOL: POOL,
      ORIGIN_OVERRIDES: `${ORIGIN}=${platform.said}`,
      CRAWL_RATE_FACTOR: String(rateFactor),
    },
    ready: LISTENING,
  });
}
