import { readFeed } from '../normalise/feeds/feed';
import { readSchema } from './builders/schema/schema-platform';
import { normalizeSchemaRows } from './builders/schema/schema-reviews';
import type { NormalizedPage } from './platform';
import { rss } from './website/rss';
import { siteReviews } from './website/site-reviews';

const NOW = new Date('2026-11-28T12:00:00Z');
const PAGE = 'https://larch.example/reviews';

const days = ({ reviews }: NormalizedPage): string[] =>
  reviews.map(({ postedOn }) => postedOn.toISOString().slice(0, 10));

function schemaPage(dates: readonly string[]): NormalizedPage {
  const review = dates.map((datePublished, index) => ({
    '@type': 'Review',
    author: `Author ${index}`,
    reviewBody: `Text ${index}.`,
    datePublished,
    reviewRating: { '@type': 'Rating', ratingValue: 5 },
  }));
  const business = { '@context': 'https://schema.org', '@type': 'LocalBusiness', name: 'Larch', review };
  const body = `<script type="application/ld+json">${JSON.stringify(business)}</script>`;
  const { reviews } = readSchema(body, PAGE);
  return normalizeSchemaRows(
    reviews.map((node) => ({ node, page: PAGE })),
    NOW,
  );
}

function feed(dates: readonly string[]): NormalizedPage {
  const items = dates.map(
    (date, index) =>
      `<item><guid>${index}</guid><title>Review ${index}</title><description>Fine.</description><pubDate>${date}</pubDate></item>`,
  );
  const read = readFeed(`<rss version="2.0"><channel><title>Larch</title>${items.join('')}</channel></rss>`);
  return rss.normalize(
    (read?.items ?? []).map((item) => ({ item, feed: PAGE })),
    NOW,
  );
}

function jsonPage(dates: readonly string[]): NormalizedPage {
  const rows = dates.map((date, id) => ({
    row: { id, name: 'Ada', content: 'Fine.', rating: 5, date, is_approved: true },
    key: { url: 'https://larch.example' },
    partition: '',
    extra: 5,
  }));
  return siteReviews.normalize(rows, NOW);
}

describe.each([
  ['a page with schema.org', schemaPage],
  ['a feed', feed],
  ['a page of JSON', jsonPage],
])('the dates of %s', (_kind, read) => {
  it('have one order of day and month', () => {
    expect(days(read(['8/1/2020', '8/13/2020']))).toEqual(['2020-08-01', '2020-08-13']);
    expect(days(read(['8/1/2020', '13/8/2020']))).toEqual(['2020-01-08', '2020-08-13']);
    // Read with the day first, one would lie ahead.
    expect(days(read(['11/12/2026', '9/8/2026']))).toEqual(['2026-11-12', '2026-09-08']);
  });

  it('begin with the day if nothing shows the order, or if they contradict each other', () => {
    expect(days(read(['8/1/2020', '8/2/2020']))).toEqual(['2020-01-08', '2020-02-08']);
    expect(days(read(['8/1/2020', '8/13/2020', '14/8/2020']))).toEqual([
      '2020-01-08',
      '2020-08-13',
      '2020-08-14',
    ]);
  });
});

describe('the first date that can be read', () => {
  const markup = (dates: string): NormalizedPage => {
    const body = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Larch</h1><div itemprop="review" itemscope
      itemtype="https://schema.org/Review"><p itemprop="reviewBody">Fine.</p>${dates}</div></div>`;
    return normalizeSchemaRows(
      readSchema(body, PAGE).reviews.map((node) => ({ node, page: PAGE })),
      NOW,
    );
  };

  it.each([
    '<meta itemprop="datePublished" content="Invalid date"><meta itemprop="datePublished" content="2026-01-05">',
    '<meta itemprop="datePublished" content="-0001-11-30T00:00:00+00:00"><meta itemprop="dateCreated" content="2026-01-05">',
    '<time itemprop="datePublished" datetime="Invalid date">5 January 2026</time>',
    '<time itemprop="datePublished" datetime="2026-01-05">4 January 2026</time>',
  ])('is the one of a review with %s', (dates) => {
    expect(days(markup(dates))).toEqual(['2026-01-05']);
  });

  it('is the one of an item of a feed', () => {
    const item =
      '<item><title>Fine</title><description>Fine.</description><pubDate>Invalid date</pubDate><dc:date>2026-01-05</dc:date></item>';
    const read = readFeed(`<rss version="2.0"><channel><title>Larch</title>${item}</channel></rss>`);
    const rows = (read?.items ?? []).map((one) => ({ item: one, feed: PAGE }));
    expect(days(rss.normalize(rows, NOW))).toEqual(['2026-01-05']);
  });
});
