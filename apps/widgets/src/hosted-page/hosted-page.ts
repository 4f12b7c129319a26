import { createHash } from 'node:crypto';
import { escapeHtml } from '@plaudit/runtime';
import type { Strings } from '../i18n/locale';
import type { PublicReview, PublicWidget } from '../public-json/public-widget';

const CSS = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;color:#1f2937;background:#fff}
body{max-width:52rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.5rem}
article{border:1px solid #d1d5db;border-radius:12px;padding:1rem;margin:0 0 1rem}
p{margin:.5rem 0;white-space:pre-line;overflow-wrap:anywhere}
.m{color:#4b5563;font-size:.875rem}
@media(prefers-color-scheme:dark){:root{color:#f3f4f6;background:#111827}article{border-color:#374151}.m{color:#9ca3af}a{color:#93c5fd}}
`;

const STYLE_HASH = createHash('sha256').update(CSS).digest('base64');

/**
 * Returns the Content-Security-Policy of the page. The page loads files and scripts only from its own origin. Any site may
 * frame it, or only the widget's allowed domains if there are some.
 */
export function pagePolicy(allowedDomains: readonly string[]): string {
  const ancestors = allowedDomains.length > 0 ? ["'self'", ...allowedDomains].join(' ') : '*';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    'media-src https:',
    `style-src 'sha256-${STYLE_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}

interface PageInput {
  widget: PublicWidget;
  /** The reviews that show without JavaScript. A badge lists none itself, but its page does. */
  reviews: readonly PublicReview[];
  title: string;
  scriptUrl: string;
  strings: Strings;
}

/** Returns a page that works without JavaScript. With JavaScript, the element replaces its content. */
export function hostedPage({ widget, reviews, title, scriptUrl, strings }: PageInput): string {
  const { summary, key, lang, dir } = widget;
  const rating =
    summary.rating === null
      ? ''
      : `<p>${text(strings('rated', { rating: summary.rating }))}. ${text(summary.label)}.</p>`;
  const list = reviews.map((review) => article(review, strings)).join('\n');
  const disclosure = widget.disclosure?.text ? `<p class="m">${text(widget.disclosure.text)}</p>` : '';
  const body = [
    `<h1>${text(title)}</h1>`,
    `<rv-widget key="${key}" lang="${lang}" eager>`,
    rating,
    list || `<p>${text(strings('empty'))}</p>`,
    disclosure,
    '</rv-widget>',
    `<script type="module" async src="${escapeHtml(scriptUrl)}"></script>`,
  ];
  return page(lang, dir, title, body);
}

/** Returns the page of an inactive widget. */
export function unavailablePage(language: string, strings: Strings): string {
  const title = strings('reviews_heading');
  return page(language, 'ltr', title, [
    `<h1>${text(title)}</h1>`,
    `<p>${text(strings('not_available'))}</p>`,
  ]);
}

function page(lang: string, dir: string, title: string, body: string[]): string {
  return [
    '<!doctype html>',
    `<html lang="${lang}" dir="${dir}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Without an icon link, the browser requests /favicon.ico and logs the 404.
    '<link rel="icon" href="data:,">',
    `<title>${text(title)}</title>`,
    `<style>${CSS}</style>`,
    '</head>',
    '<body>',
    '<main>',
    ...body,
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function article(review: PublicReview, strings: Strings): string {
  const details = [
    `<strong>${text(review.author.name ?? strings('anonymous'))}</strong>`,
    review.rating === null ? '' : text(strings('rated', { rating: review.rating })),
    review.date ? `<time datetime="${text(review.date)}">${text(review.date)}</time>` : '',
    review.label ? text(review.label) : '',
    review.verified ? text(strings('verified')) : '',
  ];
  const language = review.language ? ` lang="${text(review.language)}"` : '';
  const reply = review.reply
    ? `<p class="m">${text(strings('reply'))}</p><p dir="auto">${text(review.reply.text)}</p>`
    : '';
  const link = review.url
    ? `<p class="m"><a rel="noopener nofollow ugc" href="${text(review.url)}">${text(sourceLabel(review, strings))}</a></p>`
    : '';
  return [
    '<article>',
    `<p class="m">${details.filter(Boolean).join(' · ')}</p>`,
    `<p${language} dir="auto">${text(review.text)}</p>`,
    reply,
    link,
    '</article>',
  ]
    .filter(Boolean)
    .join('\n');
}

function sourceLabel(review: PublicReview, strings: Strings): string {
  return strings('view_on', { platform: review.label ?? new URL(review.url as string).hostname });
}

const text = escapeHtml;
