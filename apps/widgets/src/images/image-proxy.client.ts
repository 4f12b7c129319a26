import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { OutboundClient, OutboundError, outboundPolicy, UrlRefused } from '@plaudit/outbound';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { WidgetsEnv } from '../widgets.env';
import { type ImageWidth, isRasterImage } from './image-format';

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 5 * MEGABYTE;
/** A file of a few kilobytes can decode to gigabytes. This limit allows a photo of 50 megapixels. */
const MAX_PIXELS = 50_000_000;
const MAX_CACHE_BYTES = 32 * MEGABYTE;
/** How long a failed image is not requested again. */
const FAILURE_TTL_MS = 60_000;

interface Copy {
  /** WebP, or null if the original could not be fetched or decoded. */
  content: Buffer | null;
}

/** Fetches images of platforms through the guarded outbound client and re-encodes them. Copies are cached in memory. */
@Injectable()
export class ImageProxyClient implements OnModuleDestroy {
  private readonly logger = new Logger(ImageProxyClient.name);
  private readonly outbound: OutboundClient;
  private readonly copies = new LRUCache<string, Copy, { url: string; width: ImageWidth }>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ content }) => 200 + (content?.length ?? 0),
    fetchMethod: async (_key, _stale, { context, options }) => {
      const content = await this.makeCopy(context.url, context.width);
      if (content === null) options.ttl = FAILURE_TTL_MS;
      return { content };
    },
  });

  constructor(env: WidgetsEnv) {
    this.outbound = new OutboundClient({
      ...outboundPolicy(env),
      userAgent: 'Plaudit-Images/1.0',
      maxBytes: MAX_BYTES,
      maxRedirects: 3,
      totalTimeoutMs: 10_000,
    });
  }

  /** Returns a WebP at most `width` pixels wide, or null if the original is missing, too large or not an image. */
  async fetchAsWebp(url: string, width: ImageWidth): Promise<Buffer | null> {
    const copy = await this.copies.forceFetch(`${width} ${url}`, { context: { url, width } });
    return copy.content;
  }

  async onModuleDestroy(): Promise<void> {
    await this.outbound.close();
  }

  private async makeCopy(url: string, width: ImageWidth): Promise<Buffer | null> {
    try {
      const response = await this.outbound.request(url, { headers: { accept: 'image/*' } });
      if (!response.ok || !isRasterImage(response.body)) return null;
      return await sharp(response.body, { limitInputPixels: MAX_PIXELS })
        .autoOrient()
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer();
    } catch (error) {
      // Logged at debug level: platforms remove images all the time, and the element then shows initials.
      const expected = error instanceof OutboundError || error instanceof UrlRefused;
      this.logger.debug({
        message: 'Failed to copy an image of a platform',
        reason: (error as Error).message,
        expected,
      });
      return null;
    }
  }
}
