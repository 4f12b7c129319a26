import { type LinkReply, setLinkHeaders } from '../../links/page-reply';
import type { Page } from './page';

/** Sets the headers of a page and returns its body. */
export function sendPage(reply: LinkReply, { html, policy }: Page, status = 200): string {
  setLinkHeaders(reply);
  reply
    .code(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', policy);
  return html;
}
