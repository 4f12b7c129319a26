/** The stylesheet of all pages. */
export const APP_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.15rem; margin-top: 2rem; }
[hidden] { display: none !important; }
form, .bar, .fields, fieldset { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1rem 0; }
.bar { align-items: center; justify-content: space-between; }
.fields, fieldset { margin: 0; }
fieldset { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; flex-basis: 100%; box-sizing: border-box; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
nav a { padding: .6rem 0; }
nav a[aria-current] { font-weight: bold; text-decoration: none; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
[aria-invalid] { border: 2px solid #d33; }
label { display: grid; gap: .25rem; }
label.check { display: flex; align-items: center; min-height: 2.75rem; }
input, select, button { font: inherit; min-height: 2.75rem; padding: .25rem .75rem; box-sizing: border-box; }
input[type=checkbox] { min-height: 0; width: 1.25rem; height: 1.25rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: .5rem; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
code { overflow-wrap: anywhere; }
td time { white-space: nowrap; }
td.wide { min-width: 14rem; overflow-wrap: anywhere; }
#qr-code { background: #fff; max-width: 100%; }
#recovery-codes { list-style: none; padding: 0; }
iframe { width: 100%; height: 40rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; box-sizing: border-box; background: #fff; color-scheme: light; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
details { margin: 1rem 0; }
summary { padding: .6rem 0; cursor: pointer; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
#message:empty { display: none; }
#message, .secret { border: 1px solid currentColor; border-radius: 8px; padding: .75rem; }
`;
