import { FORWARDERS, forwardingSettingsPaused } from '@plaudit/contracts';
import { LANGUAGES } from '../users/languages';
import { pausedMail } from './paused-mail';

const INPUT = {
  forwarding: forwardingSettingsPaused.example,
  subAccountId: 5,
  accountId: 71,
  language: 'en' as const,
  publicUrl: 'https://reviews.example.com',
};

describe('pausedMail', () => {
  const cases = LANGUAGES.flatMap((language) => FORWARDERS.map((what) => [language, what] as const));

  it.each(cases)('says in %s that %s is paused, and links the page', (language, what) => {
    const { subject, text, html } = pausedMail({
      ...INPUT,
      language,
      forwarding: { ...INPUT.forwarding, what },
    });
    const page = what === 'invite_settings' ? 'invitations/profiles/12' : 'settings/ai';
    for (const part of ['71', '2026-09-20 02:40:01', `/app/5/${page}`]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined/);
    expect(html).toContain(`<html lang="${language}">`);
  });

  it('tells a removed key from a removed user', () => {
    const causeOf = (maker_type: 'key' | 'user') =>
      pausedMail({ ...INPUT, forwarding: { ...INPUT.forwarding, maker_type } }).text;
    expect(causeOf('key')).toContain('The API key that set it up was removed');
    expect(causeOf('user')).toContain('The user who set it up was removed');
  });

  it('has no word that an account chose, because its admins may be people who never wanted to be', () => {
    const forwarding = {
      ...INPUT.forwarding,
      name: 'chosen',
      maker_name: 'chosen',
      addresses: ['chosen@example.com'],
    };
    const { subject, text, html } = pausedMail({ ...INPUT, forwarding });
    for (const part of [subject, text, html]) expect(part).not.toContain('chosen');
  });
});
