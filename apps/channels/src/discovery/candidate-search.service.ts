import { Injectable, Logger } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { isSearchable } from '../catalogue/availability';
import { ChannelsEnv } from '../channels.env';
import { PlatformContextFactory } from '../crawl/thread/platform-context.factory';
import { PageThreadService } from '../crawl/thread/page-thread.service';
import { asCrawlError, CrawlError } from '../platforms/crawl-error';
import type { Platform, PlatformMeta } from '../platforms/platform';
import type { Candidate, Search } from '../platforms/search';
import { websiteSchema } from '../platforms/website/website-schema';
import { messageOfFailure, SEARCH_MS, type SearchStatus, statusOfFailure } from './search-status';

/** What the search of a platform returned, or why it returned nothing. */
export type Searched =
  | { status: 'answered'; candidates: readonly Candidate[] }
  | { status: Exclude<SearchStatus, 'answered'>; msg: string | null };

/** Finds candidates with the search of a platform and on the website of the business. */
@Injectable()
export class CandidateSearchService {
  private readonly logger = new Logger(CandidateSearchService.name);

  constructor(
    private readonly contexts: PlatformContextFactory,
    private readonly thread: PageThreadService,
    private readonly env: ChannelsEnv,
  ) {}

  /** Returns true if the platform can be searched on this installation. */
  isSearchable(platform: Platform): boolean {
    return isSearchable(this.env, platform);
  }

  /** Returns what the platform's search finds, or why it failed. */
  async onPlatform({ account_id }: Principal, platform: Platform, search: Search): Promise<Searched> {
    if (!platform.discover || !this.isSearchable(platform)) return { status: 'not_searchable', msg: null };
    const { meta } = platform;
    const signal = AbortSignal.timeout(SEARCH_MS);
    const { ctx } = this.contexts.of(platform, {
      signal,
      retries: 0,
      account: account_id,
      line: 'check',
      token: noToken,
    });
    try {
      return { status: 'answered', candidates: await platform.discover(search, ctx) };
    } catch (thrown) {
      const error = failureOf(thrown, signal);
      const status = statusOfFailure(error, meta) as Exclude<SearchStatus, 'answered'>;
      this.report(error, meta);
      return { status, msg: messageOfFailure(error, meta) };
    }
  }

  /** A bug of ours is an error. The operator finds the setting of a refused key in the log, and tenants do not see it. */
  private report(error: CrawlError, { slug, operatorKey }: PlatformMeta): void {
    if (error.code === 'BUG') this.logger.error(error.cause instanceof Error ? error.cause : error);
    else
      this.logger.warn({
        message: 'Could not search a platform',
        platform: slug,
        code: error.code,
        reason: error.message,
        setting: statusOfFailure(error, { operatorKey }) === 'key_refused' ? operatorKey : undefined,
      });
  }

  /** Returns the links of the website. Throws 400 `invalid_value` if it cannot be read. */
  async linksOf({ account_id }: Principal, website: URL): Promise<readonly string[]> {
    const terms = {
      signal: AbortSignal.timeout(SEARCH_MS),
      retries: 0,
      account: account_id,
      line: 'check',
    } as const;
    const { ctx } = this.contexts.of(websiteSchema, { ...terms, token: noToken });
    try {
      const response = await ctx.http.get(website, { accept: 'html' });
      return await this.thread.links({ body: response.text(), url: response.url }, terms);
    } catch (error) {
      const { message } = asCrawlError(error);
      throw new ApiError('invalid_value', `website cannot be read. ${message}`, { field: 'website' });
    }
  }
}

/** A search whose time has ended fails with what it waited for, such as a connection. */
function failureOf(thrown: unknown, signal: AbortSignal): CrawlError {
  const error = asCrawlError(thrown);
  return signal.aborted && error.code !== 'OVERLOADED' ? new CrawlError('TIMEOUT', error.message) : error;
}

/** A search needs no key of a customer. */
async function noToken(): Promise<string> {
  throw new Error('A search has no token');
}
