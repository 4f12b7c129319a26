import { Injectable } from '@nestjs/common';
import { ApiError, ERROR_STATUS } from '@plaudit/contracts';
import { troubleOf } from '@plaudit/database';
import { EncodedBody, Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { partialEtag } from '../http/etag';
import { isTooOld } from '../http/public-headers';

/** The versions that a response is rendered from, and the part of the widget that it shows. */
export interface ContentVersion {
  key: string;
  widgetRev: number;
  language: string;
  etag: string;
  part: string;
  /** When the reviews service confirmed this version. */
  confirmedOn: Date;
  /** True if older content may be shown when this version cannot be rendered. */
  mayBeStale: boolean;
}

/** A response body with the ETag of the version that it was rendered from. */
export interface RenderedContent {
  body: EncodedBody;
  etag: string;
  /** False if some texts are not translated yet. The ETag is not that of the version then. */
  isComplete: boolean;
}

/** The text of a body. It is complete unless some texts are not translated yet. */
export interface Rendering {
  text: string;
  isComplete: boolean;
}

type Render = () => Promise<Rendering>;
/** `confirmedOn` is when the reviews service last confirmed its version. */
type KeptContent = RenderedContent & { confirmedOn: Date };

const MEGABYTE = 1024 * 1024;
const MAX_CACHE_BYTES = 64 * MEGABYTE;
const MAX_STALE_BYTES = 32 * MEGABYTE;
/** How long visitors get a body that lacks translations, before it is rendered again. */
const PARTIAL_MS = 15_000;

/**
 * Renders and caches the public responses of widgets. The cache key contains the versions that a response was rendered
 * from, so an entry is never outdated and nothing has to be invalidated. A body that lacks translations is kept for seconds only.
 * Concurrent requests for a version that is not cached yet share one rendering.
 *
 * The last version of each part is kept besides until a day after the reviews service confirmed it. It is returned while a newer one
 * cannot be rendered because that service does not answer. It has the widget's present settings, but possibly older reviews.
 */
@Injectable()
export class RenderedContentCache {
  private readonly rendered: LRUCache<string, RenderedContent, { etag: string; render: Render }>;
  private readonly kept = new LRUCache<string, KeptContent>({
    max: 20_000,
    maxSize: MAX_STALE_BYTES,
    sizeCalculation: sizeOf,
  });

  constructor(private readonly clock: Clock) {
    this.rendered = new LRUCache({
      max: 20_000,
      maxSize: MAX_CACHE_BYTES,
      sizeCalculation: sizeOf,
      // Other entries may evict this one while it is made. Without this its requests would fail.
      ignoreFetchAbort: true,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
      fetchMethod: async (_key, _stale, { context: { etag, render }, options }) => {
        const { text, isComplete } = await render();
        if (!isComplete) options.ttl = PARTIAL_MS;
        return { body: new EncodedBody(text), etag: isComplete ? etag : partialEtag(etag, text), isComplete };
      },
    });
  }

  /** Returns this version, or the last one if `render` fails with a 503. Throws what `render` throws if there is none. */
  async get(version: ContentVersion, render: Render): Promise<RenderedContent> {
    const { key, widgetRev, language, etag, part } = version;
    const keptAs = `${key} ${widgetRev} ${language} ${part}`;
    try {
      const context = { etag, render };
      const content = await this.rendered.forceFetch(`${key} ${etag} ${part}`, { context });
      if (version.mayBeStale) this.keep(keptAs, content, version.confirmedOn);
      return content;
    } catch (error) {
      const last = version.mayBeStale && isUnavailable(error) ? this.kept.get(keptAs) : undefined;
      if (last && !isTooOld(last.confirmedOn, this.clock.now())) return last;
      throw error;
    }
  }

  private keep(keptAs: string, content: RenderedContent, confirmedOn: Date): void {
    const last = this.kept.get(keptAs);
    if (last?.etag === content.etag) last.confirmedOn = confirmedOn;
    else this.kept.set(keptAs, { ...content, confirmedOn });
  }
}

/** An entry also holds its compressed forms. */
function sizeOf({ body }: RenderedContent): number {
  return body.bytes * 2 + 500;
}

function isUnavailable(error: unknown): boolean {
  return (
    troubleOf(error) !== null ||
    (error instanceof ApiError && error.status === ERROR_STATUS.upstream_unavailable)
  );
}
