import { describeInBrowser, eventually } from '@plaudit/testing';
import type { BrowserContextOptions } from 'playwright-core';
import { ElementWorld, withoutInlineCode } from './element-world.suite';

describeInBrowser('rv-widget on a host page', () => {
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

  it('draws the list under a policy that allows one origin and no inline code or styles', async () => {
    const widget = await element.widget();
    const html = withoutInlineCode(widget.embed.html);
    await element.show(html, { policy: element.strictPolicy() });
    await element.cards().nth(9).waitFor();
    expect(await element.cards().count()).toBe(10);
    expect(await element.cards().first().textContent()).toContain('Guest 14 Miller');
    expect(element.consoleMessages).toEqual([]);
    expect(
      element.gateway.paths.filter((path) => path.startsWith('/embed/v1/') && !path.includes('/img/')),
    ).toEqual(['/embed/v1/w.js', `/embed/v1/widgets/${widget.key}.json?page_lang=en`]);
    const cookies = await element.context.cookies();
    expect(cookies).toEqual([]);
  });

  it('draws the advanced snippet, and uses the preloaded data instead of a second request', async () => {
    const widget = await element.widget({ behavior: { lazy: false }, i18n: { locale: 'en' } });
    await element.show(widget.embed.advanced.element, { head: widget.embed.advanced.head });
    await element.cards().nth(9).waitFor();
    expect(element.gateway.paths.filter((path) => path.endsWith('.json'))).toHaveLength(1);
    expect(element.consoleMessages).toEqual([]);
  });

  it.each([
    ['light theme', {}, {}],
    [
      'dark theme',
      {
        style: { theme: 'dark' },
        card: { show_reply: true },
        layout: { show_search: true, divider: 'line' },
      },
      {},
    ],
    ['automatic theme on a dark system', { style: { theme: 'auto' } }, { colorScheme: 'dark' }],
    [
      'right-to-left text',
      { i18n: { direction: 'rtl' }, header: { title: 'آراء', show_platforms: true } },
      {},
    ],
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
      const sideways = await element.page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(sideways).toBe(false);
    },
  );

  it('keeps its style on a page with hostile styles', async () => {
    const widget = await element.widget({ style: { font: 'Georgia' } });
    const hostile =
      '<style>*{color:red!important;letter-spacing:9px!important;text-transform:uppercase!important}p,li,article{display:none!important}</style>';
    await element.show(widget.embed.html, { head: hostile });
    await element.cards().first().waitFor();
    const look = await element
      .cards()
      .first()
      .evaluate((element) => {
        const { color, letterSpacing, textTransform, display } = getComputedStyle(element);
        return { color, letterSpacing, textTransform, display };
      });
    expect(look).toEqual({
      color: 'rgb(22, 25, 31)',
      letterSpacing: 'normal',
      textTransform: 'none',
      display: 'flex',
    });
  });

  it('takes colours from the settings, else from custom properties of the page', async () => {
    const widget = await element.widget({ style: { text_color: '#123456' } });
    await element.show(widget.embed.html, {
      head: '<style>rv-widget{--rv-text:#ff0000;--rv-card:#00ff00}</style>',
    });
    await element.cards().first().waitFor();
    const look = await element
      .cards()
      .first()
      .evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]);
    expect(look).toEqual(['rgb(18, 52, 86)', 'rgb(0, 255, 0)']);
  });

  it('requests its data only when it is close to the visible area', async () => {
    const widget = await element.widget();
    await element.show(`<div style="height:5000px"></div>${widget.embed.html}`);
    await element.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(element.gateway.paths.filter((path) => path.includes('.json'))).toEqual([]);
    await element.page.mouse.wheel(0, 4600);
    await element.cards().first().waitFor();
    expect(element.gateway.paths.filter((path) => path.includes('.json'))).toHaveLength(1);
  });

  it('causes no layout shift', async () => {
    const widget = await element.widget({ behavior: { lazy: false } });
    const watch = `<script>window.shift=0;new PerformanceObserver(l=>l.getEntries().forEach(e=>window.shift+=e.value)).observe({type:'layout-shift',buffered:true})</script>`;
    await element.show(`${widget.embed.html}<p>Below</p>`, { head: watch });
    await element.cards().nth(9).waitFor();
    await element.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const shift = await element.page.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(shift).toBeLessThanOrEqual(0.002);
  });

  it('gives the reserved height back if the widget fills less than 70 % of it', async () => {
    const { embed } = await element.widget();
    const reserved = Number(/min-height:(\d+)px/.exec(embed.html)?.[1]);
    await element.show(embed.html.replace('<div', '<div data-limit="1"'));
    await element.cards().first().waitFor();
    expect(await element.cards().count()).toBe(1);
    const height = await element.page
      .locator('[data-rv-widget]')
      .evaluate((place) => place.getBoundingClientRect().height);
    expect(height).toBeLessThan(0.7 * reserved);
  });

  it('hides an inactive, an empty and a deleted widget without a gap and without console messages', async () => {
    const inactive = await element.widget();
    await fetch(`${element.gateway.url}/public/v1/widgets/update/${inactive.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ active: false }),
    });
    const empty = await element.widget({
      source: { ratings: [5], min_rating: 5, keyword: 'x' },
      behavior: { min_reviews: 100 },
    });
    await element.show(inactive.embed.html + empty.embed.html);
    const hidden = element.page.locator('rv-widget[style*="display: none"]');
    await hidden.nth(1).waitFor({ state: 'attached' });
    expect(element.consoleMessages).toEqual([]);
    const deleted = inactive.embed.html.replaceAll(inactive.key, 'w_0000000000000000');
    await element.show(`${deleted}<p>Below</p>`);
    await hidden.first().waitFor({ state: 'attached' });
    expect(element.consoleMessages).toEqual([]);
    expect(
      await element.page.getByText('Below').evaluate((below) => below.getBoundingClientRect().top),
    ).toBeLessThan(200);
  });

  it('keeps the link and gives back its height if the data or the script cannot be loaded', async () => {
    const widget = await element.widget();
    const top = (): Promise<number> =>
      element.page.getByText('Below').evaluate((below) => below.getBoundingClientRect().top);
    await element.page.route('**/*.json*', (route) => route.abort());
    await element.show(`${widget.embed.html}<p>Below</p>`);
    await element.page.waitForFunction(
      () => document.querySelector<HTMLElement>('[data-rv-widget]')?.style.minHeight === '',
    );
    expect(await element.page.getByRole('link', { name: 'Customer reviews' }).isVisible()).toBe(true);
    expect(await top()).toBeLessThan(200);
    await element.page.route('**/w.js', (route) => route.abort());
    await element.show(`${widget.embed.html}<p>Below</p>`);
    await element.page.waitForFunction(
      () => document.querySelector<HTMLElement>('[data-rv-widget]')?.style.minHeight === '0px',
    );
    expect(await top()).toBeLessThan(200);
  });

  it('draws every snippet once if the script is on the page three times, and a new one after rv.scan()', async () => {
    const widget = await element.widget();
    await element.show(
      widget.embed.html.repeat(2) + `<script async src="${element.gateway.url}/embed/v1/w.js"></script>`,
    );
    await element.page.locator('rv-widget section').nth(1).waitFor();
    await element.page.evaluate((key) => {
      const place = document.createElement('div');
      place.dataset.rvWidget = key;
      document.body.prepend(place);
      (window as unknown as { rv: { scan(): void } }).rv.scan();
    }, widget.key);
    await element.page.locator('rv-widget section').nth(2).waitFor();
    expect(await element.page.locator('rv-widget').count()).toBe(3);
    expect(element.consoleMessages).toEqual([]);
  });

  it('keeps its content when it is moved, and follows its attributes', async () => {
    const widget = await element.widget();
    await element.show(
      `${widget.embed.advanced.element.replace('<rv-widget', '<rv-widget limit="3"')}<footer></footer>`,
      { head: widget.embed.advanced.head },
    );
    await element.cards().nth(2).waitFor();
    expect(await element.cards().count()).toBe(3);
    await element.page.evaluate(() =>
      document.querySelector('footer')?.append(document.querySelector('rv-widget') as Element),
    );
    expect(await element.cards().count()).toBe(3);
    await element.page.evaluate(() => document.querySelector('rv-widget')?.setAttribute('lang', 'de'));
    await element.page.getByText('3 von 14 Bewertungen angezeigt').waitFor();
    await element.page.getByRole('button', { name: 'Mehr anzeigen' }).click();
    await element.page.getByText('6 von 14 Bewertungen angezeigt').waitFor();
    await element.page.evaluate(() => document.querySelector('rv-widget')?.setAttribute('theme', 'dark'));
    await element.page.locator('rv-widget section.dark').waitFor();
  });

  it('draws the data of a preview without a request to the service', async () => {
    const widget = await element.drawn();
    const data = (await (
      await fetch(`${element.gateway.url}/embed/v1/widgets/${widget.key}.json`)
    ).json()) as object;
    element.gateway.forgetRequests();
    await element.page.evaluate(
      (given) => {
        const preview = document.createElement('rv-widget');
        Object.assign(preview, { data: given });
        document.querySelector('main')?.replaceChildren(preview);
      },
      { ...data, tree: [['p', {}, 'Handed over']], type: 'summary' },
    );
    await element.page.getByText('Handed over').waitFor();
    expect(element.gateway.paths.filter((path) => path.includes('.json'))).toEqual([]);
  });

  it('reports once that a visitor used something, under a strict policy and without cookies', async () => {
    const long = { card: { max_lines: 3 }, source: { require_text: true } };
    const widget = await element.widget(long);
    await element.show(withoutInlineCode(widget.embed.html), { policy: element.strictPolicy() });
    const more = element.page.getByRole('button', { name: 'Read more' }).first();
    await more.click();
    await element.page.getByRole('button', { name: 'Read less' }).click();
    await more.click();
    await element.page.getByRole('button', { name: 'Open photo 1 of Guest 13 Miller' }).click();
    await element.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const reports = (): string[] => element.gateway.paths.filter((path) => path.includes('/seen/'));
    const path = `/embed/v1/widgets/${widget.key}/seen`;
    await eventually(reports, ({ length }) => length >= 2, 'both reports');
    expect(reports()).toEqual([`${path}/more`, `${path}/thumb`]);
    expect(element.consoleMessages).toEqual([]);
    expect(await element.context.cookies()).toEqual([]);
  });

  it('works without beacons, and reports nothing from a preview', async () => {
    const widget = await element.widget({ card: { max_lines: 3 } });
    await element.show(`<script>delete Navigator.prototype.sendBeacon</script>${widget.embed.html}`);
    await element.page.getByRole('button', { name: 'Read more' }).first().click();
    await element.page.getByRole('button', { name: 'Read less' }).waitFor();
    const stored = await fetch(`${element.gateway.url}/embed/v1/widgets/${widget.key}.json`);
    await element.show(widget.embed.html);
    await element.cards().first().waitFor();
    await element.page.evaluate(
      (data) => {
        const preview = document.createElement('rv-widget');
        Object.assign(preview, { data });
        document.querySelector('main')?.replaceChildren(preview);
      },
      (await stored.json()) as object,
    );
    await element.page.getByRole('button', { name: 'Read more' }).first().click();
    await element.page.getByRole('button', { name: 'Read less' }).waitFor();
    expect(element.gateway.paths.filter((path) => path.includes('/seen/'))).toEqual([]);
    expect(element.consoleMessages).toEqual([]);
  });

  it('draws on the hosted page under its policy, and the page works without JavaScript', async () => {
    const widget = await element.widget({ header: { title: 'Acme Bakery' } });
    await element.page.goto(`${element.gateway.url}/w/${widget.key}`);
    await element.page.locator('rv-widget section').waitFor();
    expect(element.consoleMessages).toEqual([]);
    expect(await element.violations()).toEqual([]);
    await element.open({ javaScriptEnabled: false });
    await element.page.goto(`${element.gateway.url}/w/${widget.key}`);
    expect(await element.page.getByText('Review number 14.').first().isVisible()).toBe(true);
    expect(await element.page.locator('article').count()).toBe(14);
  });
});
