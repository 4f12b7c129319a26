import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { OutboundClient, OutboundError, outboundPolicy, UrlRefused } from '@plaudit/outbound';
import { Clock, sendTraced, Tracing, WorkQueue } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { WidgetsEnv } from '../widgets.env';
import type { ImageSize } from './image-size';
import type { ImageOrigin } from './images.repository';
import { MissLimit } from './miss-limit';
import { ImageRefused, toWebp } from './to-webp';

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 5 * MEGABYTE;
const MAX_CACHE_BYTES = 32 * MEGABYTE;
const MAX_FETCH_MS = 5_000;
/** How long a failed image is not requested again. */
const FAILURE_TTL_MS = 60_000;

/** Of one host, so that a slow one does not keep the images of all others waiting. An account chooses hosts, so it has shares only. */
const HOST_LIMITS = {
  what: 'images of this host',
  maxRunning: 8,
  maxWaiting: 64,
  maxWaitingPerAccount: 32,
  maxWaitMs: 5_000,
  isDivided: true,
};
/** Each holds an original of at most 5 MB until it is decoded. */
const FETCH_LIMITS = {
  what: 'images',
  maxRunning: 16,
  maxWaiting: 64,
  maxWaitingPerAccount: 32,
  maxWaitMs: 5_000,
  isDivided: true,
};
/** A decoded image takes up to 96 MB. Decoding takes a thread of the pool that DNS and zlib also use. */
const DECODE_LIMITS = {
  what: 'images',
  maxRunning: 2,
  maxWaiting: 16,
  maxWaitingPerAccount: 8,
  maxWaitMs: 5_000,
};

interface Copy {
  /** WebP, or null if the original could not be fetched or decoded. */
  content: Buffer | null;
}

interface CopyRequest extends ImageOrigin {
  size: ImageSize;
  /** The network of the client that wants the copy. Undefined if the gateway named none. */
  network: string | undefined;
}

/** Fetches images of platforms through the guarded outbound client and re-encodes them. Copies are cached in memory. */
@Injectable()
export class ImageProxyClient implements OnModuleDestroy {
  private readonly logger = new Logger(ImageProxyClient.name);
  private readonly outbound: OutboundClient;
  private readonly misses: MissLimit;
  private readonly hosts = new LRUCache<string, WorkQueue>({
    max: 1_000,
    memoMethod: () => new WorkQueue(HOST_LIMITS),
  });
  private readonly fetches = new WorkQueue(FETCH_LIMITS);
  private readonly decodings = new WorkQueue(DECODE_LIMITS);
  private readonly copies = new LRUCache<string, Copy, CopyRequest>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ content }) => 200 + (content?.length ?? 0),
    // Other entries may evict this one while it is made. Without this its requests would fail.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context, options }) => {
      this.misses.take(context.network);
      const content = await this.makeCopy(context);
      if (content === null) options.ttl = FAILURE_TTL_MS;
      return { content };
    },
  });

  constructor(
    env: WidgetsEnv,
    clock: Clock,
    private readonly tracing: Tracing,
  ) {
    this.misses = new MissLimit(env.IMAGE_MISSES_PER_MINUTE, clock);
    this.outbound = new OutboundClient({
      ...outboundPolicy(env),
      userAgent: 'Plaudit-Images/1.0',
      maxBytes: MAX_BYTES,
      maxRedirects: 3,
      totalTimeoutMs: MAX_FETCH_MS,
    });
  }

  /**
   * Returns a WebP of the size, or null if the original is missing, too large or not an image. Concurrent
   * requests for one copy share the work, but not those of two accounts, which wait for turns of their own.
   *
   * @throws ApiError 429 for a network that requests too many images that are not cached, and 503 `overloaded` while too
   * many are being fetched.
   */
  async fetchAsWebp(request: CopyRequest): Promise<Buffer | null> {
    const copy = await this.copies.forceFetch(`${request.account_id} ${request.size} ${request.url}`, {
      context: request,
    });
    return copy.content;
  }

  async onModuleDestroy(): Promise<void> {
    await this.outbound.close();
  }

  private async makeCopy({ url, size, account_id: account }: CopyRequest): Promise<Buffer | null> {
    const copy = async (): Promise<Buffer | null> => {
      const response = await sendTraced(this.tracing, { method: 'GET', url }, () =>
        this.outbound.request(url, { headers: { accept: 'image/*' } }),
      );
      return response.ok ? this.decodings.runFor(account, () => toWebp(response.body, size)) : null;
    };
    try {
      const host = this.hosts.memo(new URL(url).host);
      return await host.runFor(account, () => this.fetches.runFor(account, copy));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // Logged at debug level: platforms remove images all the time, and the element then shows initials.
      const expected = [OutboundError, UrlRefused, ImageRefused].some((known) => error instanceof known);
      this.logger.debug({
        message: 'Failed to copy an image of a platform',
        reason: (error as Error).message,
        expected,
      });
      return null;
    }
  }
}
