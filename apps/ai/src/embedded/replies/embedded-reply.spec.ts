import { REPLY_TONES, type ReplyTask, type ReplyTone } from '../../generation/generated';
import { HOSTILE_REVIEWS } from '../../generation/hostile-reviews.suite';
import { INSIGHTS_LANGUAGES } from '../../generation/insights-languages';
import { reviewOf } from '../sample-reviews.suite';
import { embeddedReply } from './embedded-reply';
import { framedReply } from './reply-frame';

/** So many ids meet every phrasing of every sentence. */
const IDS = Array.from({ length: 40 }, (_, at) => at + 1);

const TEXTS = {
  praise: 'The staff were friendly, the food was delicious and the room was very clean.',
  criticism: 'The staff were rude, the room was dirty and the street was noisy. Far too expensive.',
  both: 'Friendly staff and delicious food, but the room was dirty and noisy.',
  nothing: 'We were there on a Tuesday with our dog.',
};

const FRAME = { firstName: null, signature: null };

function replyTo(
  given: Parameters<typeof reviewOf>[0],
  task: Partial<ReplyTask> = {},
  frame: { firstName: string | null; signature: string | null } = FRAME,
): string {
  const review = reviewOf({ language: 'en', ...given });
  const business = 'Hotel Seeblick am Park';
  const whole = { review, language: 'en', tone: 'professional' as const, business, ...task };
  return framedReply(embeddedReply(whole).text, { ...whole, reviewId: review.id, ...frame });
}

function everyReply(language: string, tone: ReplyTone): string[] {
  const stars = [5, 4, 3, 2, 1, null];
  return Object.values(TEXTS).flatMap((text) =>
    stars.flatMap((star) => IDS.map((id) => replyTo({ id, star, text }, { language, tone }))),
  );
}

