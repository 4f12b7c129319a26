import type { Account } from './fair-queue';
import { FairSemaphore, type SemaphoreLimits } from './fair-semaphore';

/** Thrown to a work that gets no place. */
class NoPlace extends Error {}

describe('FairSemaphore', () => {
  let places: FairSemaphore;
  /** The tenants in the order in which they got a connection. */
  let got: Account[];

  const open = (size: number, limits: Partial<SemaphoreLimits> = {}): void => {
    places = new FairSemaphore({
      size,
      isDivided: true,
      maxWaitingPerAccount: 256,
      refusal: (waitMs) => new NoPlace(waitMs === null ? 'full' : `late ${waitMs}`),
      ...limits,
    });
    got = [];
  };
  const take = (tenant: Account, waitMs?: number): Promise<void> | null => {
    const turn = places.take(tenant, waitMs);
    if (turn === null) got.push(tenant);
    return turn && turn.then(() => void got.push(tenant));
  };
  const give = async (tenant: Account): Promise<void> => {
    places.give(tenant);
    await Promise.resolve();
  };
  const takeAll = (tenant: Account, count: number): void => {
    for (let taken = 0; taken < count; taken += 1) void take(tenant)?.catch(() => {});
  };
  afterEach(async () => {
    while (got.length > 0) await give(got.shift()!);
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [5, 3],
    [10, 5],
  ])('gives a tenant of a pool of %i at most %i connections', (size, most) => {
    open(size);
    takeAll(1, size);
    expect(got).toHaveLength(most);
    expect([places.inUse, places.waiting]).toEqual([most, size - most]);
  });

  it('leaves one connection when two tenants want all of them', () => {
    open(5);
    takeAll(1, 9);
    takeAll(2, 9);
    expect(got).toEqual([1, 1, 1, 2]);
    expect(take(3)).toBeNull();
    expect(take(4)).not.toBeNull();
  });

  it('gives freed connections to the waiting tenants in turns', async () => {
    open(2);
    takeAll(1, 3);
    takeAll(2, 3);
    takeAll(3, 2);
    expect(got).toEqual([1, 2]);
    for (const tenant of [1, 2, 1, 2, 3]) await give(tenant);
    expect(got).toEqual([1, 2, 1, 2, 3, 1, 2]);
    got.splice(0, 5);
  });

  it('lets the works of one tenant take their turns in the order of their arrival', async () => {
    open(1);
    const order: string[] = [];
    void take(1);
    const first = take(1)!.then(() => order.push('first'));
    const second = take(1)!.then(() => order.push('second'));
    await give(1);
    await first;
    await give(1);
    await second;
    expect(order).toEqual(['first', 'second']);
    got.splice(0, 2);
  });

  it('rejects a work that waited too long and lets the ones behind it go on', async () => {
    open(1);
    void take(1);
    const impatient = take(1, 1)!;
    const patient = take(2)!;
    await expect(impatient).rejects.toThrow('late 1');
    expect(places.waiting).toBe(1);
    await give(1);
    await patient;
    expect(got).toEqual([1, 2]);
    got.shift();
  });

  it('rejects at once the works of a tenant that has 256 of them waiting, and no others', async () => {
    open(2);
    takeAll(1, 257);
    await expect(take(1)).rejects.toThrow('full');
    expect(take(2)).toBeNull();
    expect([places.inUse, places.waiting]).toEqual([2, 256]);
  });

  it('leaves a place to another account of those that it shares with other works', () => {
    open(2, { dividedOver: 3 });
    takeAll(1, 3);
    expect(got).toEqual([1, 1]);
    open(4, { dividedOver: 5 });
    takeAll(1, 5);
    takeAll(2, 2);
    expect(got).toEqual([1, 1, 1, 2]);
  });

  it('gives the place of a work that failed to the next one', async () => {
    open(1, { isDivided: false });
    const failed = places.run(1, () => Promise.reject(new Error('broken')));
    const next = places.run(1, () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
  });

  it('counts every connection exactly once, whatever tenants do', async () => {
    open(5);
    const tenants = [1, 2, 3, 'background'];
    for (let step = 0; step < 2_000; step += 1) {
      const tenant = tenants[(step * 7) % tenants.length]!;
      if (step % 3 === 2 && got.length > 0) await give(got.shift()!);
      else void take(tenant)?.catch(() => {});
      expect(places.inUse).toBe(got.length);
      expect(places.inUse).toBeLessThanOrEqual(5);
    }
  });
});
