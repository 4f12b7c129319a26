import { webhookDisabled } from '@plaudit/contracts';
import { LANGUAGES } from '../users/languages';
import { webhookMail } from './webhook-mail';

const ORIGIN = 'https://reviews.example.com';
const mail = (webhook: Partial<typeof webhookDisabled.example> = {}) =>
  webhookMail({
    webhook: { ...webhookDisabled.example, ...webhook },
    accountId: 71,
    language: 'en',
    publicUrl: ORIGIN,
  });

describe('webhookMail', () => {
  it('says what happened, since when, what the last answer was and how to switch the webhook on again', () => {
    const { subject, text, html } = mail();
    expect(subject).toBe('Webhook 17 was switched off');
    for (const part of [
      'webhook 17 of account 71.',
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
    ['maker_removed', 'was removed'],
    ['a word of a newer version', 'failed for days'],
  ])('explains the reason %s', (reason, part) => {
    expect(mail({ reason: reason as 'gone' }).text).toContain(part);
  });

  it.each(LANGUAGES)('names webhook, account and dashboard in %s and leaves no placeholder', (language) => {
    const webhook = { ...webhookDisabled.example, reason: 'maker_removed', maker: 'CRM' } as const;
    const { subject, text, html } = webhookMail({ webhook, accountId: 71, language, publicUrl: ORIGIN });
    expect(subject).toContain('17');
    for (const part of ['17', '71', webhook.disabled_on, `${ORIGIN}/app`]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    // The call of curl has braces of its own.
    expect(text.replace('{"active":true}', '')).not.toMatch(/[{}]/);
    expect(text).not.toContain(webhook.failing_since);
    expect(html).toContain(`<html lang="${language}">`);
  });

  it('has no word that an account chose, because its admins may be people who never wanted to be', () => {
    const { text, html } = mail({
      reason: 'maker_removed',
      maker: 'pay-here',
      url: 'https://pay-here.example/"><img src=x>',
    });
    for (const part of [text, html]) expect(part).not.toContain('pay-here');
  });
});
