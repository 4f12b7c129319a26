import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { OutboundClient, OutboundError, outboundPolicy, UrlRefused } from '@plaudit/outbound';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { WidgetsEnv } from '../widgets.env';
import { isRasterImage } from './image-format';
import type { ImageWidth } from './image-width';

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 5 * MEGABYTE;
/** A picture of a few kilobytes may decode to gigabytes; this is a 50-megapixel photo. */
const MAX_PIXELS = 50_000_000;
const CACHE_BYTES = 32 * MEGABYTE;
/** How long a picture that could not be had is not asked for again. */
const FAILURE_TTL_MS = 60_000;

interface Copy {
  /** WebP; null when the original cannot be had. */
  content: Buffer | null;
}

/** Fetches a platform's picture through the address guard, decodes it and encodes it anew. */
@Injectable()
export class ImageProxy implements OnModuleDestroy {
  private readonly logger = new Logger(ImageProxy.name);
  private readonly outbound: OutboundClient;
  private readonly copies = new LRUCache<string, Copy, { url: string; width: ImageWidth }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ content }) => 200 + (content?.length ?? 0),
    fetchMethod: async (_key, _stale, { context, options }) => {
      const content = await this.make(context.url, context.width);
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

  /** WebP of at most `width` pixels across, or null when the original is gone, too large or no picture. */
  async copyOf(url: string, width: ImageWidth): Promise<Buffer | null> {
    const copy = await this.copies.forceFetch(`${width} ${url}`, { context: { url, width } });
    return copy.content;
  }

  async onModuleDestroy(): Promise<void> {
    await this.outbound.close();
  }

  private async make(url: string, width: ImageWidth): Promise<Buffer | null> {
    try {
      const reply = await this.outbound.request(url, { headers: { accept: 'image/*' } });
      if (!reply.ok || !isRasterImage(reply.body)) return null;
      const picture = sharp(reply.body, { limitInputPixels: MAX_PIXELS });
      return await picture
        .autoOrient()
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer();
    } catch (error) {
      // A picture that a platform no longer has is its business, and the element draws initials instead.
      const expected = error instanceof OutboundError || error instanceof UrlRefused;
      this.logger.debug({ message: 'picture not copied', reason: (error as Error).message, expected });
      return null;
    }
  }
}
