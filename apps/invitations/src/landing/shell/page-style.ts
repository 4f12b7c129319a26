import { readableOn, textOn } from '../../brand/contrast';

const CARD = { light: '#ffffff', dark: '#1a2130' } as const;
const COLOR = /^#[0-9a-f]{6}$/i;

/** Used where the settings are not known, or their colour is not one. */
export const DEFAULT_COLOR = '#2563eb';

/** Returns the style sheet of a page in the colour of its business. */
export function pageStyle(color: string): string {
  const accent = COLOR.test(color) ? color : DEFAULT_COLOR;
  return `:root{--accent:${accent};--on-accent:${textOn(accent)};--link:${readableOn(CARD.light, accent)}}
${BASE}
@media(prefers-color-scheme:dark){:root{--link:${readableOn(CARD.dark, accent)};${DARK}}}
`;
}

const DARK =
  '--back:#0f141d;--card:#1a2130;--text:#eef2f7;--muted:#a9b4c4;--line:#323c4f;--edge:#8391a7;--field:#131925;--bad:#fda29b;--badback:#3a1a1a;--good:#6ce9a6;--mark:#2b3548;--star:#fdb022;--shadow:0 1px 2px #0006,0 16px 40px #0006';

const BASE = `:root{color-scheme:light dark;--back:#f3f5f8;--card:#fff;--text:#18212f;--muted:#566274;--line:#dfe4eb;--edge:#79869a;--field:#fff;--bad:#b42318;--badback:#fef3f2;--good:#067647;--mark:#eef1f5;--star:#e07c00;--shadow:0 1px 2px #1018280d,0 16px 40px #1018281a}
*,*::before,*::after{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;padding:clamp(1rem,6vh,4rem) 1rem 2rem;background:var(--back);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
main{width:100%;max-width:35rem;background:var(--card);position:relative;overflow:hidden;border:1px solid var(--line);border-radius:18px;box-shadow:var(--shadow);padding:clamp(1.25rem,6vw,2.5rem);padding-top:calc(clamp(1.25rem,6vw,2.5rem) + .5rem)}
main::before{content:"";position:absolute;inset:0 0 auto;height:6px;background:var(--accent)}
.brand{display:flex;align-items:center;gap:.75rem;margin:0 0 1.75rem;font-weight:650;overflow-wrap:anywhere}
.brand img{display:block;max-width:min(14rem,100%);max-height:3.5rem;object-fit:contain}
.initial{flex:none;display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:12px;background:var(--accent);color:var(--on-accent);font-size:1.25rem;font-weight:700}
h1{margin:0;font-size:clamp(1.5rem,5.4vw,2rem);line-height:1.2;letter-spacing:-.015em;text-wrap:balance;overflow-wrap:anywhere}
h2{margin:0 0 .9rem;font-size:1.0625rem;line-height:1.35}
p{margin:.75rem 0 0;overflow-wrap:anywhere}
.lead{color:var(--muted);font-size:1.0625rem}
section{margin-top:2rem}
section+section{padding-top:2rem;border-top:1px solid var(--line)}
a{color:var(--link)}
ul.sites{list-style:none;margin:0;padding:0;display:grid;gap:.625rem}
.site{display:flex;align-items:center;gap:.9rem;min-height:4.25rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:14px;background:var(--field);color:var(--text);text-decoration:none;transition:border-color .12s,box-shadow .12s}
.site:hover{border-color:var(--link);box-shadow:0 0 0 1px var(--link)}
.mark{flex:none;display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:10px;background:var(--mark);color:var(--text);font-weight:700}
.site span.words{flex:1;min-width:0;overflow-wrap:anywhere;line-height:1.3}
.site strong{display:block;font-weight:650}
.site small{display:block;margin-top:.125rem;font-size:.875rem;color:var(--muted)}
.site svg{flex:none;width:1.25rem;height:1.25rem;color:var(--muted)}
form{margin:0}
fieldset{border:0;margin:0;padding:0;min-width:0}
.field{margin-top:1.5rem}
.field:first-child{margin-top:0}
legend,.label{display:block;padding:0;margin:0 0 .4rem;font-weight:650}
.stars{display:flex;gap:.125rem;margin-left:-.25rem}
.star{position:relative;display:grid;place-items:center;width:3rem;height:3rem;border-radius:10px;cursor:pointer;color:var(--edge)}
.star input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.star svg{width:2.75rem;height:2.75rem;fill:none;stroke:currentColor;stroke-width:1.25;stroke-linejoin:round;pointer-events:none}
.stars:not(:hover) .star:has(input:checked),.stars:not(:hover) .star:has(~.star input:checked),.star:hover,.star:has(~.star:hover){color:var(--star)}
.stars:not(:hover) .star:has(input:checked) svg,.stars:not(:hover) .star:has(~.star input:checked) svg,.star:hover svg,.star:has(~.star:hover) svg{fill:currentColor}
.star:has(input:focus-visible){outline:3px solid var(--link);outline-offset:-2px}
.ends{display:flex;justify-content:space-between;max-width:15.5rem;margin-top:.125rem;font-size:.8125rem;color:var(--muted)}
input[type=text],textarea{display:block;width:100%;padding:.7rem .85rem;border:1px solid var(--edge);border-radius:10px;background:var(--field);color:inherit;font:inherit}
textarea{min-height:8.5rem;resize:vertical}
[aria-invalid=true]{border-color:var(--bad);box-shadow:0 0 0 1px var(--bad)}
.hint{margin:.4rem 0 0;font-size:.875rem;color:var(--muted)}
.fault{margin:.4rem 0 0;font-size:.9375rem;color:var(--bad);font-weight:550}
.check{display:grid;grid-template-columns:auto 1fr;gap:.75rem;align-items:start}
.check input{width:1.5rem;height:1.5rem;margin:.1rem 0 0;accent-color:var(--link)}
.check label{overflow-wrap:anywhere}
.alert{margin:0 0 1.5rem;padding:.9rem 1.1rem;border-left:4px solid var(--bad);border-radius:10px;background:var(--badback)}
.alert:focus{outline:none}
.alert p{margin:0;font-weight:650}
.alert ul{margin:.4rem 0 0;padding-left:1.2rem}
.alert a{color:var(--bad)}
button{display:inline-flex;align-items:center;justify-content:center;width:100%;min-height:3.125rem;margin-top:1.75rem;padding:.7rem 1.5rem;border:1px solid var(--link);border-radius:12px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:650;cursor:pointer}
button:hover{box-shadow:0 0 0 3px color-mix(in srgb,var(--link) 28%,transparent)}
button.plain{background:transparent;color:var(--link)}
:is(a,button,input,textarea):focus-visible{outline:3px solid var(--link);outline-offset:2px}
.badge{display:grid;place-items:center;width:3.5rem;height:3.5rem;margin:0 0 1.25rem;border-radius:50%;background:var(--mark);color:var(--muted)}
.badge.good{color:var(--good)}
.badge svg{width:1.75rem;height:1.75rem}
.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
footer{width:100%;max-width:35rem;padding:1.25rem .5rem 0;font-size:.875rem;color:var(--muted);text-align:center;overflow-wrap:anywhere}
footer a{color:inherit;display:inline-block;padding:.35rem}
@media(min-width:30rem){button{width:auto;min-width:12rem}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
@media(forced-colors:active){.star:has(input:checked),.star:has(~.star input:checked){color:Highlight}main,.site{border:1px solid}}`;
