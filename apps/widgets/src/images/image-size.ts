import type { ResizeOptions } from 'sharp';
import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';

/**
 * The sizes, in pixels, in which copies are made. A fixed list keeps visitors from requesting unlimited work. 40, 80, 140 and 600
 * are for pages that were made by an earlier version.
 */
export const IMAGE_SIZES = [40, 80, 96, 140, 144, 256, 600, 800, 1200] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];

/** What a widget shows an image as. A thumbnail opens the photo. */
export type ImageUse = 'face' | 'thumb' | 'photo';

/** Faces and thumbnails of cards are square, up to this size. */
const MAX_SQUARE = 256;
/** Fills a tile of any shape, so it is the size of the shorter side. */
const TILE = 800;
/** The largest face in CSS pixels for which 96 pixels are sharp on a screen of double density. */
const MAX_SMALL_FACE = 48;

/** Returns a size with at least two pixels for each CSS pixel, at widths of 380 and 1,200 px and with the default columns. */
export function sizeOf(use: ImageUse, type: WidgetType, { layout }: Settings): ImageSize {
  if (use === 'photo') return 1200;
  if (use === 'thumb') return type === 'media' || type === 'masonry' ? TILE : 144;
  return Number(layout.face_size ?? 0) > MAX_SMALL_FACE ? 256 : 96;
}

/**
 * Returns how a copy of the size is cut. A square is cut from the centre, a tile covers its shape, and other copies keep within
 * the size. No image is enlarged.
 */
export function resizeOptions(size: ImageSize): ResizeOptions {
  const fit = size <= MAX_SQUARE ? 'cover' : size === TILE ? 'outside' : 'inside';
  return { width: size, height: size, fit, position: 'centre', withoutEnlargement: true };
}
