import { Pace, type PaceClock } from './pace';

/** A clock that only moves when a caller waits for it. */
class ManualClock implements PaceClock {
  private time = 0;
  now = (): number => this.time;
  wait = (ms: number): Promise<void> => {
    this.time += ms;
    return Promise.resolve();
  };
  advance(ms: number): void {
    this.time += ms;
  }
}

async function startTimes(pace: Pace, clock: ManualClock, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const leave = await pace.enter('https://a.example', { ratePerSecond: 2, burst: 3 });
    times.push(clock.now());
    leave();
  }
  return times;
}

describe('Pace', () => {
  test('lets a burst through at once and then applies the rate', async () => {
    const clock = new ManualClock();
    expect(await startTimes(new Pace(clock), clock, 6)).toEqual([0, 0, 0, 500, 1_000, 1_500]);
  });

  describe('lets requests go ahead', () => {
    const rule = { ratePerSecond: 1, burst: 1 };
    const ahead = { ...rule, ahead: { requests: 4, maxWaitMs: 3_000 } };

    async function started(pace: Pace, clock: ManualClock, rules: (typeof rule)[]): Promise<number[]> {
      const times: number[] = [];
      for (const each of rules) {
        (await pace.enter('https://a.example', each))();
        times.push(clock.now());
      }
      return times;
    }

    test('of the others that wait, which pay for them', async () => {
      const clock = new ManualClock();
      const pace = new Pace(clock);
      expect(await started(pace, clock, [rule, ahead, ahead, ahead, ahead, rule])).toEqual([
        0, 0, 0, 0, 0, 5_000,
      ]);
    });

    test('at most at half of the rate, and refuses one that would wait too long', async () => {
      const clock = new ManualClock();
      const pace = new Pace(clock);
      const waiting = { now: clock.now, wait: () => new Promise<void>(() => {}) };
      const busy = new Pace(waiting);
      expect(await started(pace, clock, Array<typeof ahead>(6).fill(ahead))).toEqual([
        0, 0, 0, 0, 2_000, 4_000,
      ]);
      for (let i = 0; i < 5; i++) void busy.enter('https://a.example', ahead);
      await expect(busy.enter('https://a.example', ahead)).rejects.toMatchObject({ waitMs: 4_000 });
      await expect(busy.enter('https://b.example', ahead)).resolves.toBeInstanceOf(Function);
    });
  });

  test('restores the burst of an idle origin and no more', async () => {
    const clock = new ManualClock();
    const pace = new Pace(clock);
    await startTimes(pace, clock, 3);
    clock.advance(60_000);
    const times = await startTimes(pace, clock, 4);
    expect(times.map((time) => time - 60_000)).toEqual([0, 0, 0, 500]);
  });

  test('counts each origin separately', async () => {
    const clock = new ManualClock();
    const pace = new Pace(clock);
    for (let i = 0; i < 50; i++) await pace.enter(`https://${i}.example`, { ratePerSecond: 1, burst: 1 });
    expect(clock.now()).toBe(0);
  });

  test('limits concurrency and serves the queue in order', async () => {
    const pace = new Pace();
    const rule = { concurrency: 2 };
    const leaves = [await pace.enter('x', rule), await pace.enter('x', rule)];
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (id) => {
      const leave = await pace.enter('x', rule);
      order.push(id);
      return leave;
    });
    expect(order).toEqual([]);
    leaves[0]?.();
    leaves[0]?.();
    (await waiting[0])?.();
    (await waiting[1])?.();
    (await waiting[2])?.();
    expect(order).toEqual([1, 2, 3]);
    leaves[1]?.();
    await Promise.all([pace.enter('x', rule), pace.enter('x', rule)]);
  });

  test('gives the place of an aborted request to the next one', async () => {
    const pace = new Pace();
    const leave = await pace.enter('x', { concurrency: 1 });
    const impatient = new AbortController();
    const given = pace.enter('x', { concurrency: 1 }, impatient.signal);
    const next = pace.enter('x', { concurrency: 1 });
    impatient.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    leave();
    (await next)();
  });

  test('lets a caller abort while it waits for the rate', async () => {
    const pace = new Pace();
    const rule = { ratePerSecond: 0.01, burst: 1, concurrency: 1 };
    (await pace.enter('x', rule))();
    const impatient = new AbortController();
    const given = pace.enter('x', rule, impatient.signal);
    setImmediate(() => impatient.abort(new Error('enough')));
    await expect(given).rejects.toThrow('enough');
  });
});
