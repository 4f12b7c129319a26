import { ratingOf } from './ratings';
import { textOf } from './schema-node';
import { authorOf, readSchemaPage } from './schema-org';

function read(html: string) {
  return readSchemaPage(html, 'https://shop.example/p/1');
}

const jsonLd = (text: string): string => `<script type="application/ld+json">${text}</script>`;

describe('readSchemaPage with markup', () => {
  it('reads microdata with its value rules and itemref', () => {
    const page = read(`
      <div itemscope itemtype="https://schema.org/Product" itemref="more"><span itemprop="name">Cup</span></div>
      <div id="more"><div itemprop="review" itemscope itemtype="https://schema.org/Review">
        <span itemprop="author" itemscope><a itemprop="url" href="/u/ann"><b itemprop="name">Ann</b></a></span>
        <meta itemprop="datePublished" content="2026-01-02"><time itemprop="dateModified" datetime="2026-01-03">3 Jan</time>
        <img itemprop="image" src="/a.jpg"><div itemprop="reviewBody">One<br>two</div></div></div>`);
    expect(page.name).toBe('Cup');
    const review = page.reviews.find((node) => authorOf(node) === 'Ann');
    expect(review?.values).toMatchObject({
      datePublished: ['2026-01-02'],
      dateModified: ['2026-01-03', '3 Jan'],
      image: ['/a.jpg'],
      reviewBody: ['One\ntwo'],
    });
  });

  it('reads RDFa Lite', () => {
    const page = read(`<div vocab="https://schema.org/" typeof="Product"><span property="name">Cup</span>
      <div property="review" typeof="Review"><span property="author">Ann</span><span property="reviewBody">Fine</span></div></div>`);
    expect(page.name).toBe('Cup');
    expect(page.reviews.map(authorOf)).toEqual(['Ann']);
  });

  it('reads hReview', () => {
    const page =
      read(`<div class="hreview"><span class="reviewer">Ann</span><span class="rating"><span class="value">4</span></span>
      <abbr class="dtreviewed" title="2026-01-02">Jan</abbr><div class="description">Fine</div></div>`);
    const [review] = page.reviews;
    expect(review && [authorOf(review), ratingOf(review)?.value, textOf(review, 'datePublished')]).toEqual([
      'Ann',
      4,
      '2026-01-02',
    ]);
  });
});

describe('readSchemaPage with hReview', () => {
  const valuesOf = (html: string) => read(`<div class="hreview">${html}</div>`).reviews[0]?.values;

  it('reads every property that an element has', () => {
    expect(valuesOf('<div class="p-name e-content summary">Fine</div>')).toEqual({
      name: ['Fine'],
      reviewBody: ['Fine'],
    });
  });

  it('reads the author and the date of one element', () => {
    expect(
      valuesOf('<b class="reviewer dtreviewed" title="2026-01-02">Ann <i class="summary">x</i></b>'),
    ).toEqual({
      author: ['Ann x'],
      datePublished: ['2026-01-02'],
    });
  });

  it('reads a date from a title deep inside the element', () => {
    const inner = '<i>on <b><abbr title="2026-01-02">Jan</abbr></b></i><u title="2026-01-03"></u>';
    expect(valuesOf(`<b class="dtreviewed" title="no date">${inner}</b>`)).toEqual({
      datePublished: ['2026-01-02'],
    });
  });
});

