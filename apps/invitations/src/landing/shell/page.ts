import { createHash } from 'node:crypto';
import { parseUrl } from '@plaudit/contracts';
import { escapeHtml } from '@plaudit/runtime';
import type { Language } from '../../settings/languages';
import { pageStyle } from './page-style';

/** How a page shows whose it is. */
export interface PageBrand {
  language: Language;
  color: string;
  logoUrl: string | null;
  /** Empty if it is not known. */
  businessName: string;
}

interface PageInput {
  brand: PageBrand;
  title: string;
  /** HTML. */
  body: readonly string[];
  /** HTML below the card. */
  footer?: readonly string[];
}

export interface Page {
  html: string;
  /** Its Content-Security-Policy. */
  policy: string;
}

/** Returns a page that needs no script and loads nothing but the logo of its business. */
export function pageOf({ brand, title, body, footer = [] }: PageInput): Page {
  const style = pageStyle(brand.color);
  const logo = logoOf(brand);
  const html = [
    '<!doctype html>',
    `<html lang="${brand.language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow">',
    '<meta name="referrer" content="no-referrer">',
    // Without an icon link, the browser requests /favicon.ico and logs the 404.
    '<link rel="icon" href="data:,">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    ...brandMark(brand, logo),
    ...body,
    '</main>',
    ...(footer.length > 0 ? ['<footer>', ...footer, '</footer>'] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
  return { html, policy: policyOf(style, logo) };
}

function policyOf(style: string, logo: URL | null): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `img-src data:${logo ? ` ${logo.origin}` : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function logoOf({ logoUrl }: PageBrand): URL | null {
  const url = parseUrl(logoUrl ?? '');
  return url?.protocol === 'https:' ? url : null;
}

/** The logo, or the first letter of the name and the name. */
function brandMark({ businessName }: PageBrand, logo: URL | null): string[] {
  const name = escapeHtml(businessName);
  if (logo) return [`<div class="brand"><img src="${escapeHtml(logo.href)}" alt="${name}"></div>`];
  if (businessName === '') return [];
  const letter = escapeHtml(initialOf(businessName));
  return [
    `<div class="brand"><span class="initial" aria-hidden="true">${letter}</span><span>${name}</span></div>`,
  ];
}

/** Returns the first letter or digit of a name in upper case. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '•').toUpperCase();
}

/** A tick in a circle. */
export const TICK =
  '<div class="badge good" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg></div>';
