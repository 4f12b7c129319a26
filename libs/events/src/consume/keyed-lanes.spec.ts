import { setTimeout as pause } from 'node:timers/promises';
import { KeyedLanes } from './keyed-lanes';

describe('KeyedLanes', () => {
  it('runs the tasks of one key in order and one at a time', async () => {
    const lanes = new KeyedLanes(4);
    const done: number[] = [];
    for (const step of [1, 2, 3, 4]) {
      lanes.add('same', async () => {
        await pause(5 - step);
        done.push(step);
      });
    }
    expect(lanes.size).toBe(4);
    await lanes.idle();
    expect(done).toEqual([1, 2, 3, 4]);
    expect(lanes.size).toBe(0);
  });

  it('runs the tasks of different keys concurrently', async () => {
    const lanes = new KeyedLanes(8);
    const started: string[] = [];
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    for (let key = 0; key < 40; key += 1) {
      lanes.add(`7/review/${key}`, async () => {
        started.push(`${key}`);
        await gate;
      });
    }
    await pause(5);
    expect(started).toHaveLength(8);
    release();
    await lanes.idle();
    expect(started).toHaveLength(40);
  });
});
