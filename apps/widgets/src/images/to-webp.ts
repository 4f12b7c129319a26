import sharp from 'sharp';
import { isRasterImage } from './image-format';
import { type ImageSize, resizeOptions } from './image-size';

/** A file of a few kilobytes can decode to gigabytes. 12 megapixels take 36 MB, or 96 MB at worst. */
export const MAX_PIXELS = 12_000_000;
const MAX_DECODE_SECONDS = 5;

// Several images are decoded at once instead of one by several threads. Decoded images are not cached.
sharp.concurrency(1);
sharp.cache(false);

/** An image that is never decoded. */
export class ImageRefused extends Error {}

/**
 * Returns a copy of the size. Throws {@link ImageRefused} for content that is no raster image, or
 * whose header names more than {@link MAX_PIXELS} in all frames together. Throws other errors if decoding fails.
 */
export async function toWebp(content: Buffer, size: ImageSize): Promise<Buffer> {
  if (!isRasterImage(content)) throw new ImageRefused('not a raster image');
  const pixels = await declaredPixels(content);
  if (pixels > MAX_PIXELS) throw new ImageRefused(`${pixels} pixels`);
  return sharp(content, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize(resizeOptions(size))
    .webp({ quality: 80 })
    .timeout({ seconds: MAX_DECODE_SECONDS })
    .toBuffer();
}

/** Reads only the header. */
async function declaredPixels(content: Buffer): Promise<number> {
  const {
    width,
    height,
    pages = 1,
    pageHeight = height,
  } = await sharp(content, {
    animated: true,
    limitInputPixels: false,
  }).metadata();
  return width * pageHeight * pages;
}
