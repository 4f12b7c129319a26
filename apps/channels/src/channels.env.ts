import { EnvNumber, ServiceEnv } from '@plaudit/runtime';
import { IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';

export class ChannelsEnv extends ServiceEnv {
  /** How long a channel must rest between two refreshes; 0 switches the rule off. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  CHANNEL_REFRESH_LIMIT_MINUTES = 360;

  /** Crawls that this process works on at the same time. 0 = this process only answers requests. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  @Max(64)
  CRAWL_CONCURRENCY = 4;

  /** A worker that does not report for this long is taken for dead, and its crawl goes on elsewhere. */
  @EnvNumber()
  @Min(1)
  CRAWL_LEASE_SECONDS = 60;

  /** Pages and seconds after which a long crawl goes back into the queue, so that it starves nobody. A slice begins
   * with the last page of the one before, hence at least two. */
  @EnvNumber()
  @IsInt()
  @Min(2)
  CRAWL_SLICE_PAGES = 40;

  @EnvNumber()
  @Min(1)
  CRAWL_SLICE_SECONDS = 120;

  /** Multiplies every platform's request rate; 0 = no pace at all, for a stand-in platform. */
  @EnvNumber()
  @Min(0)
  CRAWL_RATE_FACTOR = 1;

  /** Who we say we are. Unset: PlauditBot with this installation's address. */
  @IsOptional()
  @IsString()
  @MinLength(3)
  CRAWLER_USER_AGENT?: string;
}

/** Honest and constant, with an address where the operator can be found. */
export function userAgentOf(env: ChannelsEnv): string {
  return env.CRAWLER_USER_AGENT ?? `PlauditBot/1.0 (+${env.PUBLIC_URL})`;
}
