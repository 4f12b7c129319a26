import { fakeOnly } from '@plaudit/testing';
import { WakeSignal } from './wake-signal';

const MINUTE_MS = 60_000;

describe('WakeSignal', () => {
  let signal: WakeSignal;
  let events: string[];

  beforeEach(() => {
    fakeOnly('setTimeout', 'clearTimeout');
    signal = new WakeSignal();
    events = [];
  });
  afterEach(() => jest.useRealTimers());

  /** Notes in `events` when the sleep ends. */
  function note(name: string, sleep: Promise<void>): void {
    void sleep.then(() => events.push(`${name} ends`));
  }

  /** Moves the clock. Everything that it ends has run when this resolves. */
  async function pass(ms: number): Promise<void> {
    events.push(`${ms} ms pass`);
    await jest.advanceTimersByTimeAsync(ms);
  }

  it('ends a wait after its time and not before', async () => {
    note('wait', signal.wait(MINUTE_MS));
    await pass(MINUTE_MS - 1);
    await pass(1);
    expect(events).toEqual(['59999 ms pass', '1 ms pass', 'wait ends']);
  });

  it('ends a wait when it is woken', async () => {
    note('wait', signal.wait(MINUTE_MS));
    await pass(1);
    signal.wake();
    await pass(0);
    expect(events).toEqual(['1 ms pass', '0 ms pass', 'wait ends']);
  });

  it('ends the next wait at once if it was woken before', async () => {
    signal.wake();
    note('wait', signal.wait(MINUTE_MS));
    await pass(0);
    expect(events).toEqual(['0 ms pass', 'wait ends']);
  });

  it('ends only one wait, however often it was woken before', async () => {
    signal.wake();
    signal.wake();
    await signal.wait(MINUTE_MS);
    note('second wait', signal.wait(MINUTE_MS));
    await pass(MINUTE_MS - 1);
    await pass(1);
    expect(events).toEqual(['59999 ms pass', '1 ms pass', 'second wait ends']);
  });

  it('does not end a rest when it is woken, but the wait after it', async () => {
    note('rest', signal.rest(MINUTE_MS));
    signal.wake();
    await pass(MINUTE_MS - 1);
    await pass(1);
    note('wait', signal.wait(MINUTE_MS));
    await pass(0);
    expect(events).toEqual(['59999 ms pass', '1 ms pass', 'rest ends', '0 ms pass', 'wait ends']);
  });

  it('ends a rest when it is interrupted', async () => {
    note('rest', signal.rest(MINUTE_MS));
    await pass(1);
    signal.interrupt();
    await pass(0);
    expect(events).toEqual(['1 ms pass', '0 ms pass', 'rest ends']);
  });

  it.each(['wait', 'rest'] as const)(
    'ends the next %s at once if it was interrupted before',
    async (sleep) => {
      signal.interrupt();
      note('first', signal[sleep](MINUTE_MS));
      await pass(0);
      note('second', signal[sleep](MINUTE_MS));
      await pass(MINUTE_MS - 1);
      await pass(1);
      expect(events).toEqual(['0 ms pass', 'first ends', '59999 ms pass', '1 ms pass', 'second ends']);
    },
  );
});
