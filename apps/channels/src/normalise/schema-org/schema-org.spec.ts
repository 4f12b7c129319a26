import { ratingOf } from './ratings';
import { textOf } from './schema-node';
import { authorOf, readSchemaPage } from './schema-org';

const PAGE = 'https://shop.example/p/1';

function jsonLd(...blocks: unknown[]): string {
  return blocks
    .map(
      (block) =>
        `<script type="application/ld+json">${typeof block === 'string' ? block : JSON.stringify(block)}</script>`,
    )
    .join('');
}

function read(html: string) {
  return readSchemaPage(html, PAGE);
}

function rating(review: object) {
  const [node] = read(jsonLd({ '@type': 'Review', ...review })).reviews;
  return node ? ratingOf(node) : undefined;
}

function author(review: object) {
  const [node] = read(jsonLd({ '@type': 'Review', reviewBody: 'x', ...review })).reviews;
  return node ? authorOf(node) : undefined;
}

describe('readSchemaPage with JSON-LD', () => {
  it.each([
    [
      'a charset in the type',
      `<script type="Application/LD+JSON; charset=utf-8">{"@type":"Review"}</script>`,
    ],
    ['an HTML comment around it', jsonLd('<!-- {"@type":"Review"} -->')],
    ['CDATA around it', jsonLd('//<![CDATA[\n{"@type":"Review"}\n//]]>')],
    ['trailing commas', jsonLd('{"@type":"Review","author":["a",],}')],
    ['raw newlines inside strings', jsonLd('{"@type":"Review","reviewBody":"one\ntwo"}')],
    ['a top level list', jsonLd([{ '@type': 'Review' }])],
    ['nested graphs', jsonLd({ '@graph': [{ '@graph': [{ '@type': 'Review' }] }] })],
    ['a type with prefix', jsonLd({ '@type': 'http://schema.org/Review' })],
    ['a type among others', jsonLd({ '@type': ['schema:UserReview', 'Thing'] })],
    ['a review that is one object', jsonLd({ '@type': 'Product', review: { '@type': 'Review' } })],
    ['the legacy member reviews', jsonLd({ '@type': 'Product', reviews: [{ '@type': 'Review' }] })],
    [
      'a review in an item list',
      jsonLd({ '@type': 'ItemList', itemListElement: [{ item: { '@type': 'Review' } }] }),
    ],
    ['a review on its own', jsonLd({ '@type': 'EmployerReview', itemReviewed: { name: 'Acme' } })],
  ])('reads a block with %s', (_name, html) => {
    expect(read(html).reviews).toHaveLength(1);
  });

  it('skips and counts blocks beyond repair, and reads the others', () => {
    expect(read(jsonLd('{"@type": oops', { '@type': 'Review' }))).toMatchObject({
      broken: { count: 1, total: 2, block: 1, fault: 'line 1: a value is expected before oops' },
      reviews: [{}],
    });
  });

  it('keeps a comma inside a string', () => {
    const [review] = read(jsonLd('{"@type":"Review","reviewBody":"a,}b",}')).reviews;
    expect(review && textOf(review, 'reviewBody')).toBe('a,}b');
  });

  it('resolves references by @id, even circular ones', () => {
    const page = read(
      jsonLd({ '@type': 'Product', '@id': '#p', name: 'Cup', review: { '@id': '#r' } }, [
        { '@type': 'Review', '@id': '#r', author: 'Ann', itemReviewed: { '@id': '#p' } },
      ]),
    );
    expect(page.reviews).toHaveLength(1);
    expect(page.name).toBe('Cup');
  });

  describe('that describes one thing several times', () => {
    const shop = { '@type': 'LocalBusiness', '@id': '#shop', name: 'Larch' };
    const ada = { '@type': 'Review', author: 'Ada', reviewRating: { ratingValue: 5, bestRating: 5 } };
    const bo = { '@type': 'Review', author: 'Bo', reviewBody: 'Good rolls.' };
    const rated = { aggregateRating: { ratingValue: 4.6, reviewCount: 2 } };

    it.each([
      ['another block', [shop, { '@id': '#shop', '@type': 'Bakery', ...rated, review: [ada, bo] }]],
      ['a block without a type', [shop, { '@id': '#shop', ...rated, review: [ada, bo] }]],
      ['an earlier block', [{ '@id': '#shop', ...rated, review: [ada, bo] }, shop]],
      ['the same graph', [{ '@graph': [shop, { '@id': '#shop', ...rated, review: [ada, bo] }] }]],
      ['two more blocks', [shop, { '@id': '#shop', ...rated, review: ada }, { '@id': '#shop', review: bo }]],
      ['an absolute id', [shop, { '@id': `${PAGE}#shop`, ...rated, review: [ada, bo] }]],
      ['a relative id', [shop, { '@id': '/p/1#shop', ...rated, review: [ada, bo] }]],
      [
        'a reference from another thing',
        [{ '@type': 'WebPage', about: { '@id': '#shop', ...rated, review: [bo, ada] } }, shop],
      ],
      [
        'equal values, which count once',
        [
          { ...shop, review: [ada] },
          { ...shop, ...rated, review: [{ ...ada, reviewRating: { bestRating: 5, ratingValue: 5 } }, bo] },
        ],
      ],
      [
        'reviews with ids, which count once',
        [
          { ...shop, review: [{ '@id': '#r1' }] },
          { ...shop, ...rated, review: [{ ...ada, '@id': '#r1' }, bo] },
        ],
      ],
    ])('reads the properties of %s', (_name, blocks) => {
      const page = read(jsonLd(...blocks));
      expect(page).toMatchObject({ name: 'Larch', official: { value: 4.6, count: 2 } });
      expect(page.reviews.map(authorOf).sort()).toEqual(['Ada', 'Bo']);
    });

    it('reads the text of a review from one block and its rating from another one', () => {
      const { reviews } = read(
        jsonLd({ ...ada, '@id': '#r1' }, { '@id': '#r1', '@type': 'Review', reviewBody: 'Fine.' }),
      );
      expect(
        reviews.map((review) => [authorOf(review), textOf(review, 'reviewBody'), ratingOf(review)?.value]),
      ).toEqual([['Ada', 'Fine.', 5]]);
    });

    it('keeps equal values of one description, such as two ratings without a text', () => {
      const silent = { '@type': 'Review', author: 'Guest', reviewRating: 5 };
      const { reviews } = read(jsonLd({ ...shop, review: [silent, silent] }, { ...shop, review: [silent] }));
      expect(reviews).toHaveLength(2);
    });

    it.each([
      ['texts', [ada, { ...bo, author: 'Ada' }, { ...bo, reviewBody: 'Stale.' }], 3],
      ['authors and no text', [ada, { ...ada, author: { name: 'Cleo' } }], 2],
    ])('keeps reviews with one id and different %s apart', (_name, reviews, count) => {
      const withId = reviews.map((review) => ({ ...review, '@id': PAGE }));
      expect(
        read(jsonLd({ ...shop, '@id': PAGE, description: 'We bake.', review: withId })).reviews,
      ).toHaveLength(count);
    });

    describe('with ids of a template', () => {
      const person = { '@id': '#reviewer', '@type': 'Person' };
      const stars = { '@id': '#rating', '@type': 'Rating' };
      const one = { author: { ...person, name: 'Ada' }, reviewRating: { ...stars, ratingValue: 5 } };
      const other = { author: { ...person, name: 'Bo' }, reviewRating: { ...stars, ratingValue: 1 } };
      const summary = (...blocks: object[]) =>
        read(jsonLd(...blocks)).reviews.map((review) => [authorOf(review), ratingOf(review)?.value]);
      const review = <Values extends object>(values: Values) => ({ '@type': 'Review', ...values });

      it('keeps people and ratings apart that share an id', () => {
        const expected = [
          ['Ada', 5],
          ['Bo', 1],
        ];
        expect(summary({ ...shop, review: [review(one), review(other)] })).toEqual(expected);
        expect(summary(review(one), review(other))).toEqual(expected);
        const untyped = [one, other].map(({ author, reviewRating }) => ({
          author: { ...author, '@type': undefined },
          reviewRating: { ...reviewRating, '@type': undefined },
        }));
        expect(summary(...untyped.map(review))).toEqual(expected);
      });

      it.each([
        ['rating', { reviewRating: 2 }],
        ['author', { author: 'Bo' }],
        ['date', { datePublished: '2026-01-01' }],
        ['title', { name: 'Fine' }],
        ['author by reference', { author: { '@id': '#bo' } }],
      ])('keeps reviews with one id and one text but another %s apart', (_name, change) => {
        const given = { author: 'Ada', reviewRating: 5, datePublished: '2026-05-04', name: 'Good' };
        const base = 'author by reference' === _name ? { ...given, author: { '@id': '#ada' } } : given;
        for (const text of [{}, { reviewBody: 'Great!' }]) {
          const first = review({ '@id': '#review', ...base, ...text });
          expect(summary({ ...shop, review: [first, { ...first, ...change }] })).toHaveLength(2);
          expect(summary(first, { ...first, ...change })).toHaveLength(2);
        }
      });

      it('takes spellings of one value for one review', () => {
        const first = review({ '@id': '#r', author: 'Ada', reviewRating: 5, datePublished: '2026-05-04' });
        const second = {
          ...first,
          author: { name: ' Ada' },
          reviewRating: { ratingValue: '5.0' },
          datePublished: '2026-05-04T10:00:00Z',
        };
        expect(summary(first, second)).toEqual([['Ada', 5]]);
      });

      it('counts a review once that two blocks describe among others with its id', () => {
        const list = ['One', 'Two', 'Three'].map((reviewBody) =>
          review({ '@id': '#r', author: reviewBody, reviewBody }),
        );
        const rated = list.map(({ author: _author, ...rest }) => ({ ...rest, reviewRating: 4 }));
        expect(summary(...list, { ...shop, review: rated })).toEqual([
          ['One', 4],
          ['Two', 4],
          ['Three', 4],
        ]);
      });

      it('reads the name of the business, and not of the page with its id', () => {
        const site = { '@type': 'WebPage', '@id': PAGE, name: 'Home' };
        const business = { ...shop, '@id': PAGE };
        expect(read(jsonLd(site, { ...business, review: [ada] })).name).toBe('Larch');
        expect(read(jsonLd(site, business, { ...ada, itemReviewed: { '@id': PAGE } })).name).toBe('Larch');
        expect(read(jsonLd({ '@graph': [site, business] }, { '@id': PAGE, ...rated })).name).toBe('Larch');
      });
    });

    it.each([
      ['@set', 1],
      ['@list', 1],
      ['@set', 3],
    ])('reads the reviews of a %s that is nested %i times', (container, times) => {
      const nested = Array.from({ length: times }).reduce<unknown>(
        (inner) => ({ [container]: [inner] }),
        [ada, bo],
      );
      const page = read(jsonLd({ ...shop, review: nested, ...rated }));
      expect(page.reviews.map(authorOf)).toEqual(['Ada', 'Bo']);
      expect(read(jsonLd(nested)).reviews).toHaveLength(2);
    });

    it('gives a review nothing of the product that has the same id', () => {
      const product = {
        '@type': 'Product',
        '@id': PAGE,
        name: 'Cup',
        description: 'Blue.',
        review: { ...ada, '@id': PAGE },
      };
      const [review] = read(jsonLd(product)).reviews;
      expect(review && textOf(review, 'reviewBody', 'description', 'name')).toBe('');
    });

    it('does not mix up the blank ids of two blocks, nor empty ids', () => {
      const page = (id: string) =>
        read(jsonLd({ ...bo, '@id': id }, { ...bo, '@id': id, reviewBody: undefined, author: 'Cleo' }));
      expect(page('_:b0').reviews).toHaveLength(2);
      expect(page(' ').reviews).toHaveLength(2);
    });
  });

  it('does not return reviews of claims and media', () => {
    expect(read(jsonLd({ '@type': 'ClaimReview' }, { '@type': 'MediaReview' })).reviews).toEqual([]);
  });
});

