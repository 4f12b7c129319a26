import { ApiError } from '@plaudit/contracts';
import type { Clock } from '@plaudit/runtime';
import { type ContentVersion, RenderedContentCache, type Rendering } from './rendered-content.cache';

const DAY_MS = 86_400_000;
const BEGIN = new Date('2026-11-22');
const FIRST: ContentVersion = {
  key: 'w_1',
  widgetRev: 1,
  language: 'en',
  etag: '"1-1-en"',
  part: 'json',
  confirmedOn: BEGIN,
  mayBeStale: true,
};
const SECOND = { ...FIRST, etag: '"1-2-en"' };

const whole = (text: string): Promise<Rendering> => Promise.resolve({ text, isComplete: true });
const partial = (text: string): Promise<Rendering> => Promise.resolve({ text, isComplete: false });
const down = (): Promise<Rendering> => Promise.reject(new ApiError('upstream_unavailable', 'down'));

describe('RenderedContentCache', () => {
  let cache: RenderedContentCache;
  let time: number;

  beforeEach(async () => {
    time = BEGIN.getTime();
    cache = new RenderedContentCache({ now: () => new Date(time) } satisfies Clock);
    await cache.get(FIRST, () => whole('first'));
  });

  const textOf = async (version: ContentVersion, render: () => Promise<Rendering>): Promise<string> => {
    const { body, etag } = await cache.get(version, render);
    return `${(await body.in('identity')).toString()} ${etag}`;
  };

  it('renders each version once', async () => {
    expect(await textOf(FIRST, down)).toBe('first "1-1-en"');
    expect(await textOf(SECOND, () => whole('second'))).toBe('second "1-2-en"');
  });

  it.each([
    ['is not available', new ApiError('upstream_unavailable', 'down')],
    ['needs too long', new ApiError('overloaded', 'slow')],
    ['is cancelled by Postgres', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ])('returns the last version with its own ETag if the newer one %s', async (_reason, error) => {
    expect(await textOf(SECOND, () => Promise.reject(error))).toBe('first "1-1-en"');
  });

  it('returns a version that takes so long that others fill the cache meanwhile', async () => {
    let finish = (_rendering: Rendering): void => undefined;
    const slow = textOf(SECOND, () => new Promise((resolve) => (finish = resolve)));
    const large = 'x'.repeat(1_000_000);
    for (let other = 0; other < 40; other += 1)
      await cache.get({ ...FIRST, key: `w_other_${other}` }, () => whole(large));
    finish({ text: 'second', isComplete: true });
    expect(await slow).toBe('second "1-2-en"');
  });

  it('returns the newer version as soon as it can be rendered', async () => {
    await textOf(SECOND, down);
    expect(await textOf(SECOND, () => whole('second'))).toBe('second "1-2-en"');
    expect(await textOf({ ...SECOND, etag: '"1-3-en"' }, down)).toBe('second "1-2-en"');
  });

  it('counts the day from when the version was last confirmed', async () => {
    time += DAY_MS;
    expect(await textOf({ ...FIRST, confirmedOn: new Date(time) }, down)).toBe('first "1-1-en"');
    time += DAY_MS;
    expect(await textOf(SECOND, down)).toBe('first "1-1-en"');
  });

  it('does not count the day anew for a visitor whose version is not confirmed', async () => {
    time += DAY_MS;
    expect(await textOf(FIRST, down)).toBe('first "1-1-en"');
    time += 1;
    await expect(cache.get(SECOND, down)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });

  it('returns the last version for a day', async () => {
    time += DAY_MS;
    expect(await textOf(SECOND, down)).toBe('first "1-1-en"');
    time += 1;
    await expect(cache.get(SECOND, down)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });

  it.each([
    ['with earlier settings', { widgetRev: 2 }],
    ['in another language', { language: 'de' }],
    ['of another part', { part: 'page' }],
    ['of another widget', { key: 'w_2' }],
    ['where only the current one is wanted', { mayBeStale: false }],
  ])('never returns an older version %s', async (_case, other) => {
    await expect(cache.get({ ...SECOND, ...other }, down)).rejects.toMatchObject({ status: 503 });
  });

  it('renders a body that lacks translations again after 15 seconds', async () => {
    const shown = await textOf(SECOND, () => partial('half'));
    expect(shown).toMatch(/^half "1-2-en-partial-[0-9a-f]{12}"$/);
    time += 15_000;
    expect(await textOf(SECOND, () => whole('second'))).toBe(shown);
    time += 1;
    expect(await textOf(SECOND, () => whole('second'))).toBe('second "1-2-en"');
    time += DAY_MS;
    expect(await textOf(SECOND, down)).toBe('second "1-2-en"');
  });

  it('returns a body that lacks translations with the ETag of its text', async () => {
    const etags = [];
    for (const text of ['one', 'two', 'two']) {
      time += 15_001;
      etags.push((await cache.get(SECOND, () => partial(text))).etag);
    }
    expect(new Set(etags).size).toBe(2);
    expect(etags[1]).toBe(etags[2]);
  });

  it('throws errors that do not mean an outage', async () => {
    await expect(cache.get(SECOND, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  });
});
