import fc from 'fast-check';
import { PageTooComplex, WorkBudget } from '../schema-org/work-budget';
import { findInPageData, readPageData } from './page-data';

const script = (text: string): string => `<script id="state" type="application/json">${text}</script>`;

/** Pages of a given size. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'nested lists': (size) => script('['.repeat(size) + ']'.repeat(size)),
  'nested objects': (size) => script('{"a":'.repeat(size)),
  'small objects': (size) => script(`[${'{"slug":"x"},'.repeat(size)}1]`),
  'open strings': (size) => script(`{${'"\\'.repeat(size)}`),
  'long integers': (size) => script(`[${'12345678901234567,'.repeat(size)}1]`),
  scripts: (size) => script('{}').repeat(size),
  'unclosed scripts': (size) => '<script>{'.repeat(size),
};

function stepsOf(html: string): number {
  const budget = new WorkBudget(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  findInPageData(readPageData(html, budget), () => false, budget);
  return budget.steps;
}

describe('the work of reading the data of a page', () => {
  it.each(Object.entries(SHAPES))('at most doubles when %s are doubled', (_name, shape) => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 2_000 }), (size) => {
        expect(stepsOf(shape(2 * size))).toBeLessThan(2.2 * stepsOf(shape(size)));
      }),
      { numRuns: 3 },
    );
  });

  it('is given up beyond the maximum of steps', () => {
    const budget = new WorkBudget(100);
    expect(() => readPageData(script(`[${'1,'.repeat(100)}1]`), budget)).toThrow(PageTooComplex);
  });
});

describe('readPageData', () => {
  const read = (html: string) => readPageData(html, new WorkBudget());

  it('returns the JSON of every script with the id of its element', () => {
    const html = `${script(' {"a":1} ')}<script>window.a = {"a":2}</script><script>[3]</script>`;
    expect(read(html)).toEqual([
      { id: 'state', data: { a: 1 } },
      { id: '', data: [3] },
    ]);
  });

  it('leaves out JSON that is broken or nested too deeply', () => {
    expect(read(script('{"a":') + script('['.repeat(65) + ']'.repeat(65)))).toEqual([]);
  });

  it('keeps all digits of an id', () => {
    expect(read(script('{"id":12345678901234567}'))).toEqual([
      { id: 'state', data: { id: '12345678901234567' } },
    ]);
  });
});

describe('findInPageData', () => {
  it('returns the first object that satisfies the condition, in the order of the document', () => {
    const budget = new WorkBudget();
    const pages = readPageData(
      script('{"a":[{"n":1,"ok":false},{"n":2,"ok":true}]}') + script('{"n":3,"ok":true}'),
      budget,
    );
    expect(findInPageData(pages, ({ ok }) => ok === true, budget)).toEqual({ n: 2, ok: true });
    expect(findInPageData(pages, ({ n }) => n === 4, budget)).toBeNull();
  });
});