describe('authorOf', () => {
  it.each([
    [{ author: 'Noa' }, 'Noa'],
    [{ author: { '@type': 'Person', name: 'Noa' } }, 'Noa'],
    [{ author: [{ name: 'Noa' }, { name: 'Lea' }] }, 'Noa'],
    [{ author: { '@type': 'Person', givenName: 'Noa', familyName: 'Levi' } }, 'Noa Levi'],
    [{ author: { '@type': 'Organization', name: 'Globex' } }, 'Globex'],
    [{ creator: 'Noa' }, 'Noa'],
    [{}, ''],
  ])('reads the author of %j as %j', (review, expected) => {
    expect(author(review)).toBe(expected);
  });
});

describe('readSchemaPage', () => {
  it('omits a review whose author is the business of the page itself', () => {
    const own = { '@type': 'Review', author: { name: 'ACME' }, reviewBody: 'We are great' };
    const page = read(
      jsonLd({ '@type': 'Organization', name: 'Acme', review: [own, { '@type': 'Review', author: 'Ann' }] }),
    );
    expect(page.reviews).toHaveLength(1);
  });
});

describe('ratingOf', () => {
  it.each([
    [{ reviewRating: { ratingValue: '5' } }, { value: 5, scale: 5 }],
    [{ reviewRating: { ratingValue: '4,5' } }, { value: 4.5, scale: 5 }],
    [{ reviewRating: { ratingValue: '4.5/5' } }, { value: 4.5, scale: 5 }],
    [{ reviewRating: { ratingValue: '★★★★☆' } }, { value: 4, scale: 5 }],
    [{ reviewRating: { ratingValue: '90%' } }, { value: 90, scale: 100 }],
    [{ reviewRating: { ratingValue: 9, bestRating: '10' } }, { value: 9, scale: 10 }],
    [{ reviewRating: { ratingValue: 4, bestRating: '10 points' } }, { value: 4, scale: 10 }],
    [{ reviewRating: { ratingValue: 5, bestRating: 4.9 } }, { value: 5, scale: 5 }],
    [{ reviewRating: { ratingValue: '5つ星のうち2.0', bestRating: 5 } }, { value: 2, scale: 5 }],
    [{ reviewRating: { ratingValue: 'between 3 and 4' } }, null],
    [{ reviewRating: { ratingValue: 9 } }, { value: 9, scale: 10 }],
    [{ reviewRating: { value: 9, best: 20 } }, { value: 9, scale: 20 }],
    [{ reviewRating: 4 }, { value: 4, scale: 5 }],
    [{ reviewRating: '5 stars' }, { value: 5, scale: 5 }],
    [{ ratingValue: '3' }, { value: 3, scale: 5 }],
    [
      { reviewRating: [{ ratingValue: 1, reviewAspect: 'Taste' }, { ratingValue: 4 }] },
      { value: 4, scale: 5 },
    ],
    [
      {
        reviewRating: [
          { ratingValue: 1, reviewAspect: 'Taste' },
          { ratingValue: 4, reviewAspect: 'Price' },
        ],
      },
      null,
    ],
    [{ reviewRating: { ratingValue: 4, reviewAspect: 'Quality' } }, { value: 4, scale: 5 }],
    [{ reviewRating: { ratingValue: 0 } }, null],
    [{ reviewRating: { ratingValue: 'great' } }, null],
    [{ reviewRating: { ratingValue: 999 } }, null],
    [{}, null],
  ])('reads the rating of %j as %j', (review, expected) => {
    expect(rating({ author: 'Ann', ...review })).toEqual(expected);
  });
});

