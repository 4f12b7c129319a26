import { dataOf, rowsOf } from './data-rows';

describe('dataOf', () => {
  it('reads names and values without the spaces around them and leaves out empty rows', () => {
    expect(
      dataOf([
        { key: ' order ', value: ' A-17 ' },
        { key: '', value: ' ' },
      ]),
    ).toEqual({ order: 'A-17' });
  });

  it.each([
    ['a value without a name', [{ key: '', value: 'x' }]],
    ['a name with a capital letter', [{ key: 'Order', value: 'x' }]],
    [
      'a name that is there twice',
      [
        { key: 'a', value: '1' },
        { key: 'a', value: '2' },
      ],
    ],
    ['the name of a prototype', [{ key: '__proto__', value: 'x' }]],
  ])('refuses %s', (_what, rows) => {
    expect(dataOf(rows)).toBeNull();
  });

  it('reads back what rows were made of', () => {
    expect(dataOf(rowsOf({ order: 'A-17', nights: 2, empty: null }))).toEqual({
      order: 'A-17',
      nights: '2',
      empty: '',
    });
  });
});
