import { estimatedPaths, gapsIn, linePath, lonePoints } from './line';

const P = (x: number, y: number) => ({ x, y });

describe('The line of a chart', () => {
  it('breaks where a value is missing', () => {
    expect(linePath([P(0, 1), P(10, 2), null, P(30, 4.26), P(40, 5)])).toBe('M0 1L10 2M30 4.3L40 5');
  });

  it('is empty without points', () => {
    expect([linePath([]), linePath([null, null])]).toEqual(['', '']);
  });

  it('names the runs of missing values', () => {
    expect(gapsIn([null, 1, null, null, 0, null])).toEqual([
      { from: 0, to: 0 },
      { from: 2, to: 3 },
      { from: 5, to: 5 },
    ]);
    expect(gapsIn([0, 0])).toEqual([]);
  });

  it('has a dot for a point without neighbours', () => {
    expect(lonePoints([P(0, 1), null, P(20, 2), P(30, 2), null, P(50, 3)])).toEqual([P(0, 1), P(50, 3)]);
  });

  it('keeps estimated pieces apart from known ones', () => {
    const points = [P(0, 0), P(10, 0), P(20, 0), P(30, 0), null, P(50, 0)];
    expect(estimatedPaths(points, [true, true, false, false, false, false])).toEqual({
      known: 'M20 0L30 0',
      guessed: 'M0 0L10 0L20 0',
    });
  });

  it('is one path for pieces that touch, so that dashes do not begin anew', () => {
    const points = [P(0, 0), P(10, 0), P(20, 0), null, P(40, 0), P(50, 0)];
    const all = 'M0 0L10 0L20 0M40 0L50 0';
    expect(estimatedPaths(points)).toEqual({ known: all, guessed: '' });
    expect(estimatedPaths(points, Array(6).fill(true))).toEqual({ known: '', guessed: all });
  });
});
