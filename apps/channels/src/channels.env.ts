import { outboundProblems } from '@plaudit/outbound';
import { EnvNumber, EnvServiceUrl, ServiceEnv } from '@plaudit/runtime';
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

  /**
   * Origins of the reviews service, with commas. It knows how many reviews a deleted channel leaves. Without it, `reviews_kept` is
   * the count of the channel, which may lag some seconds behind.
   */
  @IsOptional()
  @EnvServiceUrl()
  REVIEWS_URL?: string;

  /** The User-Agent header of crawls. The default is PlauditBot with the URL of this installation. */
  @IsOptional()
  @IsString()
  @MinLength(3)
  CRAWLER_USER_AGENT?: string;

  /** The API key for the type `etsy`: the keystring and the shared secret with a colon between them. */
  @IsOptional()
  @IsString()
  ETSY_API_KEY?: string;

  /** The API key for the type `google_maps`, with the Places API (New) enabled. Discovery searches with it too. */
  @IsOptional()
  @IsString()
  GOOGLE_PLACES_API_KEY?: string;

  /** The key of the Tripadvisor Content API, for the type `tripadvisor`. */
  @IsOptional()
  @IsString()
  TRIPADVISOR_API_KEY?: string;

  /** The key of the Trustpilot API, for channels of the type `trustpilot` without a key of their own. */
  @IsOptional()
  @IsString()
  TRUSTPILOT_API_KEY?: string;

  /** The key of the Yelp Places API, for the type `yelp`. */
  @IsOptional()
  @IsString()
  YELP_API_KEY?: string;

  /** The client id of your OAuth app at eBay, for the type `ebay`. Its callback URL is PUBLIC_URL/oauth/callback/ebay. */
  @IsOptional()
  @IsString()
  EBAY_CLIENT_ID?: string;

  /** The client secret that belongs to EBAY_CLIENT_ID. */
  @IsOptional()
  @IsString()
  EBAY_CLIENT_SECRET?: string;

  /** The client id of your OAuth app at Facebook, for the type `facebook`. Its callback URL is PUBLIC_URL/oauth/callback/facebook. */
  @IsOptional()
  @IsString()
  FACEBOOK_CLIENT_ID?: string;

  /** The client secret that belongs to FACEBOOK_CLIENT_ID. */
  @IsOptional()
  @IsString()
  FACEBOOK_CLIENT_SECRET?: string;

  /** The client id of your OAuth app at Google Business Profile, for the type `google_business`. Its callback URL is PUBLIC_URL/oauth/callback/google_business. */
  @IsOptional()
  @IsString()
  GOOGLE_BUSINESS_CLIENT_ID?: string;

  /** The client secret that belongs to GOOGLE_BUSINESS_CLIENT_ID. */
  @IsOptional()
  @IsString()
  GOOGLE_BUSINESS_CLIENT_SECRET?: string;

  /** The client id of your OAuth app at Help Scout, for the type `help_scout`. Its callback URL is PUBLIC_URL/oauth/callback/help_scout. */
  @IsOptional()
  @IsString()
  HELP_SCOUT_CLIENT_ID?: string;

  /** The client secret that belongs to HELP_SCOUT_CLIENT_ID. */
  @IsOptional()
  @IsString()
  HELP_SCOUT_CLIENT_SECRET?: string;

  /** The client id of your OAuth app at Intercom, for the type `intercom`. Its callback URL is PUBLIC_URL/oauth/callback/intercom. */
  @IsOptional()
  @IsString()
  INTERCOM_CLIENT_ID?: string;

  /** The client secret that belongs to INTERCOM_CLIENT_ID. */
  @IsOptional()
  @IsString()
  INTERCOM_CLIENT_SECRET?: string;

  /** The client id of your OAuth app at Zendesk, for the type `zendesk`. Its callback URL is PUBLIC_URL/oauth/callback/zendesk. */
  @IsOptional()
  @IsString()
  ZENDESK_CLIENT_ID?: string;

  /** The client secret that belongs to ZENDESK_CLIENT_ID. */
  @IsOptional()
  @IsString()
  ZENDESK_CLIENT_SECRET?: string;

  /** Seconds that a platform may take to answer a sign-in or the renewal of an access token. */
  @EnvNumber()
  @Min(0.1)
  @Max(20)
  OAUTH_SECONDS = 15;

  override problems(): readonly string[] {
    return outboundProblems(this);
  }
}

/** Returns the User-Agent header. It is the same for all platforms and names a URL where the operator can be found. */
export function userAgentOf(env: ChannelsEnv): string {
  return env.CRAWLER_USER_AGENT ?? `PlauditBot/1.0 (+${env.PUBLIC_URL})`;
}
