import { escapeHtml } from '@plaudit/runtime';
import { CARD_HEIGHT, CARD_WIDTH } from '../badge-images/badge-svg';
import type { Language, Strings } from '../i18n/locale';
import type { PublicSummary, PublicWidget } from '../public-json/public-widget';
import { STARS_SHAPE } from './page-parts';
import { PAGE_CSS } from './page-style';

interface SharedPage {
  widget: Pick<PublicWidget, 'key'>;
  language: Language;
  title: string;
  description: string;
  publicUrl: string;
}

/** Returns the sentence that describes the page: "Rated 4.7 out of 5. 1,284 reviews". */
export function ratingSentence(
  { rating, count, short_label: label }: PublicSummary,
  strings: Strings,
): string {
  if (count === 0 && rating === null) return strings('empty');
  return rating === null ? label : `${strings('rated', { rating })}. ${label}`;
}

/** Returns the tags with which search engines, social networks and editors know and preview the page. */
export function sharingTags({ widget, language, title, description, publicUrl }: SharedPage): string[] {
  const { key } = widget;
  const url = `${publicUrl}/w/${key}`;
  const image = `${publicUrl}/embed/v1/widgets/${key}.png?size=card&lang=${language}`;
  const oembed = `${publicUrl}/embed/v1/oembed?url=${encodeURIComponent(url)}&format=json`;
  const names: [string, string][] = [
    ['description', description],
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', image],
    ['twitter:image:alt', description],
  ];
  const properties: [string, string][] = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:locale', openGraphLocale(language)],
    ['og:image', image],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(CARD_WIDTH)],
    ['og:image:height', String(CARD_HEIGHT)],
    ['og:image:alt', description],
  ];
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(title)}">`,
    ...names.map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`),
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`),
  ];
}

/** Returns the language with the region that most people who read it live in, as in `en_US`. */
function openGraphLocale(language: string): string {
  const { language: code, region } = new Intl.Locale(language).maximize();
  return region ? `${code}_${region}` : code;
}

export interface PageShell {
  lang: string;
  dir: string;
  /** Classes of the root element, which choose the colours and the width. */
  classes: string;
  title: string;
  head: string[];
  body: string[];
}

export function pageHtml({ lang, dir, classes, title, head, body }: PageShell): string {
  return [
    '<!doctype html>',
    `<html lang="${lang}" dir="${dir}" class="${classes}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Without an icon link, the browser requests /favicon.ico and logs the 404.
    '<link rel="icon" href="data:,">',
    `<title>${escapeHtml(title)}</title>`,
    ...head,
    `<style>${PAGE_CSS}</style>`,
    '</head>',
    '<body>',
    STARS_SHAPE,
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
