import { WorkQueue } from './work-queue';

const refused = {
  code: 'overloaded',
  status: 503,
  message: 'Too many tests are under way; try again shortly.',
};
const LIMITS = { what: 'tests', maxRunning: 2, maxWaiting: 3, maxWaitMs: 60_000 };

/** Work that ends when it is told to. */
class Works {
  readonly started: number[] = [];
  private readonly ends: (() => void)[] = [];

  work = (id: number) => () =>
    new Promise<number>((resolve) => {
      this.started.push(id);
      this.ends[id] = () => resolve(id);
    });

  end(id: number): void {
    this.ends[id]?.();
  }
}

describe('WorkQueue', () => {
  it('runs the allowed number at once and the others in their order', async () => {
    const queue = new WorkQueue(LIMITS);
    const works = new Works();
    const results = [0, 1, 2, 3].map((id) => queue.run(works.work(id)));
    expect(works.started).toEqual([0, 1]);
    works.end(1);
    await results[1];
    expect(works.started).toEqual([0, 1, 2]);
    works.end(0);
    await results[0];
    expect(works.started).toEqual([0, 1, 2, 3]);
    works.end(2);
    works.end(3);
    await expect(Promise.all(results)).resolves.toEqual([0, 1, 2, 3]);
  });

  it('refuses work when too many others wait', async () => {
    const queue = new WorkQueue(LIMITS);
    const works = new Works();
    const accepted = [0, 1, 2, 3, 4].map((id) => queue.run(works.work(id)));
    await expect(queue.run(works.work(5))).rejects.toMatchObject(refused);
    for (const [id, result] of accepted.entries()) {
      works.end(id);
      await result;
    }
    const later = queue.run(works.work(6));
    works.end(6);
    await expect(later).resolves.toBe(6);
  });

  it('refuses work that has waited too long, and gives its place to nobody', async () => {
    const queue = new WorkQueue({ ...LIMITS, maxRunning: 1, maxWaitMs: 1 });
    const works = new Works();
    const first = queue.run(works.work(0));
    await expect(queue.run(works.work(1))).rejects.toMatchObject(refused);
    works.end(0);
    await first;
    expect(works.started).toEqual([0]);
  });

  it('lets accounts take turns, however many works one of them has', async () => {
    const queue = new WorkQueue({ ...LIMITS, maxRunning: 1, maxWaiting: 30 });
    const order: (number | null)[] = [];
    const results = [...Array<number>(20).fill(1), 2, null, null].map((account) =>
      queue.runFor(account, async () => void order.push(account)),
    );
    await Promise.all(results);
    expect(order).toEqual([1, 1, 2, null, 1, null, ...Array<number>(17).fill(1)]);
  });

  it('refuses work of an account when too many others of it wait, and accepts that of other accounts', async () => {
    const queue = new WorkQueue({ ...LIMITS, maxRunning: 1, maxWaiting: 5, maxWaitingPerAccount: 2 });
    const works = new Works();
    const accepted = [1, 1, 1, null, null].map((account, id) => queue.runFor(account, works.work(id)));
    await expect(queue.runFor(1, works.work(5))).rejects.toMatchObject(refused);
    accepted.push(queue.runFor(null, works.work(5)));
    await expect(queue.runFor(2, works.work(6))).rejects.toMatchObject(refused);
    for (const id of [0, 1, 3, 2, 4, 5]) {
      works.end(id);
      await accepted[id];
    }
    expect(works.started).toEqual([0, 1, 3, 2, 4, 5]);
  });

  it('runs of an account at most half of the works that the others leave, if it is divided', async () => {
    const queue = new WorkQueue({ ...LIMITS, maxRunning: 8, maxWaiting: 100, isDivided: true });
    const works = new Works();
    const results = [1, 2, 3, 4].flatMap((account) =>
      Array.from({ length: 10 }, (_, index) => queue.runFor(account, works.work(account * 10 + index))),
    );
    expect(works.started).toEqual([10, 11, 12, 13, 20, 21, 30, 40]);
    works.end(10);
    await results[0];
    // It is for another account now.
    expect(works.started.slice(8)).toEqual([]);
    results.push(queue.runFor(5, works.work(50)));
    expect(works.started.slice(8)).toEqual([50]);
    for (let ended = 1; ended < results.length; ended += 1) {
      const next = works.started[ended] as number;
      works.end(next);
      await results[next - 10];
    }
    await expect(Promise.all(results)).resolves.toHaveLength(41);
  });

  it('frees the place of work that fails', async () => {
    const queue = new WorkQueue({ ...LIMITS, maxRunning: 1 });
    await expect(queue.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(queue.run(() => Promise.resolve('next'))).resolves.toBe('next');
  });
});
