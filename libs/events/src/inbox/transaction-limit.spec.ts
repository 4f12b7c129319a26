import { TransactionLimit } from './transaction-limit';

describe('TransactionLimit', () => {
  it('runs no more at once than the limit, and all in their order', async () => {
    const limit = new TransactionLimit(3);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((place) =>
      limit.run(1, () => {
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
    const failed = limit.run(1, () => Promise.reject(new Error('broken')));
    const next = limit.run(1, () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
    await expect(limit.run(1, () => Promise.resolve('again'))).resolves.toBe('again');
  });

  it('leaves a place to other tenants while the transactions of one hang, and lets those that wait take turns', async () => {
    const limit = new TransactionLimit(5);
    const started: string[] = [];
    const ends: (() => void)[] = [];
    let endAll = (): void => {};
    const over = new Promise<void>((resolve) => (endAll = resolve));
    const begin = (tenant: number, name: string): Promise<void> =>
      limit.run(tenant, () => {
        started.push(name);
        return Promise.race([over, new Promise<void>((resolve) => ends.push(resolve))]);
      });
    const hung = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => begin(1, name));
    const others = [begin(2, 'b1'), begin(2, 'b2'), begin(3, 'c1')];
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
    ends[3]!();
    await others[0];
    expect(started.slice(4)).toEqual(['b2']);
    ends[4]!();
    await others[1];
    expect(started.slice(5)).toEqual(['c1']);
    endAll();
    await Promise.all([...hung, ...others]);
  });
});
