import { escapeHtml } from '@plaudit/runtime';
import type { Settings } from '../settings/settings';

export interface EmbedSnippets {
  /** A div and an async script. The div contains a link for visitors without JavaScript. */
  html: string;
  advanced: { head: string; element: string };
  shortcode: string;
}

interface SnippetInput {
  publicUrl: string;
  pagesUrl: string;
  key: string;
  settings: Settings;
  /** The style that gives the widget its height before it is drawn, as `reservedStyle` returns it. */
  reserved: string;
  /** The name for the heading "Reviews of {name}", or null if there is none. */
  subject: string | null;
}

/** If the script cannot be loaded, the page gets the reserved height back. */
const GIVE_BACK = "document.querySelectorAll('[data-rv-widget]>div').forEach(e=>e.style='')";

/**
 * Keeps optimisers from delaying the script or joining it with others: Rocket Loader of Cloudflare, which reads its attribute only
 * before `src`, LiteSpeed Cache, Autoptimize, WP Rocket and Jetpack Boost.
 */
const KEEP_OUT =
  'data-cfasync="false" data-no-optimize="1" data-no-defer="1" data-noptimize="1" data-nowprocket data-jetpack-boost="ignore"';

/**
 * Returns code to paste into a web page. The link stands in a box that has the height of the widget, so that the page does not move
 * when the reviews arrive. The element shows itself in place of both.
 */
export function embedSnippets(input: SnippetInput): EmbedSnippets {
  const { publicUrl: base, pagesUrl, key, settings, reserved } = input;
  const label = input.subject ? `Reviews of ${escapeHtml(input.subject)}` : 'Customer reviews';
  const link = `<a href="${pagesUrl}/w/${key}">${label}</a>`;
  const fallback = reserved ? `<div style="${reserved}">${link}</div>` : link;
  const eager = settings.behavior.lazy ? '' : ' eager';
  // A preload starts the request at once, but a lazy widget waits until it is near the screen. The element requests the URL of
  // the preload. It has no language of the page, so it needs a widget whose language is fixed.
  const isPreloaded = !settings.behavior.lazy && settings.i18n.locale !== 'auto';
  const preload = isPreloaded
    ? [`<link rel="preload" as="fetch" crossorigin="anonymous" href="${base}/embed/v1/widgets/${key}.json">`]
    : [];
  return {
    html: [
      `<div data-rv-widget="${key}"${eager && ' data-eager'}>${fallback}</div>`,
      `<script async ${KEEP_OUT} src="${base}/embed/v1/w.js"${reserved && ` onerror="${GIVE_BACK}"`}></script>`,
    ].join('\n'),
    advanced: {
      head: [
        `<script type="module" async ${KEEP_OUT} src="${base}/embed/v1/rv.js"></script>`,
        ...preload,
      ].join('\n'),
      element: `<rv-widget key="${key}"${eager} style="display:block">${fallback}</rv-widget>`,
    },
    shortcode: `[rv_widget key="${key}"]`,
  };
}