describe('the official rating of a page', () => {
  it('belongs to the thing that the page is about, even if another thing has more reviews', () => {
    const page = read(
      jsonLd(
        { '@type': 'Organization', name: 'Shop', aggregateRating: { ratingValue: 4.9, reviewCount: 9000 } },
        { '@type': 'Product', name: 'Cup', url: PAGE, aggregateRating: { ratingValue: 4.1, reviewCount: 7 } },
      ),
    );
    expect(page).toMatchObject({ name: 'Cup', official: { value: 4.1, count: 7 } });
  });

  it('is read from an aggregate rating on its own, with an abbreviated count', () => {
    const page = read(
      jsonLd({
        '@type': 'EmployerAggregateRating',
        ratingValue: '8,7',
        bestRating: 10,
        ratingCount: '1.2K',
        itemReviewed: { name: 'Acme' },
      }),
    );
    expect(page).toMatchObject({ name: 'Acme', official: { value: 8.7, scale: 10, count: 1200 } });
  });

  it('has the number of reviews rather than the number of ratings', () => {
    const page = read(
      jsonLd({
        '@type': 'Hotel',
        aggregateRating: { ratingValue: 4, ratingCount: 90, reviewCount: '1,234' },
      }),
    );
    expect(page.official?.count).toBe(1234);
  });

  it('is null if the page shows zero', () => {
    expect(
      read(jsonLd({ '@type': 'Hotel', aggregateRating: { ratingValue: 0, reviewCount: 0 } })).official,
    ).toBeNull();
  });
});

