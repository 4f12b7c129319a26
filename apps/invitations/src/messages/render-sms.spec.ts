import { LANGUAGES } from '../settings/languages';
import { message } from './message.suite';
import { renderSms } from './render-sms';
import { smsText } from '@plaudit/contracts/sms-text';

describe('renderSms', () => {
  it.each(LANGUAGES)(
    'needs at most two segments of the SMS alphabet in %s, and ends with how to opt out',
    (language) => {
      const { body, size } = renderSms(message({ language }));
      expect(size).toMatchObject({ encoding: 'gsm7', foreign: [] });
      expect(smsText(body)).toMatchObject({ body, segments: size?.segments });
      expect(size?.segments).toBeLessThanOrEqual(2);
      expect(body).toMatch(/https:\/\/go\.example\.com\/i\/review [^/]*STOP[^/]*\.$/);
      expect(body).not.toContain('{{');
    },
  );

  it.each([
    ['en', /^Hi there, how /],
    ['fr', /^Bonjour, comment /],
    ['es', /^Hola, ¿qué /],
    ['pt', /^O que achou /],
    ['de', /^Hallo, wie /],
    ['it', /^Buongiorno, com'è /],
  ])('greets a person without a name in %s', (language, greeting) => {
    expect(renderSms(message({ language }, { name: null })).body).toMatch(greeting);
  });

  it.each([
    ['Robin', 'Robin'],
    ['  Robin   Example ', 'Robin'],
    ['Example, Robin', 'Robin'],
    ['Mr. Robin Example', 'Robin'],
    ['https://win-prize.example/claim', 'there'],
    ['Ana\u00a0María', 'Ana'],
    ['\u200b', 'there'],
    ['', 'there'],
  ])('greets the given name of %j', (name, first) => {
    expect(renderSms(message({ sms: { body: 'Hi {{first_name}} {{review_url}}' } }, { name })).body).toBe(
      `Hi ${first} https://go.example.com/i/review`,
    );
  });

  it('shortens values, but never an address', () => {
    const given = message(
      { sms: { body: '{{name}} {{data.x}} {{review_url}}' } },
      { name: `Na${'n'.repeat(118)}`, data: { x: 'y'.repeat(900) } },
    );
    const review = `https://go.example.com/i/${'t'.repeat(200)}`;
    const { body } = renderSms({ ...given, links: { ...given.links, review } });
    expect(body).toBe(`Na${'n'.repeat(58)} ${'y'.repeat(60)} ${review}`);
  });

  it('sends marks of typography as those of the SMS alphabet, but the approved text to WhatsApp', () => {
    const body = 'It’s {{first_name}} – {{review_url}}';
    const sent = (channel: 'sms' | 'whatsapp') =>
      renderSms(message({ sms: { body, channel } }, { name: 'O’Neil' }));
    expect(sent('sms')).toEqual({
      body: "It's O'Neil - https://go.example.com/i/review",
      size: { encoding: 'gsm7', segments: 1, foreign: [] },
    });
    expect(sent('whatsapp')).toEqual({ body: 'It’s O’Neil – https://go.example.com/i/review', size: null });
  });
});
