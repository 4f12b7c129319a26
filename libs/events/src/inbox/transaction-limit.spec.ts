import { TransactionLimit } from './transaction-limit';

describe('TransactionLimit', () => {
  it('runs no more at once than the limit, and all in their order', async () => {
    const limit = new TransactionLimit(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((place) =>
      limit.run(() => {
        started.push(place);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    expect(started).toEqual([0, 1]);
    ends[1]!();
    await all[1];
    expect(started).toEqual([0, 1, 2]);
    ends[0]!();
    await all[0];
    expect(started).toEqual([0, 1, 2, 3]);
    ends.forEach((end) => end());
    await Promise.all(all);
  });

  it('gives the place of a failed one to the next', async () => {
    const limit = new TransactionLimit(1);
    const failed = limit.run(() => Promise.reject(new Error('broken')));
    const next = limit.run(() => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
    await expect(limit.run(() => Promise.resolve('again'))).resolves.toBe('again');
  });
});
