import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../content/escape-html';
import { ERROR_PAGE_TEXTS, type ErrorPageKind, preferredLanguage } from './error-page-texts';

/** The links in messages: people open them, and no client of the API does. */
const LINKS = /^\/[iu](?:[/?]|$)/;

const STYLE = `:root{color-scheme:light dark;--back:#f3f5f8;--card:#fff;--text:#18212f;--muted:#566274;--line:#dfe4eb;--mark:#eef1f5}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:clamp(1rem,6vh,4rem) 1rem;background:var(--back);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
main{max-width:35rem;margin:0 auto;padding:clamp(1.25rem,6vw,2.5rem);background:var(--card);border:1px solid var(--line);border-radius:18px}
h1{margin:0;font-size:clamp(1.5rem,5.4vw,2rem);line-height:1.2;text-wrap:balance;overflow-wrap:anywhere}
p{margin:.75rem 0 0;color:var(--muted);font-size:1.0625rem}
.badge{display:grid;place-items:center;width:3.5rem;height:3.5rem;margin:0 0 1.25rem;border-radius:50%;background:var(--mark);color:var(--muted)}
.badge svg{width:1.75rem;height:1.75rem}
@media(prefers-color-scheme:dark){:root{--back:#0f141d;--card:#1a2130;--text:#eef2f7;--muted:#a9b4c4;--line:#323c4f;--mark:#2b3548}}`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

/** A broken link in a circle. */
const BROKEN =
  '<div class="badge" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M9 17H7A5 5 0 0 1 7 7M15 7h2a5 5 0 0 1 4 8M8 12h4M3 3l18 18"/></svg></div>';

/** Returns true if an error of this request is shown to a person: it is for a link in a message, and asks for no JSON. */
export function wantsErrorPage({ url, headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  return LINKS.test(url) && (/text\/html/i.test(accept) || !/application\/json/i.test(accept));
}

/** Sends the page for an error, in a language that the browser prefers. It says nothing about the request. */
export function sendErrorPage(status: number, { headers }: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    })
    .send(errorPage(kindOf(status), headers['accept-language']));
}

function kindOf(status: number): ErrorPageKind {
  if (status === 404) return 'missing';
  return status >= 500 || status === 429 ? 'later' : 'refused';
}

function errorPage(kind: ErrorPageKind, acceptLanguage: string | undefined): string {
  const language = preferredLanguage(acceptLanguage);
  const { title, heading, lead } = ERROR_PAGE_TEXTS[language][kind];
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
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
