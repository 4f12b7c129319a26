import { createHash } from 'node:crypto';
import { ownValue } from '@plaudit/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../content/escape-html';
import {
  type ErrorPageKind,
  type ErrorPageText,
  type ErrorPageTexts,
  MESSAGE_LINK_TEXTS,
  preferredLanguage,
} from './error-page-texts';
import { APP_PAGE_TEXTS } from './app-page-texts';
import { WIDGET_PAGE_TEXTS } from './widget-page-texts';

/** Paths that people open in a browser, and no client of the API does. */
interface PersonalPaths {
  pattern: RegExp;
  texts: ErrorPageTexts;
  /** True if a client that asks for JSON gets JSON. */
  hasJson: boolean;
  /** The sites that may show the page in a frame, as in `frame-ancestors`. */
  framedBy: string;
}

/** The links in messages. */
const LINKS: PersonalPaths = {
  pattern: /^\/[iu](?:[/?]|$)/,
  texts: MESSAGE_LINK_TEXTS,
  hasJson: true,
  framedBy: "'none'",
};

/** The hosted pages of widgets. Websites show them in frames, where a browser would put its own error in place of a refused page. */
const WIDGET_PAGES: PersonalPaths = {
  pattern: /^\/(?:w\/?|w\/[^/?]*[^/?.][^/?]*|embed\/v1\/widgets\/[^/?]*\.html)(?:\?|$)/,
  texts: WIDGET_PAGE_TEXTS,
  hasJson: false,
  framedBy: '*',
};

/** Where an app sends a person to connect it. */
const APP_REQUESTS: PersonalPaths = {
  pattern: /^\/oauth\/authorize(?:[/?]|$)/,
  texts: APP_PAGE_TEXTS,
  hasJson: true,
  framedBy: "'none'",
};

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT: readonly string[] = ['ar', 'he'];

const STYLE = `:root{color-scheme:light dark;--back:#f3f5f8;--card:#fff;--text:#18212f;--muted:#566274;--line:#dfe4eb;--mark:#eef1f5}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:clamp(1rem,6vh,4rem) 1rem;background:var(--back);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
main{max-width:35rem;margin:0 auto;padding:clamp(1.25rem,6vw,2.5rem);background:var(--card);border:1px solid var(--line);border-radius:18px}
h1{margin:0;font-size:clamp(1.5rem,5.4vw,2rem);line-height:1.2;text-wrap:balance;overflow-wrap:anywhere}
p{margin:.75rem 0 0;color:var(--muted);font-size:1.0625rem}
.badge{display:grid;place-items:center;width:3.5rem;height:3.5rem;margin:0 0 1.25rem;border-radius:50%;background:var(--mark);color:var(--muted)}
.badge svg{width:1.75rem;height:1.75rem}
@media(prefers-color-scheme:dark){:root{--back:#0f141d;--card:#1a2130;--text:#eef2f7;--muted:#a9b4c4;--line:#323c4f;--mark:#2b3548}}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A broken link in a circle. */
const BROKEN =
  '<div class="badge" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M9 17H7A5 5 0 0 1 7 7M15 7h2a5 5 0 0 1 4 8M8 12h4M3 3l18 18"/></svg></div>';

/** Returns true if an error of this request is shown to a person: it is for a page or for a link in a message, and asks for no JSON. */
export function wantsErrorPage(request: FastifyRequest): boolean {
  return pathsOf(request) !== undefined;
}

/** Sends the page for an error, in the language of the page or else one that the browser prefers. It says nothing about the request. */
export function sendErrorPage(status: number, request: FastifyRequest, reply: FastifyReply): void {
  const { texts, framedBy } = pathsOf(request) ?? LINKS;
  const language = languageOf(request, texts);
  const text = ownValue(texts, language)?.[kindOf(status)] ?? texts.en[kindOf(status)];
  void reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(framedBy),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    })
    .send(errorPage(language, text));
}

function pathsOf({ url, headers }: FastifyRequest): PersonalPaths | undefined {
  const { accept = '' } = headers;
  const wantsJson = !/text\/html/i.test(accept) && /application\/json/i.test(accept);
  return [LINKS, WIDGET_PAGES, APP_REQUESTS].find(
    ({ pattern, hasJson }) => pattern.test(url) && !(hasJson && wantsJson),
  );
}

/** Websites name the language of a framed page in its address. */
function languageOf({ url, headers }: FastifyRequest, texts: ErrorPageTexts): string {
  const wanted = /[?&]lang=([a-z]{2})(?:[-&#]|$)/i.exec(url)?.[1]?.toLowerCase();
  if (wanted !== undefined && Object.hasOwn(texts, wanted)) return wanted;
  return preferredLanguage(headers['accept-language'], texts);
}

function policy(framedBy: string): string {
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors ${framedBy}`;
}

function kindOf(status: number): ErrorPageKind {
  if (status === 404) return 'missing';
  return status >= 500 || status === 429 ? 'later' : 'refused';
}

function errorPage(language: string, { heading, lead, title = heading }: ErrorPageText): string {
  const direction = RIGHT_TO_LEFT.includes(language) ? ' dir="rtl"' : '';
  return [
    '<!doctype html>',
    `<html lang="${language}"${direction}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow">',
    // Without an icon link, the browser requests /favicon.ico and logs the 404.
    '<link rel="icon" href="data:,">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    `<body><main>${BROKEN}<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(lead)}</p></main></body>`,
    '</html>',
    '',
  ].join('\n');
}
