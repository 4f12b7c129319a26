import { MissLimit } from './miss-limit';

describe('MissLimit', () => {
  let time = 0;
  const clock = { now: () => new Date(time) };

  it('allows each network so many misses per minute', () => {
    const limit = new MissLimit(60, clock);
    const take = (network?: string) => () => limit.take(network);
    for (let n = 0; n < 60; n += 1) expect(take('203.0.113.7')).not.toThrow();
    expect(take('203.0.113.7')).toThrow('Too many images; try again in 1 s.');
    expect(take('203.0.113.8')).not.toThrow();
    time += 1_000;
    expect(take('203.0.113.7')).not.toThrow();
  });

  it('does not limit requests that name no network, nor any if it is 0', () => {
    const [limit, off] = [new MissLimit(1, clock), new MissLimit(0, clock)];
    for (let n = 0; n < 5; n += 1) {
      expect(() => limit.take(undefined)).not.toThrow();
      expect(() => off.take('203.0.113.7')).not.toThrow();
    }
  });
});