describe('readSchemaPage with the cards of hReview and h-review', () => {
  it.each([
    ['hreview', '<span class="reviewer vcard"> Reviewer: <b class="fn">Ann</b> - </span>'],
    ['h-review', '<span class="p-author h-card">By <b class="p-name">Ann</b> on Monday</span>'],
    ['h-review', '<span class="p-reviewer h-card">Reviewer: <i><b class="p-name">Ann</b></i> -</span>'],
    ['h-review', '<a class="p-author h-card" href="/ann">Ann</a>'],
  ])('reads the author inside of %s: %s', (name, html) => {
    expect(
      read(`<div class="${name}">${html}<p class="e-content">Fine</p></div>`).reviews.map(authorOf),
    ).toEqual(['Ann']);
  });

  it('reads the date inside of the card of the author, and nothing else of the review', () => {
    const card =
      '<span class="reviewer vcard">Reviewer: <span class="fn">Ann</span> <i class="summary rating">x</i> - ' +
      '<abbr class="dtreviewed" title="20050418T2300-0700">April 18, 2005</abbr></span>';
    const [review] = read(`<div class="hreview">${card}</div>`).reviews;
    expect(review && authorOf(review)).toBe('Ann');
    expect(review?.values).toEqual({
      author: [expect.anything()],
      datePublished: ['20050418T2300-0700'],
    });
  });

  it('reads the URL and the picture of the author', () => {
    const card =
      '<i class="reviewer vcard"><img class="photo" src="/a.png"><a class="fn url" href="/ann">Ann</a></i>';
    const [review] = read(`<div class="hreview">${card}</div>`).reviews;
    expect(review?.values['author']).toMatchObject([
      { values: { name: ['Ann'], url: ['/ann'], image: ['/a.png'] } },
    ]);
  });

  it.each([
    '<b class="rating">4</b>',
    '<abbr class="rating" title="4">****</abbr>',
    '<p class="rating">Rated <b class="value">4</b> out of <b class="best">5</b></p>',
    '<p class="rating">Good<i class="value-title" title="4"></i></p>',
    '<data class="p-rating" value="4">Good</data>',
    '<i>of <b class="best">5</b></i><p class="p-rating"><data class="value" value="4.0">Four</data></p>',
  ])('reads the rating of %s', (html) => {
    const [review] = read(`<div class="hreview h-review">${html}</div>`).reviews;
    expect(review && ratingOf(review)).toEqual({ value: 4, scale: 5 });
  });

  it('reads the best rating of a scale up to 10', () => {
    const [review] = read(
      '<div class=h-review><b class=p-rating>4</b> of <b class=p-best>10</b></div>',
    ).reviews;
    expect(review && ratingOf(review)).toEqual({ value: 4, scale: 10 });
  });

  it('does not read the name and the text of the item as those of the review', () => {
    const item =
      '<div class="p-item h-product"><a class="p-name u-url" href="/c">Cup</a><p class="e-description">Blue</p></div>';
    const page = read(
      `<div class="h-review">${item}<b class="p-name">Great</b><p class="e-content">Fine</p></div>`,
    );
    const [review] = page.reviews;
    expect(review && [textOf(review, 'name'), textOf(review, 'reviewBody')]).toEqual(['Great', 'Fine']);
    expect(page.name).toBe('Cup');
  });

  it.each([
    [
      'hreview-aggregate',
      '<b class="item"><b class="fn">Cup</b></b><p class="rating"><b class="average">9.2</b> of <b class="best">10</b></p> <b class="count">17</b>',
    ],
    [
      'hreview-aggregate',
      '<b class="item vcard"><b class="fn org">Cup</b></b><b class="average">9.2</b>/<b class="best">10</b> <b class="votes">17</b> votes',
    ],
    [
      'h-review-aggregate',
      '<b class="p-item h-card"><b class="p-name">Cup</b></b><p class="p-rating"><b class="p-average value">9.2</b> of <b class="p-best">10</b> by <b class="p-count">17</b></p>',
    ],
    [
      'h-review-aggregate',
      '<b class="p-item h-item"><b class="p-name">Cup</b></b><data class="p-rating" value="9.2"></data><data class="p-votes" value="17"></data>',
    ],
  ])('reads the official score of %s', (name, html) => {
    const page = read(`<div class="${name}">${html}</div><div class="hreview"><b class="rating">1</b></div>`);
    expect(page).toMatchObject({ name: 'Cup', official: { value: 9.2, scale: 10, count: 17 } });
    expect(page.reviews).toHaveLength(1);
  });
});

describe('readSchemaPage with attributes in markup', () => {
  const review = (html: string) =>
    read(`<div itemscope itemtype="https://schema.org/Review">${html}</div>`).reviews.map((node) => [
      authorOf(node),
      textOf(node, 'datePublished'),
      ratingOf(node)?.value,
    ])[0];

  it.each([
    ['a linked author', '<a itemprop="author" href="/u/ann">Ann</a>', ['Ann', '', undefined]],
    [
      'a linked name',
      '<i itemprop="author" itemscope><a itemprop="url name" href="/u/ann">Ann</a></i>',
      ['Ann', '', undefined],
    ],
    [
      'an empty attribute',
      '<time itemprop="datePublished" datetime="">2026-05-04</time>',
      ['', '2026-05-04', undefined],
    ],
    [
      'the date of an attribute',
      '<time itemprop="datePublished" datetime="2026-05-04">yesterday</time>',
      ['', '2026-05-04', undefined],
    ],
    [
      'an empty content',
      '<i itemprop="reviewRating" itemscope><b itemprop="ratingValue" content=" ">4</b></i>',
      ['', '', 4],
    ],
    [
      'a hidden field',
      '<i itemprop="reviewRating" itemscope><input itemprop="ratingValue" value="4"></i>',
      ['', '', 4],
    ],
    ['a rating without a thing', '<meter itemprop="reviewRating" value="4">four</meter>', ['', '', 4]],
  ])('reads %s', (_name, html, expected) => {
    expect(review(html)).toEqual(expected);
  });

  it('reads the linked author of RDFa', () => {
    const html = '<div typeof="Review"><a property="author" href="/ann">Ann</a></div>';
    expect(read(html).reviews.map(authorOf)).toEqual(['Ann']);
  });
});

