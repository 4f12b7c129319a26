import { randomBytes } from 'node:crypto';
import { newWidgetKey, WIDGET_KEY } from './widget-key';

describe('a widget key', () => {
  it('is w_ and sixteen base62 characters', () => {
    for (let count = 0; count < 200; count++) expect(newWidgetKey(randomBytes)).toMatch(WIDGET_KEY);
  });

  it('leaves out bytes that would make some letters likelier, and asks for more', () => {
    const draws = [Buffer.from([255, 250, 0, 61]), Buffer.alloc(16, 1)];
    expect(newWidgetKey(() => draws.shift() ?? Buffer.alloc(16, 1))).toBe(`w_0z${'1'.repeat(14)}`);
  });
});
