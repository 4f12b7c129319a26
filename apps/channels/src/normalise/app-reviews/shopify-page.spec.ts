import fc from 'fast-check';
import { PageTooComplex, WorkBudget } from '../schema-org/work-budget';
import { readShopifyPage } from './shopify-page';

const URL = 'https://apps.shopify.com/acme/reviews';

const block = (inside: string): string =>
  `<div data-merchant-review data-review-content-id="7">${inside}</div>`;

/** Pages of a given size. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'nested blocks': (size) => '<div data-merchant-review>'.repeat(size),
  'blocks without a text': (size) => block('').repeat(size),
  'nested paragraphs': (size) => block(`<div data-truncate-content-copy>${'<p><b>x'.repeat(size)}`),
  'paragraphs of one review': (size) =>
    block(`<div data-truncate-content-copy>${'<p>x</p>'.repeat(size)}</div>`),
  'texts beside a review': (size) => block('<i>x</i>'.repeat(size)),
  'names of a merchant': (size) => block('<span title="x">x</span>'.repeat(size)),
  'nested replies': (size) => block('<div data-merchant-review-reply><p>x'.repeat(size)),
  'long labels': (size) => block(`<div aria-label="${'4 out of 5 '.repeat(size)}"></div>`),
};

function stepsOf(html: string): number {
  const budget = new WorkBudget(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  readShopifyPage(html, URL, budget);
  return budget.steps;
}

describe('the work of reading a page of the Shopify App Store', () => {
  it.each(Object.entries(SHAPES))('at most doubles when %s are doubled', (_name, shape) => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 2_000 }), (size) => {
        expect(stepsOf(shape(2 * size))).toBeLessThan(2.2 * stepsOf(shape(size)));
      }),
      { numRuns: 3 },
    );
  });

  it('is given up beyond the maximum of steps', () => {
    expect(() => readShopifyPage(block('x'), URL, new WorkBudget(50))).toThrow(PageTooComplex);
  });
});

describe('readShopifyPage', () => {
  it('keeps at most 100 reviews', () => {
    expect(readShopifyPage(block('x').repeat(101), URL).rows).toHaveLength(100);
  });

  it('returns texts of a bounded length', () => {
    const long = 'x'.repeat(100_001);
    const html = block(
      `<span title="${long}"></span><div data-truncate-content-copy><p>${long}</p></div><i>${long}</i>`,
    );
    const [row] = readShopifyPage(html, URL).rows;
    expect(row).toMatchObject({
      merchant: 'x'.repeat(200),
      country: 'x'.repeat(200),
      text: 'x'.repeat(100_000),
    });
  });

  it('returns empty strings for a block without anything', () => {
    const [row] = readShopifyPage('<div data-merchant-review></div>', URL).rows;
    expect(Object.values(row ?? {})).toEqual(['', '', '', '', '', '', '', '', '']);
  });
});
