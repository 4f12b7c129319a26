import { HashingSlots } from './hashing-slots';

interface Job {
  done: Promise<unknown>;
  finish: () => void;
  fail: () => void;
}

let running = 0;
let peak = 0;
let order: number[] = [];

/** Starts a job that runs until the spec finishes it. */
function start(slots: HashingSlots, id: number): Job {
  let finish = (): void => {};
  let fail = (): void => {};
  const end = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = () => reject(new Error('failed'));
  });
  const done = slots
    .run(async () => {
      running += 1;
      peak = Math.max(peak, running);
      order.push(id);
      await end.finally(() => (running -= 1));
      return id;
    })
    .catch((error: Error & { code?: string }) => error.code ?? error.message);
  return { done, finish, fail };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('HashingSlots', () => {
  beforeEach(() => {
    running = 0;
    peak = 0;
    order = [];
  });

  it('runs at most two at once, starts the others in their order, and refuses those that find the queue full', async () => {
    const slots = new HashingSlots({ maxRunning: 2, maxWaiting: 3, maxWaitMs: 60_000 });
    const jobs = Array.from({ length: 7 }, (_, id) => start(slots, id));
    expect(await jobs[5]!.done).toBe('rate_limited');
    expect(await jobs[6]!.done).toBe('rate_limited');
    expect(order).toEqual([0, 1]);
    for (const job of jobs) {
      job.finish();
      await settled();
    }
    expect(await Promise.all(jobs.slice(0, 5).map(({ done }) => done))).toEqual([0, 1, 2, 3, 4]);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(peak).toBe(2);
  });

  it('frees the slot of a job that failed', async () => {
    const slots = new HashingSlots({ maxRunning: 1, maxWaiting: 1, maxWaitMs: 60_000 });
    const [first, second] = [start(slots, 1), start(slots, 2)];
    first.fail();
    second.finish();
    expect(await first.done).toBe('failed');
    expect(await second.done).toBe(2);
  });

  it('refuses a job that waited too long and never runs it', async () => {
    const slots = new HashingSlots({ maxRunning: 1, maxWaiting: 5, maxWaitMs: 5 });
    const first = start(slots, 1);
    expect(await start(slots, 2).done).toBe('rate_limited');
    first.finish();
    await first.done;
    const third = start(slots, 3);
    third.finish();
    expect(await third.done).toBe(3);
    expect(order).toEqual([1, 3]);
  });
});
