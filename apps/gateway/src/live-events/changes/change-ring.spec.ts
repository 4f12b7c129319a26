import type { Change } from './change';
import { ChangeRing, type RingLimits } from './change-ring';

const CHANGE: Change = { name: 'channel.changed', kind: 'updated', id: 1, channelId: null, status: null };

function ringWith(count: number, limits: Partial<RingLimits> = {}): ChangeRing {
  const ring = new ChangeRing(limits);
  // Sequences have gaps, because the stream has other events, too.
  for (let at = 1; at <= count; at += 1)
    ring.add({ sequence: at * 10, accountId: 1, subAccountId: at % 2, change: CHANGE, at });
  return ring;
}

const sequences = (ring: ChangeRing, from: number, to = Infinity): number[] =>
  ring.between(from, to, () => true).map(({ sequence }) => sequence);

describe('ChangeRing', () => {
  it('returns exactly what follows a sequence', () => {
    const ring = ringWith(5);
    expect(sequences(ring, 20)).toEqual([30, 40, 50]);
    expect(sequences(ring, 25, 40)).toEqual([30, 40]);
    expect(sequences(ring, 50)).toEqual([]);
    expect(ring.between(0, 50, ({ subAccountId }) => subAccountId === 0)).toHaveLength(2);
  });

  it('covers what came after its first change, and nothing before it', () => {
    expect(new ChangeRing().covers(7)).toBe(false);
    const ring = ringWith(3);
    expect([8, 9, 10, 30].map((sequence) => ring.covers(sequence))).toEqual([false, true, true, true]);
  });

  it.each<[string, Partial<RingLimits>]>([
    ['many', { changes: 1_000 }],
    ['large', { bytes: 240_000 }],
    ['old', { ageMs: 1_000 }],
  ])('gives up the oldest changes if they are too %s', (_what, limits) => {
    const ring = ringWith(5_000, limits);
    expect(sequences(ring, 0)).toHaveLength(1_000);
    expect(ring.covers(39_990)).toBe(false);
    expect(ring.covers(40_000)).toBe(true);
    expect(sequences(ring, 40_000)[0]).toBe(40_010);
  });

  it('gives up what became too old without a new change', () => {
    const ring = ringWith(3, { ageMs: 1_000 });
    ring.prune(1_002);
    expect(sequences(ring, 0)).toEqual([30]);
    expect(ring.covers(19)).toBe(false);
    expect(ring.covers(20)).toBe(true);
  });

  it('knows nothing before a reset', () => {
    const ring = ringWith(3);
    ring.reset(5);
    expect(sequences(ring, 0)).toEqual([]);
    expect([4, 5].map((sequence) => ring.covers(sequence))).toEqual([false, true]);
  });
});
