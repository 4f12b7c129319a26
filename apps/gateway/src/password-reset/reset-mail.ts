import { html } from '../html';
import type { MailContent } from '../user-mails/user-mail';
import type { Language } from '../users/languages';
import { RESET_MAIL_TEXTS } from './reset-mail-texts';

export interface ResetLink {
  /** The account whose user gets the new password. */
  accountId: number;
  /** The date from which the person is a user of the account. */
  since: string;
  url: string;
}

export interface ResetMailInput {
  language: Language;
  /** The host on which the person asked. White-label domains have no other name. */
  host: string;
  email: string;
  links: readonly ResetLink[];
}

/**
 * Returns the mail with links for a new password. It tells the accounts apart only if there are several, and by nothing that an account
 * chose: anyone with an account can add a user with the address of a stranger, and would write into the mail of the product.
 */
export function resetMail({ language, host, email, links }: ResetMailInput): MailContent {
  const texts = RESET_MAIL_TEXTS[language];
  const fill = (text: string): string => text.replaceAll('{host}', host).replaceAll('{email}', email);
  const several = links.length > 1;
  const lead = several ? texts.links : texts.link;
  const named = links.map(({ accountId, since, url }) => ({
    name: several ? texts.account.replace('{account}', String(accountId)).replace('{since}', since) : '',
    url,
  }));
  const lines = named.map(({ name, url }) => (name ? `${name}\n${url}` : url));
  return {
    subject: fill(texts.subject),
    text: [fill(texts.intro), lead, ...lines, texts.validity, texts.ignore, ''].join('\n\n'),
    html: html`<!doctype html>
      <html lang="${language}">
        <body style="font-family: sans-serif; line-height: 1.5">
          <p>${fill(texts.intro)}</p>
          <p>${lead}</p>
          ${named.map(({ name, url }) => html`<p>${name ? html`${name}<br />` : ''}<a href="${url}">${url}</a></p>`)}
          <p>${texts.validity}<br />${texts.ignore}</p>
        </body>
      </html> `.markup,
  };
}
