import { LANGUAGES } from '../users/languages';
import { resetMail } from './reset-mail';

const LINK = { company: 'Acme', url: 'http://reviews.example.com/app/reset#t=token' };
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

  it('names no account beside a single link, and each account beside several', () => {
    expect(resetMail(INPUT).text).not.toContain('Acme');
    const links = [LINK, { company: 'Harbour Bakery', url: `${LINK.url}2` }];
    const { text } = resetMail({ ...INPUT, links });
    expect(text).toContain(`Acme\n${LINK.url}\n`);
    expect(text).toContain(`Harbour Bakery\n${LINK.url}2\n`);
  });

  it('shows the name of an account as text on one line', () => {
    const hostile = { ...LINK, company: 'Evil\r\n\r\nOpen <a href="http://evil.example">this</a>' };
    const { text, html } = resetMail({ ...INPUT, links: [LINK, hostile] });
    expect(text).toContain('Evil Open <a');
    expect(html).not.toContain('<a href="http://evil.example"');
  });
});
