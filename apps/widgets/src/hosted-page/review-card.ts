import { platformMarkPath } from '@plaudit/contracts/platform-marks';
import { escapeHtml } from '@plaudit/runtime';
import { formatTag, type Language, type Strings } from '../i18n/locale';
import { dateText, machineDate } from '../layouts/dates';
import { hueOf, initialsOf } from '../layouts/initials';
import { cutText } from '../public-json/public-review';
import type { PublicMedia, PublicReview } from '../public-json/public-widget';
import { starsHtml } from './page-parts';

export interface CardContext {
  strings: Strings;
  language: Language;
}

/** Returns a review as an article. The page shows it without JavaScript. */
export function reviewCard(review: PublicReview, context: CardContext): string {
  const { strings } = context;
  const stars = review.rating === null ? '' : starsHtml(review.rating, strings);
  const posted = machineDate(review);
  const date = posted === null ? '' : dateHtml(posted, context.language);
  const parts = [
    stars || date ? `<div class="top">${stars}${date}</div>` : '',
    textHtml(review, strings),
    review.translated ? `<p class="muted">${escapeHtml(strings('translated'))}</p>` : '',
    photosHtml(review, strings),
    replyHtml(review, strings),
    authorHtml(review, strings),
  ];
  return `<li><article>${parts.join('')}</article></li>`;
}

/** A longer text is shortened until the visitor opens it, so that the next review stays in sight. */
const LONG_TEXT = 400;

function textHtml({ text, language }: PublicReview, strings: Strings): string {
  if (text === '') return `<p class="none">${escapeHtml(strings('no_text'))}</p>`;
  const lang = language ? ` lang="${escapeHtml(language)}"` : '';
  const paragraph = (content: string): string =>
    `<p class="text"${lang} dir="auto">${escapeHtml(content)}</p>`;
  const short = cutText(text, LONG_TEXT);
  if (!short.cut) return paragraph(text);
  const [more, less] = [strings('read_more'), strings('read_less')].map(escapeHtml);
  const summary = `<summary><span>${more}</span><span>${less}</span></summary>`;
  return `${paragraph(short.text)}<details>${summary}${paragraph(text)}</details>`;
}

function dateHtml(date: string, language: Language): string {
  const shown = dateText(date, 'medium', formatTag(language), 0);
  return `<time class="muted" datetime="${escapeHtml(date)}">${escapeHtml(shown)}</time>`;
}

function photosHtml({ media, author }: PublicReview, strings: Strings): string {
  const images = media.filter(({ type, thumb }) => type === 'image' && thumb !== null);
  const name = author.name ?? strings('anonymous');
  const photos = images.map((image, at) => photoHtml(image, strings('open_media', { n: at + 1, name })));
  return photos.length > 0 ? `<div class="photos">${photos.join('')}</div>` : '';
}

function photoHtml({ url, thumb }: PublicMedia, label: string): string {
  const image = `<img src="${escapeHtml(thumb ?? url)}" alt="${escapeHtml(label)}" width="80" height="80" loading="lazy">`;
  return `<a href="${escapeHtml(url)}">${image}</a>`;
}

function replyHtml({ reply }: PublicReview, strings: Strings): string {
  if (!reply) return '';
  return `<div class="reply" dir="auto"><b>${escapeHtml(strings('reply'))}</b>${escapeHtml(reply.text)}</div>`;
}

function authorHtml(review: PublicReview, strings: Strings): string {
  const { author, verified } = review;
  const face = author.image
    ? `<img class="face" src="${escapeHtml(author.image)}" alt="" width="40" height="40" loading="lazy">`
    : initialsHtml(author.name);
  const details = [
    verified ? `<span class="ok">✓ ${escapeHtml(strings('verified'))}</span>` : '',
    sourceHtml(review, strings),
  ].filter(Boolean);
  const line = details.length > 0 ? `<div class="muted">${details.join(' · ')}</div>` : '';
  const name = escapeHtml(author.name ?? strings('anonymous'));
  return `<div class="by">${face}<div><b dir="auto">${name}</b>${line}</div></div>`;
}

function sourceHtml(review: PublicReview, strings: Strings): string {
  const { url, label } = review;
  const chip = markHtml(review);
  if (url === null) return label ? `<span class="source">${chip}${escapeHtml(label)}</span>` : '';
  const text = strings('view_on', { platform: label ?? new URL(url).hostname });
  return `<a class="source" rel="noopener nofollow ugc" href="${escapeHtml(url)}">${chip}${escapeHtml(text)}</a>`;
}

/** The mark of the platform, or its letters. */
function markHtml({ platform, mark }: PublicReview): string {
  const path = platform && platformMarkPath(platform);
  if (path) return `<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
  return mark ? `<span class="mark" aria-hidden="true">${escapeHtml(mark)}</span>` : '';
}

function initialsHtml(name: string | null): string {
  if (name === null) return '<span class="face f0" aria-hidden="true">☺</span>';
  return `<span class="face f${hueOf(name)}" aria-hidden="true">${escapeHtml(initialsOf(name))}</span>`;
}
