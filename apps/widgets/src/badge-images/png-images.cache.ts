import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentTenant, EncodedBody, WorkQueue } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';

const MEGABYTE = 1024 * 1024;
const MAX_CACHE_BYTES = 32 * MEGABYTE;
/** A badge takes about 20 ms of a processor. The rest of the service must not wait for many of them. */
const RENDERINGS = {
  what: 'badge images',
  maxRunning: 2,
  maxWaiting: 100,
  maxWaitingPerAccount: 50,
  maxWaitMs: 2_000,
};
const MAX_RENDER_SECONDS = 5;
/** The density at which a pixel of the image is one pixel of the file. */
const SINGLE_DENSITY = 72;
/** The image has few colours, so a palette makes it a third as large. */
const COLOURS = 64;

interface Drawing {
  svg: string;
  scale: number;
}

/** Draws SVG images as PNG images and caches them. Requests for the same image share one drawing. */
@Injectable()
export class PngImagesCache {
  private readonly queue = new WorkQueue(RENDERINGS);
  private readonly images: LRUCache<string, EncodedBody, Drawing>;

  constructor() {
    this.images = new LRUCache({
      max: 20_000,
      maxSize: MAX_CACHE_BYTES,
      sizeCalculation: ({ bytes }) => bytes + 200,
      // Other entries may evict this one while it is drawn. Without this its requests would fail.
      ignoreFetchAbort: true,
      fetchMethod: async (_hash, _stale, { context }) =>
        new EncodedBody(await this.queue.runFor(currentTenant(), () => pngOf(context))),
    });
  }

  /**
   * Returns the image as a PNG file with `scale` times as many pixels as it is wide and high.
   *
   * @throws ApiError 503 `overloaded` while too many images are drawn.
   */
  async get(svg: string, scale: number): Promise<EncodedBody> {
    const hash = createHash('sha256').update(`${scale} ${svg}`).digest('base64url');
    return this.images.forceFetch(hash, { context: { svg, scale } });
  }
}

async function pngOf({ svg, scale }: Drawing): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: SINGLE_DENSITY * scale })
    .png({ palette: true, colours: COLOURS, compressionLevel: 9 })
    .timeout({ seconds: MAX_RENDER_SECONDS })
    .toBuffer();
}
