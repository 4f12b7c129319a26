import { Clock } from '@plaudit/runtime';
import { type KeptAnswer, ReportAnswersCache } from './report-answers.cache';

const textOf = async ({ body }: KeptAnswer): Promise<string> => (await body.in('identity')).toString();

describe('ReportAnswersCache', () => {
  it('returns an answer that takes so long that others fill the cache meanwhile', async () => {
    const cache = new ReportAnswersCache(new Clock());
    let finish = (_answer: object): void => undefined;
    const slow = cache.get('slow', () => new Promise((resolve) => (finish = resolve)));
    const text = 'x'.repeat(1_000_000);
    for (let other = 0; other < 40; other += 1) await cache.get(`other ${other}`, async () => ({ text }));
    finish({ total: 1 });
    expect(await textOf(await slow)).toBe('{"total":1}');
  });

  it('returns an answer that is too large to be kept to all who wait for it', async () => {
    const cache = new ReportAnswersCache(new Clock());
    const text = 'x'.repeat(5_000_000);
    let computations = 0;
    const get = (): Promise<KeptAnswer> => cache.get('large', async () => ({ text, at: ++computations }));
    const [one, other] = await Promise.all([get(), get()]);
    expect([await textOf(one), await textOf(other)]).toEqual(Array(2).fill(JSON.stringify({ text, at: 1 })));
    expect(await textOf(await get())).toBe(JSON.stringify({ text, at: 2 }));
  });

  it('throws the error of a computation to all who wait for it, and keeps nothing', async () => {
    const cache = new ReportAnswersCache(new Clock());
    const fail = (): Promise<KeptAnswer> => cache.get('failing', () => Promise.reject(new Error('no rows')));
    const results = await Promise.allSettled([fail(), fail()]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(await textOf(await cache.get('failing', async () => ({ total: 1 })))).toBe('{"total":1}');
  });
});
