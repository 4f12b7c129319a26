import { Injectable, Logger } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { PlatformContextFactory } from '../crawl/thread/platform-context.factory';
import { PageThreadService } from '../crawl/thread/page-thread.service';
import { asCrawlError } from '../platforms/crawl-error';
import type { Platform } from '../platforms/platform';
import type { Candidate, Search } from '../platforms/search';
import { websiteSchema } from '../platforms/website/website-schema';

/** A person waits, and the verification takes its time, too. */
const SEARCH_MS = 8_000;

/** Finds candidates with the search of a platform and on the website of the business. */
@Injectable()
export class CandidateSearchService {
  private readonly logger = new Logger(CandidateSearchService.name);

  constructor(
    private readonly contexts: PlatformContextFactory,
    private readonly thread: PageThreadService,
  ) {}

  /** Returns what the platform's search finds, or null if the platform has no search or it failed. */
  async onPlatform(
    { account_id }: Principal,
    platform: Platform,
    search: Search,
  ): Promise<readonly Candidate[] | null> {
    if (!platform.discover) return null;
    const signal = AbortSignal.timeout(SEARCH_MS);
    const { ctx } = this.contexts.of(platform, {
      signal,
      retries: 0,
      account: account_id,
      line: 'check',
      token: noToken,
    });
    try {
      return await platform.discover(search, ctx);
    } catch (error) {
      const { code, message } = asCrawlError(error);
      this.logger.warn({
        message: 'Could not search a platform',
        platform: platform.meta.slug,
        code,
        reason: message,
      });
      return null;
    }
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

/** A search needs no key of a customer. */
async function noToken(): Promise<string> {
  throw new Error('A search has no token');
}
