import fc from 'fast-check';
import { readSchemaPage } from './schema-org';
import { PageTooComplex, WorkBudget } from './work-budget';

const URL = 'https://shop.example/p/1';

const jsonLd = (text: string): string => `<script type="application/ld+json">${text}</script>`;
const repeated = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

/** Pages of a given size. Each one took a time that grew faster than its length, or had no end. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'things that refer to each other by itemref': (size) =>
    repeated(size, (index) => `<div id=x${index} itemscope itemref="x${index} x${index + 1} x0"></div>`),
  'things that refer to the same elements': (size) =>
    `<div id=x>${'<i itemprop=name>a</i>'.repeat(size)}</div>${'<b itemscope itemref=x></b>'.repeat(size)}`,
  'unclosed paragraphs': (size) => '<div><p>'.repeat(size),
  'unclosed links': (size) => '<a>'.repeat(size),
  'unmatched end tags': (size) => '<i>'.repeat(size) + '</b>'.repeat(size),
  'inline end tags behind a block': (size) => `<b>${'<i>'.repeat(200)}<div>${'</b>'.repeat(size)}`,
  'nested properties': (size) => `<div itemscope>${'<div itemprop=name>text'.repeat(size)}`,
  'white space in nested properties': (size) =>
    `<div itemscope>${'<div itemprop=name>'.repeat(200)}${' \n<br><p>'.repeat(size)}`,
  'nested things': (size) => '<div itemscope itemprop=review itemtype=Review>x'.repeat(size),
  'one property of many names': (size) => `<b itemscope><i itemprop="${'a '.repeat(size)}">x</i></b>`,
  'many attributes': (size) => `<div ${repeated(size, (index) => `a${index} `)}>`,
  'nested hReviews': (size) => '<div class="hreview"><b class="rating">x'.repeat(size),
  entities: (size) => `<b itemscope><i itemprop=name>${'&amp;'.repeat(size)}</i></b>`,
  'JSON-LD with open strings': (size) => jsonLd(`{${'"\\'.repeat(size)}`),
  'JSON-LD with many ends of comments': (size) => jsonLd(`{-->${' '.repeat(size)}x${'-->;'.repeat(size)}`),
  'JSON-LD with commas and spaces': (size) => jsonLd(`[${', '.repeat(size)}x`),
  'broken JSON-LD with strings': (size) => jsonLd(`{"a" "${'",'.repeat(size)}`),
  'broken JSON-LD with quotes and spaces': (size) => jsonLd(`{"a":"${`x"${' '.repeat(90)}`.repeat(size)}b"}`),
  'broken JSON-LD with comments': (size) => jsonLd(`{,${'/**/<!-- '.repeat(size)}`),
  'broken JSON-LD with comments that do not end': (size) =>
    jsonLd(`${'<!--'.repeat(size)}${'/*'.repeat(size)}`),
  'broken JSON-LD with brackets': (size) => jsonLd(`[,${'[ '.repeat(size)}`),
  'broken JSON-LD with text and brackets': (size) => jsonLd(`x${`[${' '.repeat(50)}`.repeat(size)}`),
  'placeholders that nearly end': (size) =>
    `<div itemscope>${`<b itemprop=name>{{a}}${' '.repeat(500)}x</b>`.repeat(size / 10)}</div>`,
  'people without properties in each other': (size) =>
    `<div itemscope>${'<b itemprop=author itemscope itemtype=Person>x'.repeat(size)}</div>`,
  'JSON-LD that is escaped': (size) => jsonLd(`{&amp;quot;${'&amp;amp;'.repeat(size)}`),
  'JSON-LD with one id everywhere': (size) =>
    jsonLd(
      `[${repeated(size, (index) => `{"@id":"a","@type":"Review","text":"${index}","item":{"@id":"a","b":[1]}},`)}1]`,
    ),
  'JSON-LD with one id and one text for reviews of many authors': (size) =>
    jsonLd(
      `[${repeated(2 * size, (index) => `{"@id":"a","@type":"Review","text":"x","author":"${index % size}"},`)}1]`,
    ),
  'JSON-LD with sets in sets': (size) =>
    jsonLd(`${`${'{"@set":[1,'.repeat(30)}1${']}'.repeat(30)}\n`.repeat(size / 10)}`),
  'JSON-LD with equal things that have equal things': (size) =>
    jsonLd(`[${repeated(size, (index) => `{"@id":"${index}","a":{"@id":"${index + 1}","a":{"b":1}}},`)}1]`),
  'JSON-LD with nested ids': (size) =>
    jsonLd(`${`${'{"@id":"a","b":'.repeat(30)}1${'}'.repeat(30)}\n`.repeat(size / 10)}`),
  'nested authors of hReviews': (size) => '<div class="hreview"><b class="reviewer">x'.repeat(size),
  'many names of items': (size) =>
    `<div class="hreview">${'<b class="item"><i>x</i></b>'.repeat(size)}</div>`,
  'nested JSON-LD objects': (size) => jsonLd(`${'{"a":'.repeat(size)}1${'}'.repeat(size)}`),
  'nested JSON-LD lists': (size) => jsonLd('['.repeat(size) + ']'.repeat(size)),
  'JSON-LD whose names refer to the next thing twice': (size) =>
    jsonLd(
      JSON.stringify(
        Array.from({ length: size }, (_, index) => ({
          '@id': `#${index}`,
          '@type': 'Review',
          name: [{ '@id': `#${index + 1}` }, { '@id': `#${index + 1}` }],
        })),
      ),
    ),
  'many ratings beside a long title': (size) =>
    `<title>${'x'.repeat(size)}</title>` +
    jsonLd(`[${repeated(size, () => '{"@type":"AggregateRating","ratingValue":4},')}1]`),
  'reviews that share an author with many properties': (size) =>
    jsonLd(
      `[{"@id":"a"${repeated(size, (index) => `,"p${index}":1`)}}` +
        `${',{"@type":"Review","author":{"@id":"a"}}'.repeat(size)}]`,
    ),
  'things that share a rating with many values': (size) =>
    jsonLd(
      `[{"@id":"r","ratingValue":[${'4,'.repeat(size)}4],"bestRating":[${'5,'.repeat(size)}5]}` +
        `${',{"@type":"Product","aggregateRating":{"@id":"r"}}'.repeat(size)}]`,
    ),
  'self-closed elements inside SVG': (size) => '<svg>'.repeat(200) + '<path/>'.repeat(size),
  'end tags inside a template': (size) => `<div><template>${'<p>'.repeat(200)}${'</div>'.repeat(size)}`,
};

