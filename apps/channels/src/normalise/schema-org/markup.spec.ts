import { authorOf, ratingOf, readSchemaPage, textOf } from './schema-org';

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
      dateModified: ['2026-01-03'],
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