describe('the reviews of a page', () => {
  it('are at most 2,000, each a tree of bounded size', () => {
    const authors = Array.from({ length: 1_000 }, (_, index) => ({ name: `${index}` }));
    const review = { '@type': 'Review', author: authors, itemReviewed: { '@id': '#cup' } };
    const page = read(jsonLd({ '@id': '#cup', name: 'Cup', review: [review] }));
    expect(page.reviews[0]?.values['author']).toHaveLength(150);
    expect(page.reviews[0]?.values).not.toHaveProperty('itemReviewed');
    expect(read(jsonLd(Array.from({ length: 3_000 }, () => ({ '@type': 'Review' })))).reviews).toHaveLength(
      2_000,
    );
  });

  it('have at most 4,000 characters in each short value', () => {
    const long = 'x'.repeat(100_000);
    const [review] = read(jsonLd({ '@type': 'Review', author: long, reviewBody: long, url: long })).reviews;
    expect(review?.values).toMatchObject({
      author: [long.slice(0, 4_000)],
      reviewBody: [long],
      url: [long.slice(0, 4_000)],
    });
  });

  it('have at most two million characters together', () => {
    const text = { '@id': '#text', name: 'x'.repeat(100_000), text: 'x'.repeat(100_000) };
    const review = { '@type': 'Review', author: { '@id': '#text' }, reviewBody: { '@id': '#text' } };
    const { reviews } = read(jsonLd([text, ...Array.from({ length: 200 }, () => review)]));
    expect(reviews).toHaveLength(9);
    expect(JSON.stringify(reviews).length).toBeLessThan(2_000_000);
  });

  it('keep their text behind hundreds of images', () => {
    const image = Array.from({ length: 400 }, (_, index) => `/${index}.png`);
    const [review] = read(jsonLd({ '@type': 'Review', image, reviewBody: 'Fine' })).reviews;
    expect(review && textOf(review, 'reviewBody')).toBe('Fine');
  });
});

describe('the next page of a page', () => {
  it.each([
    ['<link rel="next" href="?page=2">', 'https://shop.example/p/1?page=2'],
    ['<a rel="nofollow next" href="/p/1/page/2">more</a>', 'https://shop.example/p/1/page/2'],
    ['<link rel="next" href="https://other.example/p/2">', null],
    ['<a href="?page=2">2</a>', null],
  ])('of %s is %p', (html, expected) => {
    expect(read(html).next).toBe(expected);
  });
});
