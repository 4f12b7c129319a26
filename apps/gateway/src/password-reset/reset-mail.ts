import { html } from '../html';
import type { MailContent } from '../user-mails/user-mail';
import type { Language } from '../users/languages';
import { INVITATION_MAIL_TEXTS, RESET_MAIL_TEXTS } from './reset-mail-texts';

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
export function resetMail({ links, ...input }: ResetMailInput): MailContent {
  const texts = RESET_MAIL_TEXTS[input.language];
  const several = links.length > 1;
  const named = links.map(({ accountId, since, url }) => ({
    name: several ? texts.account.replace('{account}', String(accountId)).replace('{since}', since) : '',
    url,
  }));
  return linkMail(input, { ...texts, lead: several ? texts.links : texts.link, links: named });
}

/** Returns the mail that invites a user to choose the first password. It names the account by its number, for the same reason. */
export function invitationMail({ links, ...input }: ResetMailInput): MailContent {
  const { accountId, url } = links[0]!;
  const { intro, link, ...texts } = INVITATION_MAIL_TEXTS[input.language];
  const named = intro.replace('{account}', String(accountId));
  return linkMail(input, { ...texts, intro: named, lead: link, links: [{ name: '', url }] });
}

interface LinkMailTexts {
  subject: string;
  intro: string;
  /** Before the links. */
  lead: string;
  links: readonly { name: string; url: string }[];
  validity: string;
  ignore: string;
}

function linkMail(
  { language, host, email }: Omit<ResetMailInput, 'links'>,
  { subject, intro, lead, links, validity, ignore }: LinkMailTexts,
): MailContent {
  const fill = (text: string): string => text.replaceAll('{host}', host).replaceAll('{email}', email);
  const lines = links.map(({ name, url }) => (name ? `${name}\n${url}` : url));
  return {
    subject: fill(subject),
    text: [fill(intro), lead, ...lines, validity, ignore, ''].join('\n\n'),
    html: html`<!doctype html>
      <html lang="${language}">
        <body style="font-family: sans-serif; line-height: 1.5">
          <p>${fill(intro)}</p>
          <p>${lead}</p>
          ${links.map(({ name, url }) => html`<p>${name ? html`${name}<br />` : ''}<a href="${url}">${url}</a></p>`)}
          <p>${validity}<br />${ignore}</p>
        </body>
      </html> `.markup,
  };
}
