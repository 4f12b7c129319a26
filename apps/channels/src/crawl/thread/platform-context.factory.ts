import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import type { Ctx, NormalizedPage, Platform } from '../../platforms/platform';
import { PlatformHttpClient } from '../http/platform-http.client';
import { PageThreadService } from './page-thread.service';

interface ContextTerms {
  signal: AbortSignal;
  /** How many times a failed request is repeated. */
  retries: number;
  /** The account whose request waits for the result, and whose turn therefore comes first. Null for a crawl. */
  caller: number | null;
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
  ) {}

  of({ meta }: Platform, terms: ContextTerms): PlatformContext {
    const platform = meta.slug;
    return {
      ctx: {
        http: this.http.of(meta, terms),
        now: () => this.clock.now(),
        read: (response) => this.thread.read({ platform, body: response.text(), url: response.url }, terms),
      },
      normalize: (rows) =>
        this.thread.normalize({ platform, rows, now: this.clock.now() }, terms) as Promise<NormalizedPage>,
    };
  }
}
