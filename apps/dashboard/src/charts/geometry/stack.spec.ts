import { blocksAt, stackLayers } from './stack';

describe('The layers of stacked columns', () => {
  it('are sorted by size and take the colours in order', () => {
    const layers = stackLayers({ Small: [1, 1], Large: [5, 9], Empty: [0, 0] }, 'Other');
    expect(layers.map(({ name, total, color }) => [name, total, color])).toEqual([
      ['Large', 14, 1],
      ['Small', 2, 2],
    ]);
  });

  it('put all beyond the fifth into one layer, so that nothing is lost', () => {
    const series = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`S${at}`, [8 - at, 1]]));
    const layers = stackLayers(series, 'Other');
    expect(layers.at(-1)).toEqual({ name: 'Other', values: [3 + 2 + 1, 3], total: 9, color: 6 });
    expect(layers.reduce((total, layer) => total + layer.total, 0)).toBe(36 + 8);
  });

  it('keep the name of a sixth series that stands alone', () => {
    const series = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`S${at}`, [6 - at]]));
    expect(stackLayers(series, 'Other').at(-1)).toMatchObject({ name: 'S5', color: 6 });
  });

  it('stand on each other without gaps in values', () => {
    const layers = stackLayers({ A: [5, 1], B: [3, 0] }, 'Other');
    expect(blocksAt(layers, 0).map(({ from, to }) => [from, to])).toEqual([
      [0, 5],
      [5, 8],
    ]);
    expect(blocksAt(layers, 1)).toHaveLength(1);
    expect(blocksAt(layers, 7)).toEqual([]);
  });
});
