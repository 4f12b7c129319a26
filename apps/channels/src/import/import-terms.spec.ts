import { columnsOf } from './import-columns';
import { type FileTerms, type GivenTerms, termsOf } from './import-terms';

function read(header: string, rows: readonly string[], given: GivenTerms = {}, scale = 5) {
  const cells = rows.map((row) => ({ cells: row.split(','), isTooLong: false }));
  const table = { header: header.split(','), rows: cells };
  return termsOf(table, columnsOf(table, {}), { scale, now: new Date('2026-11-20T12:00:00Z') }, given);
}

const rated = (...ratings: string[]) => ratings.map((rating) => `2026-01-02,${rating}`);
const dated = (...dates: string[]) => dates.map((date) => `${date},5`);
const HEADER = 'date,rating';

describe('termsOf', () => {
  it.each<[ratings: string[], value: number, from: string]>([
    [['1', '5', '4'], 5, 'assumed'],
    [[], 5, 'assumed'],
    [['9'], 5, 'assumed'],
    [['1', '5', '4', '9'], 5, 'assumed'],
    [['9', '8', '3'], 10, 'guessed'],
    [['9', '8/10', '3'], 5, 'assumed'],
    [['80', '95', '7'], 100, 'guessed'],
    [['80', '9', '8'], 10, 'guessed'],
    [['9', '9', ...Array.from({ length: 98 }, () => '4')], 5, 'assumed'],
    [['500', '900'], 5, 'assumed'],
    [['NULL', 'x'], 5, 'assumed'],
  ])('reads the scale of the ratings %j as %p, which is %s', (ratings, value, from) => {
    expect(read(HEADER, rated(...ratings)).rating_scale).toEqual({ value, from });
  });

  it('guesses no scale below that of the platform', () => {
    expect(read(HEADER, rated('4', '5', '3'), {}, 10).rating_scale).toEqual({ value: 10, from: 'assumed' });
    expect(read(HEADER, rated('11', '50', '70'), {}, 10).rating_scale).toEqual({
      value: 100,
      from: 'guessed',
    });
  });

  it.each([
    ['Rating (1-10)', 10],
    ['Rating 1-10', 10],
    ['rating out of 10', 10],
    ['Note (sur 100)', 100],
    ['Rating /100', 100],
  ])('reads the scale of the column %s', (name, value) => {
    expect(read(`date,text,${name}`, ['2026-01-02,Fine.,4']).rating_scale.value).toBe(value);
  });

  it('leaves out ratings whose row names the scale', () => {
    const rows = ['2026-01-02,9,10', '2026-01-02,8,10', '2026-01-02,4,'];
    expect(read('date,rating,rating_scale', rows).rating_scale).toEqual({ value: 5, from: 'assumed' });
  });

  it('uses what the request says', () => {
    const terms = read(HEADER, ['1/2/2026,9', '13/2/2026,8'], { rating_scale: 100, date_order: 'mdy' });
    expect(terms.rating_scale).toEqual({ value: 100, from: 'told' });
    expect(terms.date_order).toEqual({ value: 'mdy', from: 'told' });
  });

  it.each<[dates: string[], order: FileTerms['date_order']]>([
    [['2026-01-02', '5 May 2026'], null],
    [['8/1/2020', '8/13/2020'], { value: 'mdy', from: 'read' }],
    [['1/8/2020', '13/8/2020'], { value: 'dmy', from: 'read' }],
    [['1/8/2020', '2/8/2020'], { value: 'dmy', from: 'assumed' }],
    [['Sat 8/1/2020', 'Thu 8/13/2020'], { value: 'mdy', from: 'read' }],
    [['17:12 8/13/2020'], { value: 'mdy', from: 'read' }],
    [['Reviewed on 8/13/2020'], { value: 'mdy', from: 'read' }],
    [['(8/13/2020)'], { value: 'mdy', from: 'read' }],
    [['8 / 13 / 2020'], { value: 'mdy', from: 'read' }],
    [['Thu 8/1/2020', '2020-01-02 10:00'], { value: 'dmy', from: 'assumed' }],
    [['2020/1/2', 'posted 2020-1-2'], null],
    [['13/8/2020', '8/13/2020'], { value: 'dmy', from: 'assumed' }],
  ])('reads the order of the dates %j', (dates, order) => {
    expect(read(HEADER, dated(...dates)).date_order).toEqual(order);
  });
});
