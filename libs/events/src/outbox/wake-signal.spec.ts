import { WakeSignal } from './wake-signal';

describe('the wake signal', () => {
  const FOREVER = 60_000;

  it('ends a wait', async () => {
    const signal = new WakeSignal();
    const waiting = signal.wait(FOREVER);
    signal.wake();
    await waiting;
  });

  it('keeps a wake that came while nobody waited', async () => {
    const signal = new WakeSignal();
    signal.wake();
    await signal.wait(FOREVER);
  });

  it('spends a wake only once', async () => {
    const signal = new WakeSignal();
    signal.wake();
    await signal.wait(FOREVER);
    const before = Date.now();
    await signal.wait(30);
    expect(Date.now() - before).toBeGreaterThanOrEqual(25);
  });

  it('lets a rest pass through wakes, which are kept for the next wait', async () => {
    const signal = new WakeSignal();
    const before = Date.now();
    const resting = signal.rest(30);
    signal.wake();
    await resting;
    expect(Date.now() - before).toBeGreaterThanOrEqual(25);
    await signal.wait(FOREVER);
  });

  it('ends any sleep on an interrupt, also one that came before', async () => {
    const signal = new WakeSignal();
    const resting = signal.rest(FOREVER);
    signal.interrupt();
    await resting;
    signal.interrupt();
    await signal.rest(FOREVER);
    signal.interrupt();
    await signal.wait(FOREVER);
  });
});
