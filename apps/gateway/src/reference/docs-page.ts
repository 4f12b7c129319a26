import { type Html, html } from '../html';

const PAGES = { '/docs': 'API reference', '/docs/errors': 'Error codes' } as const;

interface DocsPage {
  path: keyof typeof PAGES;
  /** Stylesheets and scripts. */
  head: Html;
  body: Html;
}

/** Returns a page of the documentation of the API, with links to the others. */
export function docsPage({ path, head, body }: DocsPage): string {
  const links = Object.entries(PAGES).map(([target, title]) =>
    target === path
      ? html`<a href="${target}" aria-current="page">${title}</a>`
      : html`<a href="${target}">${title}</a>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Plaudit ${PAGES[path]}</title>
        ${head}
      </head>
      <body>
        <header>
          <nav aria-label="Documentation">
            ${links} ${path === '/docs' ? html`<a href="#operations">Operations</a>` : ''}
            <a href="/public/v1/openapi.json">openapi.json</a>
          </nav>
        </header>
        ${body}
      </body>
    </html> `.markup;
}
