import { setTimeout as pause } from 'node:timers/promises';
import { ProcessGate } from './process-gate';

describe('ProcessGate', () => {
  const gate = new ProcessGate();
  let running: string[] = [];
  let seen: string[][] = [];

  beforeEach(() => {
    running = [];
    seen = [];
  });

  const task = (name: string) => async () => {
    running.push(name);
    seen.push([...running]);
    await pause(5);
    running = running.filter((other) => other !== name);
    return name;
  };

  it('runs shared tasks together', async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => gate.shared(task(name))));
    expect(seen.at(-1)).toEqual(['a', 'b', 'c']);
  });

  it('runs an exclusive task alone, after those that run and before those that come later', async () => {
    const done = ['a', 'b'].map((name) => gate.shared(task(name)));
    done.push(gate.exclusive(task('alone')), gate.shared(task('c')), gate.exclusive(task('alone too')));
    done.push(gate.shared(task('d')));
    expect(await Promise.all(done)).toEqual(['a', 'b', 'alone', 'c', 'alone too', 'd']);
    const withExclusive = seen.filter((together) => together.some((name) => name.startsWith('alone')));
    expect(withExclusive).toEqual([['alone'], ['alone too']]);
    expect(seen.slice(0, 3)).toEqual([['a'], ['a', 'b'], ['alone']]);
  });

  it('opens again after a task that failed', async () => {
    await expect(gate.exclusive(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(gate.shared(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await gate.exclusive(task('alone'))).toBe('alone');
  });
});
