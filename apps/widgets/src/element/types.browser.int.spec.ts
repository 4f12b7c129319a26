import { gzipSync } from 'node:zlib';
import { describeInBrowser } from '@plaudit/testing';
import type { BrowserContextOptions } from 'playwright-core';
import { WIDGET_TYPES } from '../settings/widget-types';
import { ElementWorld } from './element-world.suite';

const MAX_JSON_GZIP = 6 * 1024;
const MAX_SHIFT = 0.002;
const WATCH_SHIFTS = `<script>window.shift=0;new PerformanceObserver(l=>l.getEntries().forEach(e=>window.shift+=e.value)).observe({type:'layout-shift',buffered:true})</script>`;

describeInBrowser('rv-widget, two of each type on a page', () => {
  let element: ElementWorld;

  beforeAll(async () => {
    element = await ElementWorld.start();
  }, 180_000);
  afterAll(() => element?.close());
  beforeEach(async () => {
    await element.open({});
    element.gateway.forgetRequests();
  });
  afterEach(() => element.context.close());

  it.each([
    ['light', {}, {}],
    ['automatic on a dark system', { style: { theme: 'auto' } }, { colorScheme: 'dark' }],
    ['soft', { style: { theme: 'soft' } }, {}],
    ['in Arabic, 320 px wide', { i18n: { locale: 'ar' } }, { viewport: { width: 320, height: 700 } }],
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

  it('draws each type in its own layout under a policy that forbids inline code, with one request for the script', async () => {
    await element.showAllTypes({}, { isStrict: true });
    expect(element.consoleMessages).toEqual([]);
    const sections = element.page.locator('rv-widget section');
    const classes = await sections.evaluateAll((all) => all.map(({ className }) => className.split(' ')[1]));
    expect(classes).toEqual(WIDGET_TYPES.flatMap((type) => [`t-${type}`, `t-${type}`]));
    expect(element.gateway.paths.filter((path) => path.endsWith('/w.js'))).toHaveLength(1);
    expect(element.gateway.paths.filter((path) => path.includes('.json'))).toHaveLength(
      2 * WIDGET_TYPES.length,
    );
  });

  it.each(WIDGET_TYPES)('sends at most 6 KB of compressed data for twelve reviews of a %s', async (type) => {
    const source = { require_avatar: false, require_media: false, limit: 12 };
    const { key } = await element.widget({ source }, type);
    const body = await (await fetch(`${element.gateway.url}/embed/v1/widgets/${key}.json`)).text();
    expect((JSON.parse(body) as { reviews: object[] }).reviews).toHaveLength(12);
    expect(gzipSync(body, { level: 9 }).length).toBeLessThanOrEqual(MAX_JSON_GZIP);
  });

  it.each(WIDGET_TYPES)('causes no layout shift when a %s is drawn', async (type) => {
    // The reviews have two photos, which fill one row of a gallery. It gives back a height for more rows.
    const limit = type === 'media' ? { limit: 2 } : {};
    const source = { require_avatar: false, require_media: false, ...limit };
    const widget = await element.widget({ source, behavior: { lazy: false } }, type);
    await element.show(`${widget.embed.html}<p>Below</p>`, { head: WATCH_SHIFTS });
    await element.page.locator('rv-widget section').waitFor({ state: 'attached' });
    await element.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const shift = await element.page.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(shift).toBeLessThanOrEqual(MAX_SHIFT);
  });

  it('keeps the stars visible in forced colours', async () => {
    await element.open({ forcedColors: 'active' });
    await element.drawn();
    const stars = element.page.locator('rv-widget .stars svg').last();
    const [fill, ground] = await stars.evaluate((svg) => [
      getComputedStyle(svg).fill,
      getComputedStyle(document.body).backgroundColor,
    ]);
    expect(fill).not.toBe(ground);
  });

  it('keeps its style on a page whose rules reach for everything', async () => {
    const hostile = `<style>
      *{color:red!important;letter-spacing:9px!important;text-transform:uppercase!important;line-height:3!important}
      div,rv-widget,span{float:left!important;width:50%!important;opacity:.2!important;text-align:right!important}
      p,li,article,svg,button{display:none!important}img{border:9px solid red!important}</style>`;
    await element.showAllTypes({}, { head: hostile });
    const look = await element.page.locator('rv-widget section').evaluateAll((sections) =>
      sections.map((section) => {
        const host = (section.getRootNode() as ShadowRoot).host as HTMLElement;
        const { letterSpacing, textTransform, color } = getComputedStyle(section);
        const { cssFloat, opacity } = getComputedStyle(host);
        return [letterSpacing, textTransform, color, cssFloat, opacity].join(' ');
      }),
    );
    expect(new Set(look)).toEqual(new Set(['normal none rgb(22, 25, 31) none 1']));
    expect(await element.cards().first().isVisible()).toBe(true);
  });
});
