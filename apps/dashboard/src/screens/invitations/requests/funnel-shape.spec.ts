import { FUNNEL_HEIGHT, funnelOf } from './funnel-shape';

describe('funnelOf', () => {
  it('takes shares of the sent messages', () => {
    const parts = funnelOf({ sent: 200, opened: 100, clicked: 50, reviewed: 0 });
    expect(parts.map(({ share }) => share)).toEqual([1, 0.5, 0.25, 0]);
    expect(parts.map(({ bar }) => bar.height)).toEqual([44, 22, 11, 0]);
    expect(parts.map(({ slope }) => slope === null)).toEqual([false, false, false, true]);
  });

  it('has no shares if nothing was sent', () => {
    const parts = funnelOf({ sent: 0, opened: 0, clicked: 0, reviewed: 2 });
    expect(parts.map(({ share }) => share)).toEqual([null, null, null, null]);
    expect(parts.every(({ bar }) => bar.y === FUNNEL_HEIGHT)).toBe(true);
  });

  it('draws nothing higher than the sent messages', () => {
    expect(funnelOf({ sent: 1, opened: 1, clicked: 1, reviewed: 3 }).at(-1)).toMatchObject({
      count: 3,
      share: 1,
    });
  });
});
