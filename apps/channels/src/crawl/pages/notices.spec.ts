import type { Notice } from '../../platforms/platform';
import { afterPart, noticesOf, sumOf, withTotals } from './notices';

const dates = (count: number, total: number | null = null, example = 'soon'): Notice => ({
  code: 'unreadable_dates',
  count,
  total,
  example,
});
const markup: Notice = { code: 'broken_markup', count: 1, total: 2, example: 'block 2, line 14' };

describe('noticesOf', () => {
  it('returns what the reader noticed, the dates and the rows that could not be read', () => {
    const reviews = [{ unreadDate: 'soon' }, {}, { unreadDate: 'later' }] as never[];
    expect(noticesOf([markup], { reviews, rejected: ['A row is not an object'] })).toEqual([
      markup,
      dates(2),
      { code: 'unreadable_rows', count: 1, total: null, example: 'A row is not an object' },
    ]);
    expect(noticesOf([], { reviews: [], rejected: [] })).toEqual([]);
  });

  it('returns the reviews of a page that has no date at all, without an example', () => {
    const undated = { postedPrecision: 'unknown' };
    const lost = { code: 'unreadable_dates', count: 2, total: null, example: null };
    expect(noticesOf([], { reviews: [undated, undated] as never[], rejected: [] })).toEqual([lost]);
    const one = [undated, { postedPrecision: 'day' }] as never[];
    expect(noticesOf([], { reviews: one, rejected: [] })).toEqual([]);
  });

  it('keeps a short example without control characters', () => {
    const noticed = { ...markup, example: `a\u0000\n\u202eb${'x'.repeat(1_000)}` };
    const [notice] = noticesOf([noticed], { reviews: [], rejected: [] });
    expect(notice?.example).toMatch(/^a ?bx{190,}$/);
    expect(notice?.example?.length).toBeLessThanOrEqual(200);
  });
});

describe('sumOf', () => {
  it('has one notice for each code, with the first example', () => {
    const sum = [dates(3, 5, 'soon'), { ...markup, count: 2, total: 4 }];
    expect(sumOf([dates(1, 2), markup, dates(2, 3, 'later'), markup])).toEqual(sum);
  });

  it('has no total if one of them is not known', () => {
    expect(sumOf([dates(1, 2), dates(1)])).toEqual([dates(2)]);
  });
});

describe('withTotals', () => {
  it('takes the reviews of the crawl as the total of dates and rows', () => {
    const rows = { ...dates(2), code: 'unreadable_rows' as const };
    expect(withTotals([dates(3), rows, markup], 40)).toEqual([dates(3, 40), { ...rows, total: 42 }, markup]);
  });
});

describe('afterPart', () => {
  it('keeps what the part did not meet, and the larger figures of what it met again', () => {
    expect(afterPart([dates(3, 40)], [])).toEqual([dates(3, 40)]);
    expect(afterPart([dates(3, 40)], [dates(1, 10), markup])).toEqual([dates(3, 40), markup]);
    expect(afterPart([dates(1, 40)], [dates(2, 10, 'new')])).toEqual([dates(2, 40, 'new')]);
  });
});
