import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { ChannelsEnv } from '../../channels.env';
import { CrawlError } from '../../platforms/crawl-error';
import type { Ctx, HttpResponse } from '../../platforms/context';
import type { NormalizedPage, Platform, PlatformMeta } from '../../platforms/platform';
import { PlatformHttpClient } from '../http/platform-http.client';
import type { PageValidators } from '../http/page-validators';
import { PageThreadService } from './page-thread.service';

interface ContextTerms {
  signal: AbortSignal;
  /** How many times a failed request is repeated. */
  retries: number;
  /** The account that the platform is asked for. */
  account: number;
  /** A person waits for a check, so its turns come first. */
  line: 'check' | 'crawl';
  /** The validators of a crawl. A profile check has none and reads every page. */
  validators?: PageValidators;
  /** Receives each response that the platform reads. */
  onResponse?(response: HttpResponse): void;
  /** Returns the customer's key or OAuth token. Throws a CrawlError if there is none. */
  token(): Promise<string>;
}

/** What a platform's functions need from the crawler. */
interface PlatformContext {
  ctx: Ctx;
  /** Runs the platform's `normalize` in the worker thread. */
  normalize(rows: readonly unknown[]): Promise<NormalizedPage>;
}

/** Makes the context of one crawl or profile check: requests, clock and worker thread. */
@Injectable()
export class PlatformContextFactory {
  constructor(
    private readonly http: PlatformHttpClient,
    private readonly thread: PageThreadService,
    private readonly clock: Clock,
    private readonly env: ChannelsEnv,
  ) {}

  of({ meta, errorOf }: Platform, terms: ContextTerms): PlatformContext {
    const platform = meta.slug;
    return {
      ctx: {
        http: this.http.of(errorOf ? { meta, errorOf } : { meta }, terms),
        now: () => this.clock.now(),
        token: () => terms.token(),
        operatorKey: () => this.operatorKey(meta),
        read: (response) => this.read(platform, response, terms),
      },
      normalize: (rows) =>
        this.thread.normalize({ platform, rows, now: this.clock.now() }, terms) as Promise<NormalizedPage>,
    };
  }

  /** A challenge has another form than the page that was requested. */
  private async read(platform: string, response: HttpResponse, terms: ContextTerms): Promise<unknown> {
    try {
      return await this.thread.read({ platform, body: response.text(), url: response.url }, terms);
    } catch (error) {
      if (error instanceof CrawlError && error.code === 'LAYOUT_CHANGED') response.assertNoChallenge();
      throw error;
    }
  }

  private operatorKey({ label, operatorKey }: PlatformMeta): string {
    const key = operatorKey && this.env[operatorKey];
    if (key) return key;
    throw new CrawlError(
      'AUTH_MISSING',
      `${label} cannot be read on this installation: its operator has set no key for it.`,
    );
  }
}
