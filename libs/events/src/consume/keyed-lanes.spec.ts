import { setTimeout as pause } from 'node:timers/promises';
import { KeyedLanes } from './keyed-lanes';

/** A gate that tasks wait at. */
function closedGate(): { open: () => void; passed: Promise<void> } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

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
    expect(lanes.size()).toBe(4);
    expect(lanes.size(2)).toBe(2);
    await lanes.idle();
    expect(done).toEqual([1, 2, 3, 4]);
    expect(lanes.size()).toBe(0);
  });

  it('runs the tasks of different keys concurrently, at most as many as it has lanes', async () => {
    const lanes = new KeyedLanes(8);
    const started: string[] = [];
    const gate = closedGate();
    for (let key = 0; key < 40; key += 1) {
      lanes.add(`7/review/${key}`, async () => {
        started.push(`${key}`);
        await gate.passed;
      });
    }
    expect(started).toHaveLength(8);
    gate.open();
    await lanes.idle();
    expect(started).toHaveLength(40);
  });

  it('holds up no other key while a task hangs', async () => {
    const lanes = new KeyedLanes(2);
    const gate = closedGate();
    const done: string[] = [];
    for (const at of [1, 2]) lanes.add('hangs', () => gate.passed.then(() => void done.push(`hangs ${at}`)));
    const others = Array.from({ length: 200 }, (_, at) => `7/review/${at}`);
    await Promise.all(
      others.map((key) => new Promise<void>((resolve) => lanes.add(key, async () => resolve()))),
    );
    expect(done).toEqual([]);
    gate.open();
    await lanes.idle();
    expect(done).toEqual(['hangs 1', 'hangs 2']);
  });

  it('lets the other keys in between the tasks of a busy one', async () => {
    const lanes = new KeyedLanes(1);
    const order: string[] = [];
    for (const key of ['busy', 'busy', 'busy', 'quiet']) lanes.add(key, async () => void order.push(key));
    await lanes.idle();
    expect(order).toEqual(['busy', 'quiet', 'busy', 'busy']);
  });

  it('is idle at once without a task', async () => {
    await expect(new KeyedLanes(1).idle()).resolves.toBeUndefined();
  });
});
