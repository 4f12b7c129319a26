import {
  type CollectedReview,
  MAX_EVENT_BYTES,
  MEDIA_TYPES,
  parseWireDate,
  reviewsCollected,
  wireDate,
} from '@plaudit/contracts';
import { buildCollectedReview } from '@plaudit/testing';
import fc from 'fast-check';
import { cleanReviews } from './clean-review';

const NOW = new Date('2026-10-01T12:00:00Z');

function clean(overrides: Partial<CollectedReview>) {
  const [review] = cleanReviews([buildCollectedReview(overrides)], NOW);
  return review!;
}

describe('cleanReviews', () => {
  it('returns a valid review unchanged', () => {
    const [review] = reviewsCollected.example.reviews as [CollectedReview];
    expect(clean({})).toEqual({ ...review, posted_on: new Date('2026-09-14T11:24:23Z') });
  });

  it.each([
    [4.666_666, 5, 4.67, 5],
    [0, 5, 0, 5],
    [10, 10, 10, 10],
    [6, 5, null, 5],
    [-1, 5, null, 5],
    [1e300, 5, null, 5],
    [3, 0, null, 5],
    [3, -5, null, 5],
    [3, 1e9, null, 5],
    [null, 10, null, 10],
  ])('turns a rating of %p out of %p into %p out of %p', (rating_value, rating_scale, value, scale) => {
    expect(clean({ rating_value, rating_scale })).toMatchObject({ rating_value: value, rating_scale: scale });
  });

  it.each([
    ['2026-09-31 10:00:00', null],
    ['0000-00-00 00:00:00', null],
    ['1899-12-31 23:59:59', null],
    ['1900-01-01 00:00:00', new Date('1900-01-01T00:00:00Z')],
    ['9999-12-31 23:59:59', NOW],
  ])('reads the date %s as %p', (posted_on, date) => {
    expect(clean({ posted_on }).posted_on).toEqual(date);
  });

  it('keeps a day up to a day ahead, because it has begun east of UTC, and reads a later time as now', () => {
    const tomorrow = wireDate(new Date(NOW.getTime() + 3_600_000));
    const posted = { posted_on: tomorrow, posted_precision: 'day' as const };
    expect(clean(posted).posted_on).toEqual(parseWireDate(tomorrow));
    expect(clean({ ...posted, posted_precision: 'second' }).posted_on).toEqual(NOW);
    expect(clean({ ...posted, posted_on: '9999-12-31 00:00:00' }).posted_on).toEqual(NOW);
  });

  it('gives every review an author, and drops addresses and languages that are not valid', () => {
    expect(
      clean({ from_name: ' \u0000', from_url: 'javascript:alert(1)', from_image: 'x', language: '<en>' }),
    ).toMatchObject({ from_name: 'Anonymous', from_url: null, from_image: null, language: null });
    expect(clean({ language: 'pt-BR' }).language).toBe('pt-BR');
  });

  it('keeps only media with a web address', () => {
    const media = [
      { type: 'image' as const, url: 'https://a.example/1.jpg', src: 'javascript:1' },
      { type: 'video' as const, url: 'data:video/mp4,', src: '' },
    ];
    expect(clean({ media }).media).toEqual([
      { type: 'image', url: 'https://a.example/1.jpg', src: 'https://a.example/1.jpg' },
    ]);
  });

  it('gives a video the file as src, and a review the page of a video as post_url', () => {
    const video = (url: string, src: string | null) => ({ type: 'video' as const, url, src });
    const page = 'https://v.example/watch';
    const media = [video(page, page), video('https://v.example/7', 'https://v.example/7.mp4')];
    expect(clean({ media, post_url: null })).toMatchObject({
      media: [video(page, null), media[1]],
      post_url: page,
    });
    expect(clean({ media, post_url: 'https://a.example/' }).post_url).toBe('https://a.example/');
  });

  it('drops a reply without text, and a reply date that is not valid', () => {
    expect(clean({ reply: { text: '\u0000', posted_on: null } }).reply).toBeNull();
    const reply = { text: 'Thanks', posted_on: '2026-02-30 00:00:00' };
    expect(clean({ reply }).reply).toEqual({ text: 'Thanks', posted_on: null });
  });

  it.each(['', 'a\u0000', '\ud800', 'x'.repeat(501)])(
    'replaces the id %j by one that stays the same',
    (external_id) => {
      const id = clean({ external_id }).external_id;
      expect(id).toMatch(/^sha256:[\da-f]{64}$/);
      expect(clean({ external_id, rating_value: 1 }).external_id).toBe(id);
    },
  );

  it('gives different replacements to ids that differ only in unusable characters', () => {
    const ids = ['\ud800', '\ud801', '\u0000'].map((external_id) => clean({ external_id }).external_id);
    expect(new Set(ids).size).toBe(3);
  });

  it('keeps the last of several reviews with the same id', () => {
    const page = ['first', 'last'].map((text) => buildCollectedReview({ external_id: 'same', text }));
    expect(cleanReviews(page, NOW)).toMatchObject([{ text: 'last' }]);
  });

  it('makes every review fit into an event, for random input', () => {
    const noise = fc.string({ unit: 'binary', maxLength: 300 });
    const long = fc.constantFrom('字', '"', '\\', '😀', '\u0000').map((letter) => letter.repeat(25_000));
    const text = fc.oneof(noise, long);
    const url = fc.oneof(text, fc.webUrl(), fc.constant(`https://a.example/${'a'.repeat(2_000)}`));
    const media = fc.record({ type: fc.constantFrom(...MEDIA_TYPES), url, src: url });
    const review = fc.record({
      external_id: text,
      text,
      language: fc.option(text),
      from_name: text,
      from_image: fc.option(url),
      from_url: fc.option(url),
      post_url: fc.option(url),
      rating_value: fc.option(fc.double({ noNaN: true })),
      rating_scale: fc.integer(),
      posted_on: fc.oneof(noise, fc.date({ noInvalidDate: true }).map(String)),
      media: fc.array(media, { maxLength: 60 }),
      reply: fc.option(fc.record({ text, posted_on: fc.option(noise) })),
      verified: fc.boolean(),
      additional: fc.option(fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<unknown>)),
      removed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(review, { maxLength: 3 }), (page) => {
        for (const { posted_on: _date, ...fields } of cleanReviews(page, NOW)) {
          const json = JSON.stringify(fields);
          // Leaves room for the envelope, tags and names that the event adds.
          expect(Buffer.byteLength(json)).toBeLessThan(MAX_EVENT_BYTES - 16 * 1024);
          // Postgres refuses these in jsonb. Apart from escaped backslashes, there is no other spelling of them.
          expect(json.replaceAll('\\\\', '')).not.toMatch(/\\u0000|\\ud[89a-f]/);
        }
      }),
      { numRuns: 40 },
    );
  });
});