describe('readSchemaPage with unusual markup', () => {
  const scope = 'itemscope itemtype=Review';
  const one = '<i itemprop=author>One</i>';
  const two = '<i itemprop=author>Two</i>';

  it.each([
    ['list items', `<ul><li ${scope}>${one}<li ${scope}>${two}</ul>`],
    ['paragraphs', `<div><p ${scope}>${one}<p ${scope}>${two}</div>`],
    ['table cells', `<table><tr><td ${scope}>${one}<td ${scope}>${two}</table>`],
    ['an inline end tag behind a block', `<b><div ${scope}></b>${one}</div></b><div ${scope}>${two}</div>`],
    [
      'elements behind 300 self-closed elements in SVG',
      `<svg>${'<path/><use/>'.repeat(150)}</svg><div ${scope}>${one}</div><div ${scope}>${two}</div>`,
    ],
    ['HTML elements with a meaningless slash', `<div ${scope} />${one}</div><div ${scope} />${two}</div>`],
    [
      'HTML elements inside SVG',
      `<svg><g/><foreignObject><div ${scope} />${one}</div><div ${scope} />${two}</div></foreignObject></svg>`,
    ],
    [
      'elements beside templates',
      `<template><div ${scope}>{{author}}</div>${jsonLd('{"@type":"Review"}')}</template>
       <div ${scope}><template></div><i itemprop=author>{{author}}</i></template>${one}</div>
       <div ${scope}>${two}</div><template><div ${scope}>${one}`,
    ],
    ['end tags without elements', `</p></div><div ${scope}></b></p></td>${one}</div><div ${scope}>${two}`],
  ])('reads two reviews from %s', (_name, html) => {
    expect(read(html).reviews.map(authorOf)).toEqual(['One', 'Two']);
  });

  it('reads names that JavaScript objects have as plain names', () => {
    const html = `<constructor class="constructor hreview"><b class="constructor __proto__">x</b></constructor>
      <div itemscope itemtype=Review><i itemprop="__proto__ constructor author">Ann</i></div>
      ${jsonLd('{"@type":"Review","author":"Ben","__proto__":{"author":"Eve"},"constructor":1}')}`;
    expect(read(html).reviews.map(authorOf)).toEqual(['Ben', 'Ann', '']);
  });
});

describe('readSchemaPage with what shops write', () => {
  const review = (author: string) => ({
    '@type': 'Review',
    author,
    reviewBody: `Text of ${author}`,
    reviewRating: { ratingValue: 4 },
  });
  const product = (name: string, count: number, more: object = {}) => ({
    '@type': 'Product',
    name,
    aggregateRating: { ratingValue: 4, reviewCount: count },
    ...more,
  });

  it.each(['isRelatedTo', 'isSimilarTo', 'isAccessoryOrSparePartFor', 'isConsumableFor'])(
    'reads neither the rating nor the reviews of a product in %s',
    (property) => {
      const other = product('Desk', 90, { review: [review('Bo')] });
      const own = product('Lamp', 3, { review: [review('Ann')], [property]: [other] });
      const page = read(jsonLd(JSON.stringify(own)));
      expect([page.official?.count, page.reviews.map(authorOf)]).toEqual([3, ['Ann']]);
    },
  );

  it('prefers the rating of a product to those of a list beside it', () => {
    const list = {
      '@type': 'ItemList',
      itemListElement: [{ '@type': 'ListItem', item: product('Desk', 90) }],
    };
    expect(read(jsonLd(JSON.stringify([list, product('Lamp', 3)]))).official?.count).toBe(3);
    expect(read(jsonLd(JSON.stringify(list))).official?.count).toBe(90);
  });

  it('reads a block without the braces around it', () => {
    const inside = JSON.stringify(review('Ann')).slice(1, -1);
    const page = read(jsonLd(inside.replace('"Review"', '"Review", "itemReviewed": {"@type": Product}')));
    expect([page.reviews.map(authorOf), page.broken]).toEqual([['Ann'], null]);
  });

  it('reads a rating in the content of an element that starts a thing', () => {
    const page = read(`<div itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">Fine</p>
      <meta itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating" content="4"></div>`);
    expect(page.reviews.map((one) => ratingOf(one)?.value)).toEqual([4]);
  });

  it.each(['undefined', 'null', 'NaN', '[object Object]'])('reads %s as no value', (missing) => {
    const page = read(jsonLd(JSON.stringify({ ...review('Ann'), author: missing, reviewBody: missing })));
    expect(page.reviews.map((one) => [authorOf(one), textOf(one, 'reviewBody')])).toEqual([['', '']]);
  });
});
