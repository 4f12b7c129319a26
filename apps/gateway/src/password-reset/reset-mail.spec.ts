import { LANGUAGES } from '../users/languages';
import { invitationMail, resetMail } from './reset-mail';

const LINK = { accountId: 12, since: '2026-03-04', url: 'http://reviews.example.com/app/reset#t=token' };
const INPUT = {
  language: 'en' as const,
  host: 'reviews.example.com',
  email: 'noa@example.com',
  links: [LINK],
};

describe('resetMail', () => {
  it.each(LANGUAGES)('names host, email and link in %s and leaves no placeholder', (language) => {
    const { subject, text, html } = resetMail({ ...INPUT, language });
    expect(subject).toContain(INPUT.host);
    for (const part of [text, html]) {
      for (const named of [INPUT.host, INPUT.email, LINK.url, '60']) expect(part).toContain(named);
      expect(part).not.toMatch(/\{\w+\}|undefined/);
    }
    expect(html).toContain(`<html lang="${language}">`);
  });

  it.each(LANGUAGES)(
    'tells accounts apart in %s by what no account can choose, beside several links only',
    (language) => {
      expect(resetMail({ ...INPUT, language }).text).not.toContain('12');
      const links = [LINK, { accountId: 345, since: '2026-11-30', url: `${LINK.url}2` }];
      const { text, html } = resetMail({ ...INPUT, language, links });
      expect(text).toMatch(new RegExp(`12.*2026-03-04.*\n${LINK.url}\n`));
      expect(text).toMatch(new RegExp(`345.*2026-11-30.*\n${LINK.url}2\n`));
      for (const part of [text, html]) expect(part).not.toMatch(/\{\w+\}|undefined/);
    },
  );
});

describe('invitationMail', () => {
  it.each(LANGUAGES)('names account, host, email and link in %s and leaves no placeholder', (language) => {
    const { subject, text, html } = invitationMail({ ...INPUT, language });
    expect(subject).toContain(INPUT.host);
    for (const part of [text, html]) {
      for (const named of [INPUT.host, INPUT.email, LINK.url, '12', '7']) expect(part).toContain(named);
      expect(part).not.toMatch(/\{\w+\}|undefined/);
    }
    expect(html).toContain(`<html lang="${language}">`);
  });

  it('escapes an address that is markup in HTML', () => {
    const { html } = invitationMail({ ...INPUT, email: '"<b>x</b>"@example.com' });
    expect(html).not.toContain('<b>');
  });
});
