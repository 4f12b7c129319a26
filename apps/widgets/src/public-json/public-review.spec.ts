import type { ApprovedReview } from '@plaudit/contracts';
import { buildReview } from '@plaudit/testing';
import { readSettings } from '../settings/change-settings';
import type { CardSettings } from '../settings/settings';
import { cutText, publicReview } from './public-review';

const CARD: CardSettings = { ...readSettings('list', {}).card, show_reply: true };
const REVIEW: ApprovedReview = buildReview({
  id: 4711,
  text: 'Works well.',
  from_name: 'Nick Cave',
  from_image: 'https://cdn.platform.example/nick.jpg',
  post_url: 'https://platform.example/r/1',
  rating_value: 9,
  rating_scale: 10,
  posted_on: '2026-09-14 11:24:23',
  verified: true,
  reply: { text: 'Thank you.', posted_on: '2026-09-15 08:00:00' },
  media: [
    { type: 'image', url: 'https://cdn.platform.example/1.jpg', src: 'https://cdn.platform.example/1.jpg' },
    { type: 'video', url: 'https://v.example/watch', src: 'https://v.example/file.mp4' },
    { type: 'video', url: 'https://v.example/page', src: null },
  ],
});

function published(review: Partial<ApprovedReview> = {}, card: Partial<CardSettings> = {}) {
  return publicReview(
    { ...REVIEW, ...review },
    {
      card: { ...CARD, ...card },
      maxText: 2000,
      maxMedia: 10,
      publicId: (id) => `id-of-${id}`,
      imageUrl: (_url, use) => `https://reviews.example/img?as=${use}`,
      markOf: ({ label }) => label.slice(0, 1),
    },
  );
}

describe('publicReview', () => {
  it('returns the public fields and no others', () => {
    expect(published()).toEqual({
      id: 'id-of-4711',
      platform: 'app_store',
      label: 'Apple App Store',
      mark: 'A',
      rating: 4.5,
      text: 'Works well.',
      cut: false,
      language: null,
      translated: false,
      author: { name: 'Nick Cave', image: 'https://reviews.example/img?as=face' },
      date: '2026-09-14',
      url: 'https://platform.example/r/1',
      verified: true,
      reply: { text: 'Thank you.', date: '2026-09-15' },
      media: [
        {
          type: 'image',
          url: 'https://reviews.example/img?as=photo',
          src: 'https://reviews.example/img?as=photo',
          thumb: 'https://reviews.example/img?as=thumb',
        },
        { type: 'video', url: 'https://v.example/watch', src: 'https://v.example/file.mp4', thumb: null },
        { type: 'video', url: 'https://v.example/page', src: null, thumb: null },
      ],
    });
  });

  it('has no date if that of the review is not known', () => {
    const unknown = { posted_on: '1970-01-01 00:00:00', posted_precision: 'unknown' as const };
    expect(published(unknown)).toMatchObject({ date: null });
  });

  it.each(['day', 'month', 'relative', 'second', null] as const)(
    'has the day in UTC for the precision %p, and says if only the month is known',
    (posted_precision) => {
      const { date, date_precision } = published({ posted_on: '2026-10-01 00:00:00', posted_precision });
      expect({ date, date_precision }).toEqual({
        date: '2026-10-01',
        date_precision: posted_precision === 'month' ? 'month' : undefined,
      });
    },
  );

  it('leaves out every field that the card does not show', () => {
    const hidden = published(
      {},
      {
        show_avatar: false,
        show_name: false,
        show_date: false,
        show_rating: false,
        show_platform: false,
        link_to_source: false,
        show_media: false,
        show_verified: false,
        show_reply: false,
      },
    );
    expect(hidden).toMatchObject({
      platform: null,
      label: null,
      mark: null,
      rating: null,
      author: { name: null, image: null },
      date: null,
      url: null,
      verified: false,
      reply: null,
      media: [],
    });
  });

  it('leaves out the photo of an author whose name is hidden or shortened to initials', () => {
    expect(published({}, { name_format: 'initials' }).author).toEqual({ name: 'N. C.', image: null });
    expect(published({}, { name_format: 'hidden' }).author).toEqual({ name: null, image: null });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x', 'http:', ''])(
    'leaves out the URL %j',
    (address) => {
      const review = published({
        post_url: address,
        from_image: address,
        media: [{ type: 'image', url: address, src: address }],
      });
      expect(review).toMatchObject({ url: null, media: [], author: { image: null } });
    },
  );

  it('marks a translated text and returns its language', () => {
    const review = published({
      text: 'Funktioniert gut.',
      text_original: 'Works well.',
      text_language: 'de',
    });
    expect(review).toMatchObject({ translated: true, language: 'de' });
  });
});

describe('cutText', () => {
  it('returns a text within the limit unchanged', () => {
    expect(cutText('just fits', 9)).toEqual({ text: 'just fits', cut: false });
  });

  it('cuts between words if a word ends near the limit', () => {
    expect(cutText('aaaa bbbb cccc dd eeee', 19).text).toBe('aaaa bbbb cccc dd…');
  });

  it('cuts between characters if no word ends near the limit', () => {
    expect(cutText('x'.repeat(50), 10).text).toBe(`${'x'.repeat(10)}…`);
    expect(cutText(`${'x'.repeat(9)}😀 and on`, 10).text).toBe(`${'x'.repeat(9)}…`);
  });
});
