import { describeInBrowser } from '@plaudit/testing';
import type { BrowserContextOptions } from 'playwright-core';
import { ElementWorld, SUB_ACCOUNT } from './element-world.suite';

/** Further rows of the tables in element.int.spec.ts. */
describeInBrowser('in a browser', () => {
  let element: ElementWorld;

  beforeAll(async () => {
    element = await ElementWorld.start();
  }, 180_000);
  afterAll(() => element?.close());
  afterEach(() => element.context?.close());

  describe('rv-widget, two of each type on a page', () => {
    it.each([
      ['automatic on a dark system', { style: { theme: 'auto' } }, { colorScheme: 'dark' }],
      ['soft', { style: { theme: 'soft' } }, {}],
    ] as [string, object, BrowserContextOptions][])(
      'has no accessibility violations, no console messages and no sideways scrolling: %s',
      async (_name, settings, options) => {
        await element.open(options);
        await element.showAllTypes(settings);
        expect(await element.violations()).toEqual([]);
        expect(await element.isTooWide()).toBe(false);
        expect(element.consoleMessages).toEqual([]);
        expect(await element.context.cookies()).toEqual([]);
      },
      120_000,
    );
  });

  describe('rv-widget on a host page', () => {
    it.each([
      ['automatic theme on a dark system', { style: { theme: 'auto' } }, { colorScheme: 'dark' }],
      [
        'narrow screen',
        { header: { title: 'What guests say', subtitle: 'In their words' } },
        { viewport: { width: 320, height: 700 } },
      ],
    ] as [string, object, BrowserContextOptions][])(
      'has no accessibility violations and no sideways scrolling: %s',
      async (_name, settings, options) => {
        await element.open(options);
        await element.drawn(settings);
        expect(await element.violations()).toEqual([]);
        expect(await element.isTooWide()).toBe(false);
      },
    );
  });

  describe('the hosted page of a widget', () => {
    beforeAll(async () => {
      element.reviews.add(SUB_ACCOUNT, { source_id: 3, text: 'From the website.', rating_value: 4 });
      await element.bumpRev();
    });

    it.each([
      ['in the dark', 1440, 'dark', 'grid'],
      ['on a narrow screen', 320, 'light', 'badge'],
    ] as const)(
      'is readable and accessible without JavaScript %s',
      async (_name, width, colorScheme, type) => {
        const { key } = await element.widget({}, type);
        await element.open({ viewport: { width, height: 900 }, colorScheme });
        await element.context.route('**/rv.js', (route) => route.abort());
        await element.page.goto(`${element.gateway.url}/w/${key}`, { waitUntil: 'load' });
        expect(await element.page.locator('article').count()).toBeGreaterThanOrEqual(15);
        expect(await element.violations()).toEqual([]);
        const root = element.page.locator('html');
        const overflow = await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(overflow).toBe(0);
      },
    );
  });
});
