import { labelStep, niceScale, placeOn } from './scale';

const RATINGS = { bounds: [0, 5], minStep: 0.1 } as const;

describe('The scale of a chart', () => {
  it('has round ticks around the values and says that it does not start at zero', () => {
    expect(niceScale([4.31, null, 4.4, 4.22], RATINGS)).toEqual({
      min: 4.2,
      max: 4.4,
      ticks: [4.2, 4.3, 4.4],
      truncated: true,
    });
  });

  it('starts at zero for bars and has whole ticks for counts', () => {
    expect(niceScale([107, 234], { fromZero: true, minStep: 1 }).ticks).toEqual([0, 100, 200, 300]);
    expect(niceScale([1], { fromZero: true, minStep: 1 })).toEqual({
      min: 0,
      max: 1,
      ticks: [0, 1],
      truncated: false,
    });
  });

  it('never has more than four ticks and includes every value', () => {
    for (let size = 1; size < 5000; size = Math.ceil(size * 1.3)) {
      const { ticks, min, max } = niceScale([0, size], { fromZero: true, minStep: 1 });
      expect(ticks.length).toBeLessThanOrEqual(4);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect([min, max >= size]).toEqual([0, true]);
    }
  });

  it('does not exceed the best rating', () => {
    expect(niceScale([5, 5], RATINGS).ticks).toEqual([4.9, 5]);
    expect(niceScale([4.98, 4.31], RATINGS).max).toBe(5);
  });

  it('has an axis for values that are all missing or equal', () => {
    expect(niceScale([null, null], RATINGS)).toMatchObject({ min: 0, truncated: false });
    expect(niceScale([], { fromZero: true, minStep: 1 })).toMatchObject({ min: 0, max: 1 });
    expect(niceScale([0, 0], { fromZero: true, minStep: 1 }).ticks).toEqual([0, 1]);
    expect(niceScale([4.5], RATINGS).ticks).toEqual([4.4, 4.5, 4.6]);
  });

  it('leaves out values that are not finite', () => {
    expect(niceScale([NaN, Infinity, 2], { fromZero: true, minStep: 1 }).ticks).toEqual([0, 1, 2]);
  });

  it('places the lowest tick at the bottom and the highest at the top', () => {
    const place = placeOn(niceScale([4.2, 4.4], RATINGS), 186, 26);
    expect([4.2, 4.3, 4.4].map((value) => Math.round(place(value)))).toEqual([186, 106, 26]);
  });

  it('leaves out labels that would touch', () => {
    expect([labelStep(12, 480, 36), labelStep(24, 480, 36), labelStep(12, 0, 36)]).toEqual([1, 2, 432]);
  });
});
