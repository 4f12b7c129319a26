import type { ApprovedReviewsResponse, ApprovedReview } from '@plaudit/contracts';
import { buildReview } from '@plaudit/testing';
import { changeSettings } from '../settings/change-settings';
import { WIDGET_FIELDS } from './fixtures/widget-fields';
import { MAX_JSON_BYTES, renderWidget } from './render-widget';

const NO_FIGURES = { count: 0, average: null, distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 } };

function render(items: ApprovedReview[], patch: object = {}) {
  const { settings } = changeSettings('list', {}, patch);
  const reviews: ApprovedReviewsResponse = {
    items,
    count: items.length,
    next: null,
    summary: {
      approved: { ...NO_FIGURES, count: items.length },
      collected: { ...NO_FIGURES, count: items.length + 3 },
    },
  };
  return renderWidget({
    key: 'w_8fJ2kQ0vT3nYb5Lx',
    type: 'list',
    settings,
    language: 'en',
    reviews,
    channels: [],
    publicUrl: 'https://r.example',
    next: null,
    naming: {
      publicId: () => 'hash',
      imageUrl: (url, width) => `https://r.example/img/${url.length}?w=${width}`,
    },
  });
}

describe('renderWidget', () => {
  it('leaves out filters, allowed domains and replaced texts', () => {
    const widget = render([buildReview()], {
      source: { keyword: 'secret-word', tags: [77] },
      access: { allowed_domains: ['secret.example'] },
      i18n: { strings: { empty: 'Nothing here' } },
    });
    expect(Object.keys(widget).sort()).toEqual(WIDGET_FIELDS);
    expect(Object.keys(widget.settings).sort()).toEqual(['behavior', 'card', 'header', 'layout', 'style']);
    expect(JSON.stringify(widget)).not.toMatch(/secret|4711|Acme Notes/);
    expect(widget.strings.empty).toBe('Nothing here');
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

  it('labels a rating of the approved reviews as based on selected reviews', () => {
    expect(render([buildReview()], { header: { rating_basis: 'approved' } }).summary.label).toBe(
      'Based on 1 selected review',
    );
  });
});
