import { outboundProblems } from '@plaudit/outbound';
import { EnvNumber, ServiceEnv } from '@plaudit/runtime';
import { IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';

export class ChannelsEnv extends ServiceEnv {
  /** Minutes that must pass after a crawl or refresh before the next refresh. 0 switches the rule off. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  CHANNEL_REFRESH_LIMIT_MINUTES = 360;

  /** The maximum of concurrent crawls of this process. With 0 the process only serves requests. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  @Max(64)
  CRAWL_CONCURRENCY = 4;

  /** Duration of a crawl's lease. If a worker does not extend it in time, another worker continues the crawl. */
  @EnvNumber()
  @Min(1)
  CRAWL_LEASE_SECONDS = 60;

  /**
   * After this many pages or seconds a long crawl returns to the queue, so that other crawls get their turn. At least two
   * pages, because a slice begins with the last page of the previous one.
   */
  @EnvNumber()
  @IsInt()
  @Min(2)
  CRAWL_SLICE_PAGES = 40;

  /** The same as CRAWL_SLICE_PAGES in seconds. */
  @EnvNumber()
  @Min(1)
  CRAWL_SLICE_SECONDS = 120;

  /** Multiplies the request rate of every platform. 0 sends requests without pacing, for a local stand-in platform. */
  @EnvNumber()
  @Min(0)
  CRAWL_RATE_FACTOR = 1;

  /** Seconds that reading one page may take. A page that takes longer is given up, and its channel gets `parse_failed`. */
  @EnvNumber()
  @Min(0.1)
  PAGE_SECONDS = 5;

  /** Megabytes of heap of the thread that reads pages, which uses 20 for itself. A page that needs more is given up. */
  @EnvNumber()
  @IsInt()
  @Min(48)
  PAGE_MEMORY_MB = 128;

  /** The User-Agent header of crawls. The default is PlauditBot with the URL of this installation. */
  @IsOptional()
  @IsString()
  @MinLength(3)
  CRAWLER_USER_AGENT?: string;

  override problems(): readonly string[] {
    return outboundProblems(this);
  }
}

/** Returns the User-Agent header. It is the same for all platforms and names a URL where the operator can be found. */
export function userAgentOf(env: ChannelsEnv): string {
  return env.CRAWLER_USER_AGENT ?? `PlauditBot/1.0 (+${env.PUBLIC_URL})`;
}
