import { Clock } from '@plaudit/runtime';
import { type ChosenSettings, NO_CHOICE } from './effective-settings';
import { ProviderSettingsCache } from './provider-settings.cache';

class HandClock extends Clock {
  private time = 1_760_000_000_000;

  override now(): Date {
    return new Date(this.time);
  }

  advance(ms: number): void {
    this.time += ms;
  }
}

/** Returns different settings for each read. */
class Reads {
  count = 0;

  readonly read = async (): Promise<ChosenSettings> => {
    this.count += 1;
    return { ...NO_CHOICE, ai_model: `read ${this.count}` };
  };
}

describe('ProviderSettingsCache', () => {
  let clock: HandClock;
  let cache: ProviderSettingsCache;
  let reads: Reads;
  const model = async (accountId = 1): Promise<string | null> =>
    (await cache.get(accountId, reads.read)).ai_model;

  beforeEach(() => {
    clock = new HandClock();
    cache = new ProviderSettingsCache(clock);
    reads = new Reads();
  });

  it('keeps settings for 30 seconds and no longer', async () => {
    expect(await model()).toBe('read 1');
    clock.advance(29_999);
    expect(await model()).toBe('read 1');
    clock.advance(1);
    expect(await model()).toBe('read 2');
  });

  it('does not keep settings for longer because the clock was set back', async () => {
    await model();
    clock.advance(-3_600_000);
    expect(await model()).toBe('read 2');
  });

  it('keeps the settings of each account for itself', async () => {
    expect([await model(1), await model(2), await model(1)]).toEqual(['read 1', 'read 2', 'read 1']);
  });

  it('reads once for callers at the same time', async () => {
    expect(await Promise.all([model(), model(), model()])).toEqual(['read 1', 'read 1', 'read 1']);
  });

  it('reads again at once after it forgot', async () => {
    await model();
    cache.forget(1);
    expect(await model()).toBe('read 2');
  });

  it('does not keep a read that was under way when it forgot', async () => {
    const old = model();
    cache.forget(1);
    expect([await old, await model()]).toEqual(['read 1', 'read 2']);
  });

  it('does not keep a failed read', async () => {
    const failing = cache.get(1, () => Promise.reject(new Error('the database is away')));
    await expect(failing).rejects.toThrow('the database is away');
    expect(await model()).toBe('read 1');
  });
});
