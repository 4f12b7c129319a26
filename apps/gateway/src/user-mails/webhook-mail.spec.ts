import { webhookDisabled } from '@plaudit/contracts';
import { LANGUAGES } from '../users/languages';
import { webhookMail } from './webhook-mail';

const ORIGIN = 'https://reviews.example.com';
const mail = (webhook: Partial<typeof webhookDisabled.example> = {}, company = 'Acme Agency') =>
  webhookMail({
    webhook: { ...webhookDisabled.example, ...webhook },
    company,
    language: 'en',
    publicUrl: ORIGIN,
  });

describe('webhookMail', () => {
  it('says what happened, since when, what the last answer was and how to switch the webhook on again', () => {
    const { subject, text, html } = mail();
    expect(subject).toBe('Webhook 17 was switched off');
    for (const part of [
      'webhook 17 of Acme Agency, which sends to https://hooks.example.com/reviews',
      'Failing since: 2026-09-15 02:39:26 UTC',
      'Last answer: HTTP status 503',
      `${ORIGIN}/public/v1/webhooks/update/17`,
      `${ORIGIN}/docs`,
    ]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain(`-d '{"active":true}'`);
  });

  it('names the error if there was no answer', () => {
    expect(mail({ last_status: null, last_error: 'timeout' }).text).toContain('Last answer: none (timeout)');
  });

  it.each([
    ['gone', '410 Gone'],
    ['blocked', 'must not be called'],
    ['failing', 'failed for days'],
    ['a word of a newer version', 'failed for days'],
  ])('explains the reason %s', (reason, part) => {
    expect(mail({ reason: reason as 'gone' }).text).toContain(part);
  });

  it.each(LANGUAGES)(
    'names webhook, account, address and maker in %s and leaves no placeholder',
    (language) => {
      const webhook = { ...webhookDisabled.example, reason: 'maker_removed', maker: 'CRM' } as const;
      const { subject, text, html } = webhookMail({ webhook, company: 'Acme', language, publicUrl: ORIGIN });
      expect(subject).toContain('17');
      for (const part of ['17', 'Acme', webhook.url, 'CRM', webhook.disabled_on, `${ORIGIN}/app/`]) {
        expect(text).toContain(part);
        expect(html).toContain(part);
      }
      // The call of curl has braces of its own.
      expect(text.replace('{"active":true}', '')).not.toMatch(/[{}]/);
      expect(text).not.toContain(webhook.failing_since);
      expect(html).toContain(`<html lang="${language}">`);
    },
  );

  it('takes no part of a name for a placeholder', () => {
    expect(mail({ reason: 'maker_removed', maker: '{url}' }).text).toContain('{url} made it.');
  });

  it('escapes names and addresses in HTML', () => {
    const { html } = mail({ url: 'https://a.example/"><img src=x>' }, '<b>Acme</b>');
    expect(html).not.toMatch(/<img|<b>/);
  });

  it('shows the name of the account on one line of at most 100 characters', () => {
    const { text } = mail({}, `Acme\u2028\r\nPay here: ${'z'.repeat(150)}`);
    expect(text).toMatch(/ of Acme Pay here: z{85}, which sends to /);
  });
});
