import type { WebhookDisabledPayload } from '@plaudit/contracts';
import { html } from '../html';
import type { Language } from '../users/languages';
import { filler, type MailContent } from './user-mail';
import { WEBHOOK_MAIL_TEXTS, type WebhookMailTexts } from './webhook-mail-texts';

export interface WebhookMailInput {
  webhook: WebhookDisabledPayload;
  accountId: number;
  language: Language;
  /** The origin at which clients reach the API. */
  publicUrl: string;
}

/**
 * Returns the mail about a webhook that was switched off. It does not say where the webhook sends to, nor who made it, because the
 * account chose these words.
 */
export function webhookMail({ webhook, accountId, language, publicUrl }: WebhookMailInput): MailContent {
  const texts = WEBHOOK_MAIL_TEXTS[language];
  const { id } = webhook;
  const fill = filler({ id: String(id), account: String(accountId) });
  const isRemoved = webhook.reason === 'maker_removed';
  const intro = fill(texts.intro);
  const cause = fill(texts.causes[webhook.reason] ?? texts.causes.failing);
  const switchedOff = filler({ time: webhook.disabled_on })(texts.switchedOff);
  const facts = isRemoved ? [switchedOff] : [...failureFacts(texts, webhook), switchedOff];
  const advice = `${texts.held} ${isRemoved ? texts.takeOver : texts.repair}`;
  const call = `curl -X PUT -u ":YOUR_API_KEY" -H "Content-Type: application/json" -d '{"active":true}' ${publicUrl}/public/v1/webhooks/update/${id}`;
  const page = `${publicUrl}/app`;
  const docs = `${publicUrl}/docs`;
  const details = `${texts.details} ${page}`;
  const lines = [`${intro}\n${cause}`, facts.join('\n'), details, advice, call];
  return {
    subject: fill(texts.subject),
    text: [...lines, `${texts.reference}: ${docs}`, ''].join('\n\n'),
    html: html`<!doctype html>
      <html lang="${language}">
        <body style="font-family: sans-serif; line-height: 1.5">
          <p>${intro}<br />${cause}</p>
          <ul>
            ${facts.map((fact) => html`<li>${fact}</li>`)}
          </ul>
          <p>${texts.details} <a href="${page}">${page}</a></p>
          <p>${advice}</p>
          <pre style="white-space: pre-wrap">${call}</pre>
          <p><a href="${docs}">${texts.reference}</a></p>
        </body>
      </html> `.markup,
  };
}

function failureFacts(
  texts: WebhookMailTexts,
  { failing_since, last_status, last_error }: WebhookDisabledPayload,
): string[] {
  const answer =
    last_status === null
      ? filler({ error: last_error })(texts.noAnswer)
      : filler({ status: String(last_status) })(texts.status);
  return [filler({ time: failing_since })(texts.failingSince), filler({ answer })(texts.lastAnswer)];
}
