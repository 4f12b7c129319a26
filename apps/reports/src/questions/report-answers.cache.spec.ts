import { Clock } from '@plaudit/runtime';
import { ReportAnswersCache } from './report-answers.cache';

describe('ReportAnswersCache', () => {
  it('returns an answer that takes so long that others fill the cache meanwhile', async () => {
    const cache = new ReportAnswersCache(new Clock());
    let finish = (_answer: object): void => undefined;
    const slow = cache.get('slow', () => new Promise((resolve) => (finish = resolve)));
    const text = 'x'.repeat(1_000_000);
    for (let other = 0; other < 40; other += 1) await cache.get(`other ${other}`, async () => ({ text }));
    finish({ total: 1 });
    const { body } = await slow;
    expect((await body.in('identity')).toString()).toBe('{"total":1}');
  });
});
