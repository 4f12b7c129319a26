import { Clock } from '@plaudit/runtime';
import { ReportAnswersCache } from './report-answers.cache';

describe('ReportAnswersCache', () => {
  it('computes an answer once for requests that arrive together', async () => {
    const cache = new ReportAnswersCache(new Clock());
    let computed = 0;
    const compute = async () => {
      computed += 1;
      await new Promise(setImmediate);
      return { computed };
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => cache.get('a', compute)));
    expect(new Set(answers.map(({ hash }) => hash)).size).toBe(1);
    expect(computed).toBe(1);
    await cache.get('b', compute);
    expect(computed).toBe(2);
  });

  it('fails all requests that wait for an answer which cannot be computed, and computes it anew for the next', async () => {
    const cache = new ReportAnswersCache(new Clock());
    const failing = () => Promise.reject(new Error('no connection'));
    const waiting = [cache.get('a', failing), cache.get('a', failing)];
    for (const answer of waiting) await expect(answer).rejects.toThrow('no connection');
    const { body } = await cache.get('a', () => Promise.resolve({ total: 1 }));
    expect((await body.in('identity')).toString()).toBe('{"total":1}');
  });

  it('sends an answer that is too large to keep', async () => {
    const cache = new ReportAnswersCache(new Clock());
    const large = { text: 'x'.repeat(9 * 1024 * 1024) };
    const { body } = await cache.get('a', () => Promise.resolve(large));
    expect(body.bytes).toBeGreaterThan(9 * 1024 * 1024);
    const again = await cache.get('a', () => Promise.resolve({ text: 'y' }));
    expect(again.body.bytes).toBe('{"text":"y"}'.length);
  });
});
