/** The stylesheet of the pages below /docs. The reference itself has that of Swagger UI as well. */
export const DOCS_STYLE = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #3b4151; background: #fff; }
body > header { border-bottom: 1px solid #d8dde7; padding: 0 1rem; }
body > header nav { max-width: 1420px; margin: 0 auto; display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
nav a { display: inline-block; padding: .75rem 0; color: #1f4f99; }
nav a[aria-current] { color: inherit; font-weight: bold; text-decoration: none; }
.text { max-width: 48rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
.text nav a { padding: .5rem .5rem .5rem 0; }
.text a { color: #1f4f99; }
.text h2 { margin-top: 2.5rem; border-bottom: 1px solid #d8dde7; }
.text dt { margin-top: 1.25rem; font-weight: bold; }
.text dd { margin: .25rem 0 0; }
.text :target { background: #fff3c4; }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui .info table { display: block; max-width: 100%; overflow-x: auto; }
.swagger-ui .info table th, .swagger-ui .info table td, .swagger-ui .info table tbody tr td:first-of-type { padding: .25rem .75rem .25rem 0; text-align: start; vertical-align: top; }
`;
