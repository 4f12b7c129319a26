/** The stylesheet of all pages. */
export const APP_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
h1 { font-size: 1.5rem; }
form, .bar { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1rem 0; }
.bar { align-items: center; justify-content: space-between; }
[hidden] { display: none !important; }
label { display: grid; gap: .25rem; }
label.check { display: flex; align-items: center; min-height: 2.75rem; }
input, select, button { font: inherit; min-height: 2.75rem; padding: .25rem .75rem; box-sizing: border-box; }
input[type=checkbox] { min-height: 0; width: 1.25rem; height: 1.25rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: .5rem; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
code { overflow-wrap: anywhere; }
#message:empty { display: none; }
#message, .secret { border: 1px solid currentColor; border-radius: 8px; padding: .75rem; }
`;
