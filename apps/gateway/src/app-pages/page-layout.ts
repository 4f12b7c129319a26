import { Html, html } from './html';

const SCRIPT_PATH = '/app/assets/app.js';
const STYLE_PATH = '/app/assets/app.css';

/** The pages may load only their own files, and no site may frame them. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
};

export interface PageContent {
  /** Names the function of app.js that runs on the page. */
  view: string;
  title: string;
  /** Stands above the title. */
  header?: Html;
  body: Html;
  /** True for a page that only shows something. */
  worksWithoutScript?: boolean;
}

/** Returns a whole page. */
export function pageLayout({ view, title, header, body, worksWithoutScript }: PageContent): string {
  const noScript = worksWithoutScript ? '' : html`<noscript><p>This page needs JavaScript.</p></noscript>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${title} – Plaudit</title>
        <link rel="stylesheet" href="${STYLE_PATH}" />
        <script src="${SCRIPT_PATH}" defer></script>
      </head>
      <body data-view="${view}">
        ${header ?? ''}
        <main>
          <h1>${title}</h1>
          <p id="message" role="alert"></p>
          ${body} ${noScript}
        </main>
      </body>
    </html> `.markup;
}
