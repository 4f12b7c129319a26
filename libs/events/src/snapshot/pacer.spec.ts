import { Pacer } from './pacer';

describe('Pacer', () => {
  it('lets the first items pass and delays those that follow by the time the first ones take', () => {
    const pacer = new Pacer(1_000);
    expect(pacer.delayFor(500, 10_000)).toBe(0);
    expect(pacer.delayFor(500, 10_100)).toBe(400);
    expect(pacer.delayFor(500, 10_500)).toBe(500);
  });

  it('does not make up for a pause', () => {
    const pacer = new Pacer(1_000);
    pacer.delayFor(500, 0);
    expect(pacer.delayFor(500, 60_000)).toBe(0);
    expect(pacer.delayFor(500, 60_000)).toBe(500);
  });
});
