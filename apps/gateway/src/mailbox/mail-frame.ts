import { PAGE_HEADERS } from '../dashboard/dashboard-page';

/**
 * The HTML of a mail runs nothing: no script, no form, no style or font of another site. Images are shown, and links open in a
 * tab of their own. Only a page of this site may show it in a frame.
 */
export const MAIL_FRAME_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    'img-src http: https: data:',
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
};

/** Makes the links of a mail open in a tab of their own, because other pages refuse to be shown in a frame. */
export function withLinksInTabs(markup: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(markup)
    ? markup.replace(/<head[^>]*>/i, (head) => head + base)
    : `<!doctype html>${base}${markup.replace(/^\s*<!doctype[^>]*>/i, '')}`;
}