describe('embeddedReply', () => {
  const grid = INSIGHTS_LANGUAGES.flatMap((language) => REPLY_TONES.map((tone) => [language, tone] as const));

  it.each(grid)('has 40 to 110 words, a greeting and a signature in %s in a %s tone', (language, tone) => {
    const isWhole = (text: string): boolean =>
      /^[^\n]+\n\n[^\n]+\n\n[^\n]+\nHotel Seeblick am Park$/.test(text) &&
      !/[{}]|undefined| {2}|\.\./.test(text);
    const replies = everyReply(language, tone);
    const lengths = replies.map((text) => text.split(/\s+/).length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(40);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(110);
    expect(replies.filter((text) => !isWhole(text))).toEqual([]);
  });

  it('addresses a German customer with Sie, and with du in the friendly tone', () => {
    const formal = [...everyReply('de', 'professional'), ...everyReply('de', 'apologetic')];
    expect(formal.filter((text) => /\b(du|dich|dir|dein\w*)\b/i.test(text))).toEqual([]);
    expect(
      everyReply('de', 'friendly').filter((text) => /\b(Sie|Ihr\w*|Ihnen)\b(?<!\. Sie)(?<!! Sie)/.test(text)),
    ).toEqual([]);
  });

  it.each([
    ['es', /\b(tu|tus|te|ti|contigo)\b/i],
    ['fr', /\b(tu|toi|ton|tes)\b/i],
    ['it', /\b(tu|ti|te|tuo|tua|tue|tuoi)\b/i],
  ])('is formal in %s in the professional and the apologetic tone', (language, familiar) => {
    const formal = [...everyReply(language, 'professional'), ...everyReply(language, 'apologetic')];
    expect(formal.filter((text) => familiar.test(text))).toEqual([]);
  });

  it.each([
    ['praise only', TEXTS.praise, ['staff and service', 'food and drink'], ['noise']],
    ['criticism only', TEXTS.criticism, ['noise', 'cleanliness'], ['food and drink']],
    ['both', TEXTS.both, ['staff and service', 'food and drink', 'cleanliness', 'noise'], ['delivery']],
  ])('names what a review with %s says', (_what, text, named, other) => {
    const reply = replyTo({ text, star: 3 });
    for (const label of named) expect(reply).toContain(label);
    for (const label of other) expect(reply).not.toContain(label);
  });

  it('names nothing that the text only mentions, however many stars it has', () => {
    const text = 'Booked the boathouse for an anniversary. We will be back in spring.';
    for (const star of [5, 1, null]) expect(replyTo({ text, star })).not.toContain('booking');
  });

  it('begins with the praise of a contented customer, and with the criticism of another one', () => {
    const places = (star: number) => {
      const reply = replyTo({ text: TEXTS.both, star });
      return reply.indexOf('food and drink') - reply.indexOf('cleanliness');
    };
    expect(places(5)).toBeLessThan(0);
    expect(places(1)).toBeGreaterThan(0);
  });

  it.each([
    [5, TEXTS.nothing, 'again'],
    [null, TEXTS.praise, 'again'],
    [1, TEXTS.nothing, 'contact us directly'],
    [3, TEXTS.nothing, 'contact us directly'],
    [null, TEXTS.criticism, 'contact us directly'],
    [null, TEXTS.both, 'contact us directly'],
  ])('invites a customer with %s stars who writes "%s" with "%s"', (star, text, invitation) => {
    for (const id of IDS) {
      const reply = replyTo({ id, star, text });
      expect(/again|contact us directly/.exec(reply)?.[0]).toBe(invitation);
    }
  });

  it('is one of several for a page of reviews, and always the same for one of them', () => {
    const replies = IDS.map((id) => replyTo({ id, text: TEXTS.praise }));
    expect(new Set(replies).size).toBeGreaterThan(10);
    expect(IDS.map((id) => replyTo({ id, text: TEXTS.praise }))).toEqual(replies);
  });

  it('is in English if it does not write the language', () => {
    const textIn = (language: string): string =>
      embeddedReply({ review: reviewOf({ text: TEXTS.praise }), language, tone: 'friendly', business: '' })
        .text;
    expect(textIn('nl')).toBe(textIn('en'));
  });

  it('contains the name of the business as it is, on one line', () => {
    expect(replyTo({ text: TEXTS.praise }, { business: ' {aspects} &\n$& Söhne ' })).toMatch(
      /\n\{aspects\} & \$& Söhne$/,
    );
  });

  it.each(HOSTILE_REVIEWS)('answers by the stars alone: $name', ({ text }) => {
    for (const star of [5, 1]) expect(replyTo({ text, star })).toBe(replyTo({ text: TEXTS.nothing, star }));
  });

  it.each([
    ['one emoji', '😊'],
    ['20,000 characters', 'ab'.repeat(10_000)],
  ])('answers %s by the stars alone', (_what, text) => {
    expect(replyTo({ text })).toBe(replyTo({ text: TEXTS.nothing }));
  });
});

describe('framedReply', () => {
  const named = (language: string, tone: ReplyTone, firstName = 'Anna'): string[] =>
    IDS.map((id) => replyTo({ id, text: TEXTS.praise }, { language, tone }, { firstName, signature: null }));

  it.each(INSIGHTS_LANGUAGES.flatMap((language) => REPLY_TONES.map((tone) => [language, tone] as const)))(
    'begins with the first name in %s in a %s tone',
    (language, tone) => {
      for (const reply of named(language, tone)) {
        const [greeting = ''] = reply.split('\n\n');
        expect(greeting).toMatch(/Anna\u00a0?[,!:]$/);
        expect(greeting).not.toMatch(/[{}]/);
      }
    },
  );

  it('takes a name as it is, also one that looks like a placeholder', () => {
    expect(named('en', 'friendly', '$& {name}')[0]).toContain('$& {name},');
  });

  it('ends with the signature of the settings below the closing words, and with nothing for an empty one', () => {
    const signed = (signature: string) => replyTo({ text: TEXTS.praise }, {}, { firstName: null, signature });
    expect(signed('Ada Example\nManager')).toMatch(/regards,\nAda Example\nManager$/);
    expect(signed('Ada Example')).not.toContain('Hotel Seeblick');
    expect(signed('').split('\n\n')).toHaveLength(2);
    const unnamed = replyTo({ text: TEXTS.praise }, { business: '' });
    expect(unnamed).toBe(signed(''));
  });

  it('has no words of ours in a language that we do not write', () => {
    const frame = { reviewId: 1, language: 'nl', tone: 'friendly' as const, business: 'Harbour Inn' };
    expect(framedReply('Bedankt.', { ...frame, firstName: 'Anna', signature: null })).toBe(
      'Anna,\n\nBedankt.\n\nHarbour Inn',
    );
    expect(framedReply('Bedankt.', { ...frame, firstName: null, signature: '' })).toBe('Bedankt.');
  });
});
