import type { RequestOwner } from './breakers';
import { Pace, type PaceClock, type PaceExceeded } from './pace';

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

const owner = (account: number, origin: RequestOwner['origin'] = 'own'): RequestOwner => ({
  account,
  origin,
});
const ONE = owner(1);

async function startTimes(pace: Pace, clock: ManualClock, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const leave = await pace.enter('https://a.example', { ratePerSecond: 2, burst: 3 }, ONE);
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
    const ahead = { ...rule, ahead: { requests: 8, maxWaitMs: 3_000 } };

    async function started(pace: Pace, clock: ManualClock, rules: (typeof rule)[]): Promise<number[]> {
      const times: number[] = [];
      for (const each of rules) {
        (await pace.enter('https://a.example', each, ONE))();
        times.push(clock.now());
      }
      return times;
    }

    /** Asks for turns at once. Returns 0 for each that went at once, otherwise the wait for which it was refused. */
    async function waits(pace: Pace, account: number, count: number): Promise<number[]> {
      const atOnce = { ...ahead, ahead: { requests: 8, maxWaitMs: 0 } };
      const all = Array.from({ length: count }, () =>
        pace.enter('https://a.example', atOnce, owner(account)).then(
          () => 0,
          ({ waitMs }: PaceExceeded) => waitMs,
        ),
      );
      return Promise.all(all);
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
      for (let i = 0; i < 5; i++) void busy.enter('https://a.example', ahead, ONE);
      await expect(busy.enter('https://a.example', ahead, ONE)).rejects.toMatchObject({ waitMs: 4_000 });
      await expect(busy.enter('https://b.example', ahead, ONE)).resolves.toBeInstanceOf(Function);
    });

    test('of every account, because each gets at most half of what the others leave', async () => {
      const pace = new Pace(new ManualClock());
      const wentAtOnce = async (account: number): Promise<number> =>
        (await waits(pace, account, 100)).filter((ms) => ms === 0).length;
      expect([await wentAtOnce(1), await wentAtOnce(2), await wentAtOnce(3)]).toEqual([4, 2, 1]);
    });

    test('of an account that comes late, however long another one has used its share', async () => {
      const clock = new ManualClock();
      const pace = new Pace(clock);
      for (let second = 0; second < 600; second += 1) {
        await waits(pace, 1, 10);
        await waits(pace, 2, 10);
        clock.advance(1_000);
      }
      expect((await waits(pace, 3, 1))[0]).toBe(0);
    });
  });

  test('counts the address that an account chose apart from the same one of a platform', async () => {
    const clock = new ManualClock();
    const pace = new Pace(clock);
    const rule = { ratePerSecond: 0.01, burst: 1 };
    await pace.enter('https://a.example', rule, owner(1));
    await pace.enter('https://a.example', rule, owner(2, 'shared'));
    expect(clock.now()).toBe(0);
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
    for (let i = 0; i < 50; i++)
      await pace.enter(`https://${i}.example`, { ratePerSecond: 1, burst: 1 }, ONE);
    expect(clock.now()).toBe(0);
  });

  test('limits concurrency and serves the queue in order', async () => {
    const pace = new Pace();
    const rule = { concurrency: 2 };
    const leaves = [await pace.enter('x', rule, ONE), await pace.enter('x', rule, ONE)];
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (id) => {
      const leave = await pace.enter('x', rule, ONE);
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
    await Promise.all([pace.enter('x', rule, ONE), pace.enter('x', rule, ONE)]);
  });

  test('gives the place of an aborted request to the next one', async () => {
    const pace = new Pace();
    const leave = await pace.enter('x', { concurrency: 1 }, ONE);
    const impatient = new AbortController();
    const given = pace.enter('x', { concurrency: 1 }, ONE, impatient.signal);
    const next = pace.enter('x', { concurrency: 1 }, ONE);
    impatient.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    leave();
    (await next)();
  });

  test('lets a caller abort while it waits for the rate', async () => {
    const pace = new Pace();
    const rule = { ratePerSecond: 0.01, burst: 1, concurrency: 1 };
    (await pace.enter('x', rule, ONE))();
    const impatient = new AbortController();
    const given = pace.enter('x', rule, ONE, impatient.signal);
    setImmediate(() => impatient.abort(new Error('enough')));
    await expect(given).rejects.toThrow('enough');
  });
});
