import type { ApprovedReviewsResponse, ApprovedReview, ReviewFigures } from '@plaudit/contracts';
import { buildReview } from '@plaudit/testing';
import { changeSettings } from '../settings/change-settings';
import { WIDGET_FIELDS } from './fixtures/widget-fields';
import type { Language } from '../i18n/locale';
import type { PublicWidget } from './public-widget';
import { MAX_JSON_BYTES, renderWidget } from './render-widget';

const NO_STARS = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 };
const NO_FIGURES: ReviewFigures = { count: 0, average: null, distribution: NO_STARS };

function render(
  items: ApprovedReview[],
  patch: object = {},
  figures?: ReviewFigures,
  language: Language = 'en',
): PublicWidget {
  const { settings } = changeSettings('list', {}, patch);
  const reviews: ApprovedReviewsResponse = {
    items,
    count: items.length,
    next: null,
    summary: figures
      ? { approved: figures, collected: figures }
      : {
          approved: { ...NO_FIGURES, count: items.length },
          collected: { ...NO_FIGURES, count: items.length + 3 },
        },
  };
  return renderWidget({
    key: 'w_8fJ2kQ0vT3nYb5Lx',
    type: 'list',
    settings,
    language,
    reviews,
    channels: [],
    css: '',
    pagesUrl: 'https://r.example',
    next: null,
    naming: {
      publicId: () => 'hash',
      imageUrl: (url, use) => `https://r.example/img/${url.length}?as=${use}`,
    },
  });
}

describe('renderWidget', () => {
  it('leaves out filters, allowed domains and replaced texts', () => {
    const widget = render([buildReview()], {
      source: { keyword: 'secret-word', tags: [77] },
      access: { allowed_domains: ['secret.example'] },
      i18n: { strings: { anonymous: 'A guest' } },
    });
    expect(Object.keys(widget).sort()).toEqual(WIDGET_FIELDS);
    expect(Object.keys(widget.settings).sort()).toEqual(['behavior', 'card', 'layout']);
    expect(JSON.stringify(widget)).not.toMatch(/secret|4711|Acme Notes/);
    expect(widget.strings.anonymous).toBe('A guest');
  });

  it('cuts texts until fifty long reviews fit the size limit, and keeps all reviews', () => {
    const long = buildReview({ text: 'Wörter und noch mehr Wörter. '.repeat(700), from_name: 'Ñandú Größe' });
    const widget = render(
      Array.from({ length: 50 }, (_, index) => ({ ...long, id: index })),
      { source: { limit: 50 } },
    );
    expect(Buffer.byteLength(JSON.stringify(widget))).toBeLessThanOrEqual(MAX_JSON_BYTES);
    expect(widget.reviews).toHaveLength(50);
    expect(widget.reviews.every(({ cut }) => cut)).toBe(true);
  });

  it('cuts a single long text at 2,000 characters', () => {
    const [review] = render([buildReview({ text: 'word '.repeat(1000) })]).reviews;
    expect(review?.text.length).toBeLessThanOrEqual(2001);
    expect(review?.cut).toBe(true);
  });

  it('cuts a long reply of the business between characters', () => {
    const reply = { text: `a${'😀'.repeat(6000)}`, posted_on: null };
    const [review] = render([buildReview({ reply })], { card: { show_reply: true } }).reviews;
    expect(review?.cut).toBe(true);
    expect(JSON.stringify(review?.reply)).not.toMatch(/\\ud/);
  });

  it('returns the order as the sort menu names it', () => {
    expect(render([]).sort).toBe('newest');
    expect(render([], { source: { sort: 'pinned_first' } }).sort).toBe('featured');
  });

  it('says that some reviews have no rating or were selected, and has no label for what is not counted', () => {
    const labelOf = (rated: number, count: number, basis: string): string => {
      const figures = { count, average: rated ? 5 : null, distribution: { ...NO_STARS, '5': rated } };
      return render([buildReview()], { header: { rating_basis: basis } }, figures).summary.label;
    };
    expect(labelOf(1, 1, 'approved')).toBe('Based on 1 selected review');
    expect(labelOf(1, 2, 'approved')).toBe('Based on 1 selected review with a rating');
    expect(labelOf(6, 6, 'collected')).toBe('Based on 6 reviews');
    expect(labelOf(6, 8, 'collected')).toBe('Based on 6 reviews with a rating');
    expect(labelOf(0, 8, 'collected')).toBe('8 reviews');
    expect(labelOf(0, 0, 'official')).toBe('0 reviews');
  });

  it.each([
    ['de', 'auto', 'de', 'ltr'],
    ['ar', 'auto', 'ar-u-nu-latn', 'rtl'],
    ['he', 'auto', 'he', 'rtl'],
    ['he', 'ltr', 'he', 'ltr'],
    ['en', 'rtl', 'en', 'rtl'],
  ] as const)(
    'in %s with direction %s has the language %s and is written %s',
    (language, direction, lang, dir) => {
      expect(render([], { i18n: { direction } }, undefined, language)).toMatchObject({ lang, dir });
    },
  );
});