function stepsOf(html: string): number {
  const budget = new WorkBudget(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  readSchemaPage(html, URL, budget);
  return budget.steps;
}

describe('the work of reading a page', () => {
  it.each(Object.entries(SHAPES))('at most doubles when %s are doubled', (_name, shape) => {
    // In smaller pages, the part above the maximum depth weighs more than the rest.
    const sizes = fc.integer({ min: 1_000, max: 2_000 });
    fc.assert(
      fc.property(sizes, (size) => {
        expect(stepsOf(shape(2 * size))).toBeLessThan(2.2 * stepsOf(shape(size)));
      }),
      { numRuns: 2 },
    );
  });

  it('at most doubles when any mixture of hostile parts is doubled', () => {
    const part = fc.constantFrom(...Object.values(SHAPES));
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1_000, max: 1_500 }),
        (parts, size) => {
          const page = (times: number): string => parts.map((shape) => shape(times * size)).join('');
          expect(stepsOf(page(2))).toBeLessThan(2.2 * stepsOf(page(1)));
        },
      ),
      { numRuns: 8 },
    );
  });

  it('counts at most 100,000 characters of each text', () => {
    const html = `<div itemscope>${'<div itemprop=name>'.repeat(30)}${'x'.repeat(2_000_000)}`;
    expect(stepsOf(html)).toBeLessThan(6_000_000);
  });

  it('has an end for a thing that 150,000 objects describe', () => {
    const html = jsonLd(
      `[${'{"@id":"a","b":1},'.repeat(150_000)}{"@id":"a","@type":"Review","author":"Ann"}]`,
    );
    expect(readSchemaPage(html, URL).reviews).toHaveLength(1);
  });

  it('is given up beyond the maximum of steps', () => {
    const read = () => readSchemaPage('<p>'.repeat(100), URL, new WorkBudget(200));
    expect(read).toThrow(PageTooComplex);
  });

  it('is given up beyond the maximum of nodes', () => {
    expect(() => readSchemaPage('<p>'.repeat(200_001), URL)).toThrow('too many nodes');
  });
});
