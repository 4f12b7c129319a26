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

  it.each([
    ['next line', 'Evil\u0085Open http://evil.example'],
    ['line separator', 'Evil\u2028Open http://evil.example'],
    ['vertical tab', 'Evil\u000bOpen http://evil.example'],
    ['form feed', 'Evil\fOpen http://evil.example'],
    ['escape sequence', 'Evil\u001b[2K\u001b[1AOpen'],
    ['override of the direction', 'Evil \u202egnipees\u202c'],
    ['zero byte', 'Evil\u0000'],
  ])('leaves no %s in the name of an account', (_what, company) => {
    const { text, html } = resetMail({ ...INPUT, links: [LINK, { ...LINK, company }] });
    expect(text).toContain('\n\nEvil');
    for (const part of [text, html]) expect(part).not.toMatch(/[^\n -~]/);
  });

  it('shows at most 100 characters of the name of an account, and no half of one', () => {
    const company = `${'y'.repeat(99)}😀${'z'.repeat(91)}`;
    const { text } = resetMail({ ...INPUT, links: [LINK, { ...LINK, company }] });
    expect(text).toContain(`\n${'y'.repeat(99)}\n${LINK.url}`);
  });
});
