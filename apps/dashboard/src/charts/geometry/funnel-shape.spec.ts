import { funnelPieces } from './funnel-shape';

describe('The shape of a funnel', () => {
  it('has heights that are shares of the first stage', () => {
    const pieces = funnelPieces([100, 50, 25], 300, 40);
    expect(pieces.map(({ x, y, height }) => [x, y, height])).toEqual([
      [0, 0, 40],
      [100, 20, 20],
      [200, 30, 10],
    ]);
    expect(pieces.map(({ slope }) => slope !== '')).toEqual([true, true, false]);
  });

  it('shows a few of many and leaves out none of any', () => {
    expect(funnelPieces([1_000_000, 1, 0], 300, 40).map(({ height }) => height)).toEqual([40, 1, 0]);
  });

  it('is flat without invitations and never higher than its first stage', () => {
    expect(funnelPieces([0, 0], 300, 40).map(({ height }) => height)).toEqual([0, 0]);
    expect(funnelPieces([2, 5], 300, 40).map(({ height }) => height)).toEqual([40, 40]);
    expect(funnelPieces([], 300, 40)).toEqual([]);
  });
});
