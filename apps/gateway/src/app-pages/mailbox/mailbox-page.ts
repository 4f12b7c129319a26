import { wireDate } from '@plaudit/contracts';
import { type Html, html } from '../html';
import { PAGE_HEADERS, pageLayout } from '../page-layout';
import { scrollTable } from '../scroll-table';
import { signedInBar, type Visitor } from '../signed-in-bar';
import type { Mail, MailLine } from './mail';

const PATH = '/app/mailbox';

/**
 * Runs nothing of a mail: no script, no form, no style or font of another site. Images are shown, and links open in a tab of
 * their own.
 */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** The page of one mail shows its HTML in a frame of this site. */
export const MAIL_PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': `${PAGE_HEADERS['Content-Security-Policy']}; frame-src 'self'`,
};

export const MAIL_HTML_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': [
    `sandbox ${SANDBOX}`,
    "default-src 'none'",
    'img-src http: https: data:',
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
};

/** `mails` is null if mails go to a mail server. */
export function mailboxPage(visitor: Visitor, mails: readonly MailLine[] | null): string {
  const body =
    mails === null ? html`<p>Mails go to the mail server of <code>SMTP_URL</code>.</p>` : list(mails);
  return page(visitor, 'Mailbox', body);
}

export function mailPage(visitor: Visitor, mail: Mail): string {
  const { id, subject, from, to, receivedOn, html: markup, text, headers } = mail;
  const body = html`<p><a href="${PATH}">All mails</a></p>
    <dl>
      <dt>From</dt>
      <dd>${from}</dd>
      <dt>To</dt>
      <dd>${to}</dd>
      <dt>Received (UTC)</dt>
      <dd>${time(receivedOn)}</dd>
    </dl>
    ${
      markup === null
        ? html`<p>This mail has no HTML.</p>`
        : html`<iframe
            src="${PATH}/${id}/html"
            title="HTML of the mail"
            sandbox="${SANDBOX}"
            referrerpolicy="no-referrer"
          ></iframe>`
    }
    ${part('Text', text ?? 'This mail has no text.')} ${part('Headers', headers.join('\n'))}`;
  return page(visitor, subject, body);
}

function page(visitor: Visitor, title: string, body: Html): string {
  const header = signedInBar(visitor, 'mailbox');
  return pageLayout({ view: 'mailbox', title, header, body, worksWithoutScript: true });
}

function list(mails: readonly MailLine[]): Html {
  const about = html`<p>
    No mail server is set up, so mails are kept here and reach nobody. Only the newest 200 are kept.
  </p>`;
  if (mails.length === 0)
    return html`${about}
      <p>There are no mails yet.</p>`;
  const lines = mails.map(
    ({ id, to, subject, receivedOn }) =>
      html`<tr>
        <td class="wide">${to}</td>
        <td class="wide"><a href="${PATH}/${id}">${subject}</a></td>
        <td>${time(receivedOn)}</td>
      </tr>`,
  );
  const table = scrollTable({ label: 'Mails', columns: ['To', 'Subject', 'Received (UTC)'], lines });
  return html`${about} ${table}`;
}

function part(name: string, content: string): Html {
  return html`<details>
    <summary>${name}</summary>
    <pre>${content}</pre>
  </details>`;
}

function time(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${wireDate(at)}</time>`;
}
