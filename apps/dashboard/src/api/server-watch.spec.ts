import { ServerWatch } from './server-watch';

describe('ServerWatch', () => {
  let isUp: boolean;
  let asked: number;
  let states: boolean[];
  let watch: ServerWatch;

  beforeEach(() => {
    jest.useFakeTimers({ now: new Date('2026-11-30T14:05:00Z') });
    [isUp, asked, states] = [false, 0, []];
    watch = new ServerWatch(() => {
      asked += 1;
      return Promise.resolve(isUp);
    });
    watch.subscribe(() => states.push(watch.since() === null));
  });
  afterEach(() => jest.useRealTimers());

  it('takes a failed request for nothing if the server answers', async () => {
    isUp = true;
    expect(await watch.suspect()).toBe(true);
    expect([watch.since(), states, asked]).toEqual([null, [], 1]);
  });

  it('knows since when the server is away, and asks until it answers', async () => {
    expect(await watch.suspect()).toBe(false);
    await jest.advanceTimersByTimeAsync(12_000);
    expect(watch.since()).toEqual(new Date('2026-11-30T14:05:00Z'));
    expect(asked).toBe(3);
    isUp = true;
    await jest.advanceTimersByTimeAsync(5_000);
    expect([watch.since(), states]).toEqual([null, [false, true]]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(4);
  });

  it('asks in one row, however many requests fail', async () => {
    await Promise.all([watch.suspect(), watch.suspect(), watch.suspect()]);
    await jest.advanceTimersByTimeAsync(5_000);
    expect([asked, states]).toEqual([2, [false]]);
  });

  it('asks at once when the browser is online again', async () => {
    await watch.suspect();
    isUp = true;
    watch.hurry();
    await jest.advanceTimersByTimeAsync(0);
    expect(watch.since()).toBeNull();
  });

  it('tells when the server is back', async () => {
    const told: string[] = [];
    await watch.suspect();
    void watch.back().then(() => told.push('back'));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([]);
    isUp = true;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(['back']);
    await watch.back();
  });

  it('notices a second outage', async () => {
    await watch.suspect();
    isUp = true;
    await jest.advanceTimersByTimeAsync(5_000);
    isUp = false;
    await watch.suspect();
    expect(states).toEqual([false, true, false]);
  });
});
