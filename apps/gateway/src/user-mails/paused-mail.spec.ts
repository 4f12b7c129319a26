import { FORWARDERS, forwardingSettingsPaused } from '@plaudit/contracts';
import { LANGUAGES } from '../users/languages';
import { pausedMail } from './paused-mail';

const INPUT = {
  forwarding: forwardingSettingsPaused.example,
  subAccountId: 5,
  company: 'Acme Agency',
  language: 'en' as const,
  publicUrl: 'https://reviews.example.com',
};

describe('pausedMail', () => {
  const cases = LANGUAGES.flatMap((language) => FORWARDERS.map((what) => [language, what] as const));

  it.each(cases)('says in %s who set up %s and where data went, and links the page', (language, what) => {
    const forwarding = { ...INPUT.forwarding, what };
    const { subject, text, html } = pausedMail({ ...INPUT, language, forwarding });
    const page = what === 'invite_settings' ? 'invitations/profiles/12' : 'settings/ai';
    const parts = [
      'Acme Agency',
      'office@acme.example.com',
      'help@example.com',
      '2026-09-20 02:40:01',
      `/app/5/${page}`,
    ];
    for (const part of parts) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(subject.includes('After a visit')).toBe(what === 'invite_settings');
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined/);
    expect(html).toContain(`<html lang="${language}">`);
  });

  it('names a key as one, and shows hostile names as text on one line', () => {
    const forwarding = {
      ...INPUT.forwarding,
      maker_type: 'key',
      maker_name: 'Web\r\nsite <img src=x>',
      addresses: ['x@example.com\r\n{company}'],
    } as const;
    const { text, html } = pausedMail({
      ...INPUT,
      forwarding: { ...forwarding, addresses: [...forwarding.addresses] },
    });
    expect(text).toContain('The API key “Web site <img src=x>” set it up.');
    expect(text).toContain('x@example.com {company}');
    expect(html).not.toContain('<img');
  });

  it('lists no addresses if there are none', () => {
    expect(pausedMail({ ...INPUT, forwarding: { ...INPUT.forwarding, addresses: [] } }).text).not.toContain(
      'Data went',
    );
  });
});
