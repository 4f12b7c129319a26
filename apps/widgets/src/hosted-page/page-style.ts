import { createHash } from 'node:crypto';
import { HUES } from '../layouts/initials';

/** The tokens of the widgets. `system` follows the visitor's browser, like a widget whose theme is `auto`. */
const LIGHT =
  'color-scheme:light;--ground:#f6f7f9;--card:#fff;--text:#16191f;--muted:#5b6270;--border:#e4e6ea;--star:#d27200;--off:#d5d7da;--ok:#0f7b4d;--tint:#f3f4f6';
const DARK =
  'color-scheme:dark;--ground:#0f1115;--card:#181b21;--text:#eceef2;--muted:#a1a8b5;--border:#2c3038;--star:#f5b83d;--off:#3c3f46;--ok:#4cc38a;--tint:#22262d';

const faces = HUES.map((hue, at) => `.f${at}{--hue:${hue}}`).join('');

export const PAGE_CSS = `
:root{${LIGHT};font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;color:var(--text);-webkit-text-size-adjust:100%}
:root.dark{${DARK}}
@media(prefers-color-scheme:dark){:root.system{${DARK}}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--ground);overflow-wrap:anywhere}
main{width:min(100%,50rem);margin-inline:auto;padding:clamp(1.5rem,6vw,4rem) clamp(1rem,4vw,2rem) 3rem}
.wide main{width:min(100%,76rem)}
footer{margin-top:1.5rem;color:var(--muted);font-size:.8125rem}
h1{margin:0 0 clamp(1.25rem,3vw,2rem);font-size:clamp(1.5rem,1.1rem + 2vw,2.25rem);line-height:1.2;letter-spacing:-.015em;font-weight:600;text-wrap:balance}
p{margin:0}
[hidden]{display:none}
a{color:inherit;text-underline-offset:.2em}
a:focus-visible,summary:focus-visible{outline:2px solid currentColor;outline-offset:3px;border-radius:2px}
rv-widget{display:block}
rv-widget~.cards{margin-top:clamp(1.25rem,3vw,2rem)}
.bare rv-widget::part(root){padding:0;background:none;border-radius:0}
.score{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;margin:0 0 clamp(1.25rem,3vw,2rem)}
.score b{font-size:3.25rem;line-height:1;font-weight:600;letter-spacing:-.03em}
.score .stars{width:8.25rem}
.score p{color:var(--muted);font-size:.9375rem}
.stars{display:block;width:6.25rem;height:auto;fill:var(--star);stroke:var(--star);stroke-width:2;stroke-linejoin:round}
.stars .off{fill:var(--off);stroke:var(--off)}
[dir=rtl] .stars{transform:scaleX(-1)}
.cards{display:grid;gap:1rem;margin:0;padding:0;list-style:none}
.wide .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}
.cards>li{display:grid}
article{display:flex;flex-direction:column;gap:.75rem;padding:1.25rem;background:var(--card);border:1px solid var(--border);border-radius:12px}
.top{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem .75rem}
.muted{color:var(--muted);font-size:.8125rem}
.text{white-space:pre-line}
.text:has(+details[open]){display:none}
summary{display:inline-flex;align-items:center;min-height:1.75rem;font-size:.9375rem;font-weight:500;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary span{text-decoration:underline;text-underline-offset:.2em}
details[open] summary span:first-child,details:not([open]) summary span:last-child{display:none}
.none{color:var(--muted)}
.reply{padding:.75rem 1rem;background:var(--tint);border-radius:8px;font-size:.9375rem;white-space:pre-line}
.reply b{display:block;font-size:.8125rem;font-weight:600}
.photos{display:flex;flex-wrap:wrap;gap:.5rem}
.photos img{display:block;width:5rem;height:5rem;object-fit:cover;border-radius:8px;background:var(--tint)}
.by{display:flex;align-items:center;gap:.75rem;margin-top:auto;padding-top:.25rem}
.by>div{flex:1;min-width:0}
.by b{display:block;font-size:.9375rem;font-weight:600;line-height:1.4}
.face{flex:none;display:grid;place-items:center;width:40px;height:40px;border-radius:50%;object-fit:cover;font-size:.8125rem;font-weight:600;color:var(--text);background:var(--tint);background:oklch(60% .14 var(--hue) / .18)}
${faces}
.ok{color:var(--ok);font-weight:500}
.mark{display:inline-grid;place-items:center;min-width:1.5em;height:1.5em;padding-inline:.3em;margin-inline-end:.4em;border-radius:5px;background:var(--tint);font-size:.6875rem;font-weight:600}
.logo{flex:none;width:1rem;height:1rem;margin-inline-end:.4em;fill:currentColor}
.source{display:inline-flex;align-items:center;min-height:1.5rem}
.more{display:inline-flex;align-items:center;justify-content:center;min-height:44px;margin-top:1.25rem;padding:.5rem 1.25rem;border:1px solid var(--muted);border-radius:8px;background:var(--card);font-weight:500;text-decoration:none}
.more:hover{border-color:currentColor}
.panel{max-width:34rem;margin:0 auto;padding:clamp(2rem,8vw,3.5rem) 1.5rem;text-align:center;background:var(--card);border:1px solid var(--border);border-radius:16px}
.panel .stars{width:8.25rem;margin:0 auto 1.25rem}
.panel h1{margin-bottom:.5rem;font-size:1.375rem}
.panel p{color:var(--muted)}
.framed body{min-height:0;background:transparent}
.framed main{width:100%;padding:2px}
.framed h1{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(forced-colors:active){article,.panel,.more{border-color:CanvasText}.stars{forced-color-adjust:none}}
@media print{body{background:#fff}.more{display:none}article{break-inside:avoid}}
`;

const STYLE_HASH = createHash('sha256').update(PAGE_CSS).digest('base64');

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
