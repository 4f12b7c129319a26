import { createHash } from 'node:crypto';
import { escapeHtml } from '@plaudit/runtime';

const STYLE = `:root{color-scheme:light dark;--back:#f3f5f8;--card:#fff;--text:#18212f;--muted:#566274;--line:#dfe4eb;--link:#1d4ed8;--on:#fff;--bad:#b42318}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:clamp(1rem,6vh,4rem) 1rem;background:var(--back);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
main{max-width:38rem;margin:0 auto;padding:clamp(1.25rem,6vw,2.5rem);background:var(--card);border:1px solid var(--line);border-radius:16px}
h1{margin:0;font-size:1.6rem;line-height:1.25;overflow-wrap:anywhere}
p{margin:.75rem 0 0;overflow-wrap:anywhere}
p.lead,small{color:var(--muted)}
p.fault{color:var(--bad);font-weight:600}
fieldset{border:0;margin:1.5rem 0 0;padding:0;min-width:0}
legend{padding:0;font-weight:650}
.choice{display:grid;grid-template-columns:auto 1fr;gap:.75rem;align-items:start;padding:.7rem 0;border-bottom:1px solid var(--line)}
.choice input{width:1.4rem;height:1.4rem;margin:.1rem 0 0;accent-color:var(--link)}
.choice label{overflow-wrap:anywhere}
small{display:block;font-weight:400}
dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1.25rem;margin:1.25rem 0 0}
dt{color:var(--muted)}
dd{margin:0;min-width:0;font-weight:650;overflow-wrap:anywhere}
@media(max-width:26rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button{max-width:100%;overflow-wrap:anywhere;min-height:3rem;padding:.7rem 1.5rem;border:1px solid var(--link);border-radius:10px;background:var(--link);color:var(--on);font:inherit;font-weight:650;cursor:pointer}
button.quiet{background:none;border-color:var(--line);color:var(--link)}
:is(button,input):focus-visible{outline:3px solid var(--link);outline-offset:2px}
@media(prefers-color-scheme:dark){:root{--back:#0f141d;--card:#1a2130;--text:#eef2f7;--muted:#a9b4c4;--line:#323c4f;--link:#8ab4f8;--on:#0f141d;--bad:#fda29b}}`;

/** The page needs no script, loads nothing, and sends its form only to us. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns a page. `title` is text and is shown as its heading. `body` is HTML. */
export function pageOf(title: string, body: readonly string[]): string {
  const heading = escapeHtml(title);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow">',
    // Without an icon link, the browser requests /favicon.ico and logs the 404.
    '<link rel="icon" href="data:,">',
    `<title>${heading}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${heading}</h1>`,
    ...body,
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
