import type { PublicReview } from '../public-json/public-widget';
import { changeSettings } from '../settings/change-settings';
import { jsonLdScript, type OwnReviews } from './json-ld';

const HOSTILE = '</script><script>alert(1)</script>\u2028&';

function shown(id: string, fields: Partial<PublicReview> = {}): PublicReview {
  const author = { name: 'Noa', image: null };
  return { id, author, rating: 5, text: 'Fine.', date: '2026-01-02', ...fields } as PublicReview;
}

function own(ids: string[], distribution: Partial<OwnReviews['figures']['distribution']>): OwnReviews {
  return {
    ids: new Set(ids),
    figures: {
      count: 3,
      average: 4.5,
      distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0, ...distribution },
    },
  };
}

function script(seo: object, reviews: OwnReviews, list: PublicReview[]): string {
  const { settings } = changeSettings('list', {}, { seo: { json_ld: true, item_name: 'Rye Bread', ...seo } });
  return jsonLdScript(settings.seo, reviews, list);
}

function dataOf(html: string): { aggregateRating: object; review: { datePublished?: string }[] } {
  return JSON.parse(html.replace(/<[^>]*>/g, '')) as ReturnType<typeof dataOf>;
}

describe('jsonLdScript', () => {
  it('counts and lists only reviews that no channel collected, without those that lack an author or a rating', () => {
    const list = [
      shown('own'),
      shown('collected'),
      shown('nameless', { author: { name: null, image: null } }),
      shown('unrated', { rating: null }),
    ];
    const data = dataOf(
      script({ item_type: 'Product' }, own(['own', 'nameless', 'unrated'], { '4': 1, '5': 1 }), list),
    );
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Rye Bread',
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: 4.5,
        bestRating: 5,
        worstRating: 1,
        ratingCount: 2,
        reviewCount: 3,
      },
      review: [
        {
          '@type': 'Review',
          author: { '@type': 'Person', name: 'Noa' },
          reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5, worstRating: 1 },
          datePublished: '2026-01-02',
          reviewBody: 'Fine.',
        },
      ],
    });
  });

  it('is empty unless the owner asks for it, names the item and has a rated review', () => {
    const rated = own(['own'], { '5': 1 });
    expect(script({ json_ld: false }, rated, [])).toBe('');
    expect(script({ item_name: ' ' }, rated, [])).toBe('');
    expect(script({}, own(['own'], {}), [shown('own')])).toBe('');
  });

  it('has the month of a review whose day is not known, and no date of one without a date', () => {
    const dateOf = (fields: Partial<PublicReview>) =>
      dataOf(script({}, own(['own'], { '5': 1 }), [shown('own', fields)])).review[0]?.datePublished;
    expect(dateOf({ date: '2026-10-01', date_precision: 'month' })).toBe('2026-10');
    expect(dateOf({ date: null })).toBeUndefined();
  });

  it('stays inside its element whatever a review contains', () => {
    const html = script({}, own(['own'], { '5': 1 }), [shown('own', { text: HOSTILE })]);
    expect(html.match(/<\/?script/g)).toHaveLength(2);
    expect(html).not.toContain('\u2028');
    expect(dataOf(html).review).toEqual([expect.objectContaining({ reviewBody: HOSTILE })]);
  });
});
