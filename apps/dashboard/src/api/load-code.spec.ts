import { loadCode } from './load-code';
import { ServerWatch } from './server-watch';

describe('loadCode', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Returns a load that fails the first times. */
  const failing = (times: number) => {
    let failures = 0;
    return () => {
      failures += 1;
      return failures > times ? Promise.resolve('code') : Promise.reject(new Error(`missing ${failures}`));
    };
  };

  it('waits while the server is away', async () => {
    let isUp = false;
    const watch = new ServerWatch(() => Promise.resolve(isUp));
    const code = loadCode(failing(1), watch);
    expect(await watch.suspect()).toBe(false);
    isUp = true;
    watch.hurry();
    expect(await code).toBe('code');
  });

  it('tries again if the server came back just after the failure', async () => {
    const watch = new ServerWatch(() => Promise.resolve(true));
    expect(await loadCode(failing(1), watch)).toBe('code');
  });

  it('throws if the file is missing at a server that answers', async () => {
    const watch = new ServerWatch(() => Promise.resolve(true));
    await expect(loadCode(failing(2), watch)).rejects.toThrow('missing 2');
  });
});
