import type { WebhookDisabledPayload, WebhookDisableReason } from '@plaudit/contracts';
import { html } from '../html';
import type { MailContent } from './user-mail';

const CAUSES: Readonly<Record<WebhookDisableReason, string>> = {
  failing: 'Every delivery to it has failed for days.',
  gone: 'Its endpoint answered 410 Gone, which asks not to be called again.',
  blocked:
    'Every delivery to it has failed for days, in the end because its address is one that must not be called.',
};

/**
 * Returns the mail about a webhook that was switched off. `publicUrl` is the origin at which clients reach the API. The mail does not
 * say where the webhook sends to, because the account chose that.
 */
export function webhookMail(
  webhook: WebhookDisabledPayload,
  accountId: number,
  publicUrl: string,
): MailContent {
  const intro = `Plaudit has switched off webhook ${webhook.id} of account ${accountId}.`;
  const page = `${publicUrl}/app`;
  const cause = CAUSES[webhook.reason] ?? CAUSES.failing;
  const facts = [
    `Failing since: ${webhook.failing_since} UTC`,
    `Last answer: ${lastAnswer(webhook)}`,
    `Switched off: ${webhook.disabled_on} UTC`,
  ];
  const advice =
    'Deliveries wait for at most 72 hours. To send them, repair the endpoint and switch the webhook on again with an API key of the account:';
  const call = `curl -X PUT -u ":YOUR_API_KEY" -H "Content-Type: application/json" -d '{"active":true}' ${publicUrl}/public/v1/webhooks/update/${webhook.id}`;
  const docs = `${publicUrl}/docs`;
  return {
    subject: `Webhook ${webhook.id} was switched off`,
    text: [
      `${intro}\n${cause}`,
      facts.join('\n'),
      `Its address and deliveries are in the dashboard, in the settings: ${page}`,
      advice,
      call,
      `API reference: ${docs}`,
      '',
    ].join('\n\n'),
    html: html`<!doctype html>
      <html lang="en">
        <body style="font-family: sans-serif; line-height: 1.5">
          <p>${intro}<br />${cause}</p>
          <ul>
            ${facts.map((fact) => html`<li>${fact}</li>`)}
          </ul>
          <p>
            Its address and deliveries are in the dashboard, in the settings: <a href="${page}">${page}</a>
          </p>
          <p>${advice}</p>
          <pre style="white-space: pre-wrap">${call}</pre>
          <p><a href="${docs}">API reference</a></p>
        </body>
      </html> `.markup,
  };
}

function lastAnswer({ last_status, last_error }: WebhookDisabledPayload): string {
  return last_status === null ? `none (${last_error})` : `HTTP status ${last_status}`;
}
