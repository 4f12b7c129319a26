import { randomBytes } from 'node:crypto';
import { WIDGET_KEY } from './widget';
import { newWidgetKey } from './widgets.service';

describe('newWidgetKey', () => {
  it('returns w_ and sixteen base62 characters', () => {
    for (let count = 0; count < 200; count++) expect(newWidgetKey(randomBytes)).toMatch(WIDGET_KEY);
  });

  it('skips bytes that would make some characters more likely, and draws further bytes', () => {
    const draws = [Buffer.from([255, 250, 0, 61]), Buffer.alloc(16, 1)];
    expect(newWidgetKey(() => draws.shift() ?? Buffer.alloc(16, 1))).toBe(`w_0z${'1'.repeat(14)}`);
  });
});
