import type { Forwarder, ForwardingPausedPayload } from '@plaudit/contracts';
import { html } from '../html';
import type { Language } from '../users/languages';
import { PAUSED_MAIL_TEXTS } from './paused-mail-texts';
import { filler, type MailContent, shownName } from './user-mail';

export interface PausedMailInput {
  forwarding: ForwardingPausedPayload;
  /** The sub account in which an admin takes it over. */
  subAccountId: number;
  company: string;
  language: Language;
  /** The origin of the dashboard. */
  publicUrl: string;
}

/** Returns the mail about something that sends nothing elsewhere any more, because its maker was removed. */
export function pausedMail({
  forwarding,
  subAccountId,
  company,
  language,
  publicUrl,
}: PausedMailInput): MailContent {
  const texts = PAUSED_MAIL_TEXTS[language];
  const { what, id, name, maker_type, maker_name, addresses } = forwarding;
  const fill = filler({
    name: shownName(name),
    company: shownName(company),
    maker: shownName(maker_name || '?'),
  });
  const intro = fill(texts.intro[what]);
  const cause = fill(texts.cause[maker_type]);
  const paused = filler({ time: forwarding.paused_on })(texts.paused);
  const shown = addresses.map(shownName);
  const page = `${publicUrl}/app/${subAccountId}/${pageOf(what, id)}`;
  const places = shown.length > 0 ? [[texts.addresses, ...shown].join('\n')] : [];
  return {
    subject: fill(texts.subject[what]),
    text: [`${intro}\n${cause}`, paused, ...places, texts.advice, page, ''].join('\n\n'),
    html: html`<!doctype html>
      <html lang="${language}">
        <body style="font-family: sans-serif; line-height: 1.5">
          <p>${intro}<br />${cause}</p>
          <p>${paused}</p>
          ${shown.length > 0 ? html`<p>${texts.addresses}</p>` : ''}
          <ul>
            ${shown.map((address) => html`<li>${address}</li>`)}
          </ul>
          <p>${texts.advice}<br /><a href="${page}">${page}</a></p>
        </body>
      </html> `.markup,
  };
}

function pageOf(what: Forwarder, id: number): string {
  return what === 'invite_settings' ? `invitations/profiles/${id}` : 'settings/ai';
}
