import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const BASE = '/app/';
const FRAME =
  /node_modules|vite\/preload|src\/(api|live|i18n\/[a-z]+\.ts|app\/(keyboard|preferences|shortcuts|use-media)|session\/session|components\/(forms\/use-failure-toast|controls\/(button|search-field|use-composed-text)|display\/(icon|labels|monograms|states|stars)|layout|overlays\/(menu|place|toaster)))/;
/** Parts of the packages that only some screens use. */
const LATER =
  /(useBlocker|useMutation|mutationObserver|useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/;
/** What most forms and dialogs need. The lists of files to load first are shorter with one file of it. */
const FORMS = /src\/components\/(forms|controls|overlays\/dialog|display\/note)/;
const FIRST_TEXTS = /messages\/(\w\w)\/(?:common|inbox|files)\./;
const theme = fileURLToPath(new URL('src/app/first-theme.js', import.meta.url));

/**
 * Adds to the page what must be there before it is drawn: the script that sets the chosen theme, so that it does not flash in the
 * other one, and the typeface. The script may not be inline under the Content-Security-Policy.
 */
const beforeFirstPaint = {
  name: 'before-first-paint',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'asset', name: 'first-theme.js', source: readFileSync(theme, 'utf8') });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = Object.keys(bundle);
      const font = files.find((file) => /hanken-grotesk-latin-wght.*\.woff2$/.test(file));
      const script = files.find((file) => /first-theme.*\.js$/.test(file));
      const tags = [
        { tag: 'script', attrs: { src: BASE + script }, injectTo: 'head-prepend' },
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: BASE + font },
          injectTo: 'head-prepend',
        },
      ];
      return { html: withSharedStylesFirst(html), tags };
    },
  },
};

/**
 * Vite links the styles of the entry last. They are the shared ones, so they would win over those of the inbox, which is loaded with
 * the entry. The styles of other screens arrive later.
 */
function withSharedStylesFirst(html) {
  const [first, ...links] = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const shared = links.find((link) => link.includes('/index-'));
  if (!shared) return html;
  return html.replace(`\n    ${shared}`, '').replace(first, `${shared}\n    ${first}`);
}

// Vite loads the default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  base: BASE,
  plugins: [react(), tailwind(), beforeFirstPaint],
  resolve: { conditions: ['@plaudit/source', 'module', 'browser', 'import', 'default'] },
  build: {
    target: 'es2022',
    // The policy allows no data: URLs for fonts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs is in one file besides the entry. Many small files would be 5 KB larger after compression.
        codeSplitting: {
          groups: [
            { name: 'frame', test: (id) => FRAME.test(id) && !LATER.test(id) },
            { name: 'forms', test: FORMS },
            { name: (id) => `texts-${FIRST_TEXTS.exec(id)[1]}`, test: FIRST_TEXTS },
            { name: 'inbox', test: /screens\/inbox\/(filters\/filters|list-requests|inbox-[a-z]+)\./ },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '^/(app/(api|events|mailbox/mails|session|sessions|password|two_factor|setup/state|authorize/[^/]+/)|.well-known/)':
        'http://localhost:8080',
    },
  },
});
