import { parseUrl } from '@plaudit/contracts';
import { escapeHtml } from '@plaudit/runtime';
import { BADGE_HEIGHT, BADGE_SCALE, BADGE_WIDTH } from '../badge-images/badge-svg';
import { heightCss } from '../heights/reserved-style';
import type { HeightAt } from '../heights/widget-height';
import type { WidgetType } from '../settings/widget-types';

/** A response of the type `rich`, as oembed.com defines it. */
export interface RichOembed {
  version: '1.0';
  type: 'rich';
  title: string;
  provider_name: string;
  provider_url: string;
  /** In seconds. */
  cache_age: number;
  html: string;
  width: number;
  height: number;
  thumbnail_url: string;
  thumbnail_width: number;
  thumbnail_height: number;
}

/** The frame itself shows new reviews at once. Only its size and title are kept that long. */
const CACHE_SECONDS = 3600;
const WIDTH = 640;
/** Types that are as wide as the text in them. */
const NARROW: readonly WidgetType[] = ['badge', 'avatars'];
const NARROW_WIDTH = 360;
/** Left and right of the content of most pages on a phone together. */
const PAGE_MARGIN = 32;

/** Returns the key in the address of a hosted page on one of these origins, or null for any other address. */
export function keyOfPage(address: string, origins: readonly string[]): string | null {
  const url = parseUrl(address);
  // A page may be linked with http although it is served with https.
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (!origins.some((origin) => new URL(origin).host === url.host)) return null;
  return /^\/w\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? null;
}

interface OembedInput {
  key: string;
  type: WidgetType;
  language: string;
  title: string;
  publicUrl: string;
  maxWidth: number;
  maxHeight: number;
  /** The height of the page in the frame by the width of the frame. */
  heightAt: HeightAt;
}

export function richOembed(input: OembedInput): RichOembed {
  const { key, type, language, title, publicUrl, heightAt, maxHeight } = input;
  const width = Math.min(NARROW.includes(type) ? NARROW_WIDTH : WIDTH, input.maxWidth);
  const height = Math.min(heightAt(width), maxHeight);
  // On a phone the frame is narrower: texts are higher then, and photos lower. A page may have no margins, too. Editors that remove
  // the style keep the attribute.
  const byScreen = heightCss((screen) => {
    const heights = [screen - PAGE_MARGIN, screen].map((room) => heightAt(Math.min(room, width)));
    return Math.min(Math.max(...heights), maxHeight);
  }, '100vw');
  const source = `${publicUrl}/embed/v1/widgets/${key}.html?lang=${language}`;
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'Plaudit',
    provider_url: publicUrl,
    cache_age: CACHE_SECONDS,
    html: `<iframe src="${escapeHtml(source)}" title="${escapeHtml(title)}" width="${width}" height="${height}" style="border:0;max-width:100%;height:${byScreen}" loading="lazy"></iframe>`,
    width,
    height,
    thumbnail_url: `${publicUrl}/embed/v1/widgets/${key}.png?lang=${language}`,
    thumbnail_width: BADGE_WIDTH * BADGE_SCALE,
    thumbnail_height: BADGE_HEIGHT * BADGE_SCALE,
  };
}
