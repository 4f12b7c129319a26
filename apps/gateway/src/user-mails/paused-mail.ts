import type { Forwarder, ForwardingPausedPayload } from '@plaudit/contracts';
import { html } from '../html';
import type { Language } from '../users/languages';
import { PAUSED_MAIL_TEXTS } from './paused-mail-texts';
import { filler, type MailContent } from './user-mail';

export interface PausedMailInput {
  forwarding: ForwardingPausedPayload;
  /** The sub account in which an admin takes it over. */
  subAccountId: number;
  accountId: number;
  language: Language;
  /** The origin of the dashboard. */
  publicUrl: string;
}

/**
 * Returns the mail about something that sends nothing elsewhere any more, because its maker was removed. It names neither the maker nor
 * the addresses, because the account chose these words. The page that it links shows them.
 */
export function pausedMail({
  forwarding,
  subAccountId,
  accountId,
  language,
  publicUrl,
}: PausedMailInput): MailContent {
  const texts = PAUSED_MAIL_TEXTS[language];
  const { what, id, maker_type } = forwarding;
  const intro = filler({ account: String(accountId) })(texts.intro[what]);
  const cause = texts.cause[maker_type];
  const paused = filler({ time: forwarding.paused_on })(texts.paused);
  const page = `${publicUrl}/app/${subAccountId}/${pageOf(what, id)}`;
  return {
    subject: texts.subject[what],
    text: [`${intro}\n${cause}`, paused, texts.advice, page, ''].join('\n\n'),
    html: html`<!doctype html>
      <html lang="${language}">
        <body style="font-family: sans-serif; line-height: 1.5">
          <p>${intro}<br />${cause}</p>
          <p>${paused}</p>
          <p>${texts.advice}<br /><a href="${page}">${page}</a></p>
        </body>
      </html> `.markup,
  };
}

function pageOf(what: Forwarder, id: number): string {
  return what === 'invite_settings' ? `invitations/profiles/${id}` : 'settings/ai';
}
