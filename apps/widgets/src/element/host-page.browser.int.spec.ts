import { describeInBrowser } from '@plaudit/testing';
import type { BrowserContextOptions } from 'playwright-core';
import { WIDGET_TYPES } from '../widgets/widget-types';
import { ElementWorld } from './element-world.suite';

function strictPolicy(ours: string): string {
  return `default-src 'none'; script-src ${ours}; connect-src ${ours}; img-src ${ours}; require-trusted-types-for 'script'; trusted-types 'none'`;
}

describeInBrowser('the element on the page of a customer', () => {
  let own: ElementWorld;

  beforeAll(async () => {
    own = await ElementWorld.start();
  }, 180_000);
  afterAll(() => own?.close());
  beforeEach(async () => {
    await own.open({});
    own.gateway.forget();
  });
  afterEach(() => own.context.close());

  it('draws the list under a policy that trusts one origin and no inline anything', async () => {
    const made = await own.widget();
    // The one inline style of the snippet is what such hosts leave out.
    const html = made.embed.html.replace(/ style="[^"]*"/, '');
    await own.show(html, { policy: strictPolicy(own.gateway.url) });
    await own.cards().nth(9).waitFor();
    expect(await own.cards().count()).toBe(10);
    expect(await own.cards().first().textContent()).toContain('Guest 14 Miller');
    expect(own.complaints).toEqual([]);
    expect(
      own.gateway.paths.filter((path) => path.startsWith('/embed/v1/') && !path.includes('/img/')),
    ).toEqual(['/embed/v1/w.js', `/embed/v1/widgets/${made.key}.json`]);
    const cookies = await own.context.cookies();
    expect(cookies).toEqual([]);
  });

  it('draws the advanced snippet too, and fetches its data once although the page preloads it', async () => {
    const made = await own.widget({ behavior: { lazy: false } });
    await own.show(made.embed.advanced.element, { head: made.embed.advanced.head });
    await own.cards().nth(9).waitFor();
    expect(own.gateway.paths.filter((path) => path.endsWith('.json'))).toHaveLength(1);
    expect(own.complaints).toEqual([]);
  });

  it.each([
    ['light', {}, {}],
    [
      'dark',
      {
        style: { theme: 'dark' },
        card: { show_reply: true },
        layout: { show_search: true, divider: 'line' },
      },
      {},
    ],
    ['automatic on a dark system', { style: { theme: 'auto' } }, { colorScheme: 'dark' }],
    ['right to left', { i18n: { direction: 'rtl' }, header: { title: 'آراء', show_platforms: true } }, {}],
    [
      'narrow',
      { header: { title: 'What guests say', subtitle: 'In their words' } },
      { viewport: { width: 320, height: 700 } },
    ],
  ] as [string, object, BrowserContextOptions][])(
    'leaves nothing for axe to find: %s',
    async (_name, settings, options) => {
      await own.open(options);
      await own.drawn(settings);
      expect(await own.violations()).toEqual([]);
      const sideways = await own.page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(sideways).toBe(false);
    },
  );

  it('stays itself on a page with hostile styles', async () => {
    const made = await own.widget({ style: { font: 'Georgia' } });
    const hostile =
      '<style>*{color:red!important;letter-spacing:9px!important;text-transform:uppercase!important}p,li,article{display:none!important}</style>';
    await own.show(made.embed.html, { head: hostile });
    await own.cards().first().waitFor();
    const look = await own
      .cards()
      .first()
      .evaluate((element) => {
        const { color, letterSpacing, textTransform, display } = getComputedStyle(element);
        return { color, letterSpacing, textTransform, display };
      });
    expect(look).toEqual({
      color: 'rgb(31, 41, 55)',
      letterSpacing: 'normal',
      textTransform: 'none',
      display: 'grid',
    });
  });

  it('takes colours from settings, else from the page’s own properties', async () => {
    const made = await own.widget({ style: { text_color: '#123456' } });
    await own.show(made.embed.html, {
      head: '<style>rv-widget{--rv-text:#ff0000;--rv-card:#00ff00}</style>',
    });
    await own.cards().first().waitFor();
    const look = await own
      .cards()
      .first()
      .evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]);
    expect(look).toEqual(['rgb(18, 52, 86)', 'rgb(0, 255, 0)']);
  });

  it('waits until it is nearly on the screen', async () => {
    const made = await own.widget();
    await own.show(`<div style="height:5000px"></div>${made.embed.html}`);
    await own.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(own.gateway.paths.filter((path) => path.includes('.json'))).toEqual([]);
    await own.page.mouse.wheel(0, 4600);
    await own.cards().first().waitFor();
    expect(own.gateway.paths.filter((path) => path.includes('.json'))).toHaveLength(1);
  });

  it('keeps the page from jumping', async () => {
    const made = await own.widget({ behavior: { lazy: false } });
    const watch = `<script>window.shift=0;new PerformanceObserver(l=>l.getEntries().forEach(e=>window.shift+=e.value)).observe({type:'layout-shift',buffered:true})</script>`;
    await own.show(`${made.embed.html}<p>Below</p>`, { head: watch });
    await own.cards().nth(9).waitFor();
    await own.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const shift = await own.page.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(shift).toBeLessThanOrEqual(0.002);
  });

  it('hides an inactive or empty widget and leaves the link where the service does not answer', async () => {
    const inactive = await own.widget();
    await fetch(`${own.gateway.url}/public/v1/widgets/update/${inactive.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ active: false }),
    });
    const empty = await own.widget({
      source: { ratings: [5], min_rating: 5, keyword: 'x' },
      behavior: { min_reviews: 100 },
    });
    await own.show(inactive.embed.html + empty.embed.html);
    const hidden = own.page.locator('rv-widget[style*="display: none"]');
    await hidden.nth(1).waitFor({ state: 'attached' });
    expect(own.complaints).toEqual([]);
    const unknown = inactive.embed.html.replaceAll(inactive.key, 'w_0000000000000000');
    const failed = own.page.waitForResponse((response) => response.status() === 404);
    await own.show(unknown);
    await failed;
    expect(await own.page.getByRole('link', { name: 'Customer reviews' }).isVisible()).toBe(true);
  });

  it('draws twice on a page that has the snippet twice and the script three times, and once more after rv.scan()', async () => {
    const made = await own.widget();
    await own.show(
      made.embed.html.repeat(2) + `<script async src="${own.gateway.url}/embed/v1/w.js"></script>`,
    );
    await own.page.locator('rv-widget section').nth(1).waitFor();
    await own.page.evaluate((key) => {
      const place = document.createElement('div');
      place.dataset.rvWidget = key;
      document.body.prepend(place);
      (window as unknown as { rv: { scan(): void } }).rv.scan();
    }, made.key);
    await own.page.locator('rv-widget section').nth(2).waitFor();
    expect(await own.page.locator('rv-widget').count()).toBe(3);
    expect(own.complaints).toEqual([]);
  });

  it('survives being moved, and follows its attributes', async () => {
    const made = await own.widget();
    await own.show(
      `${made.embed.advanced.element.replace('<rv-widget', '<rv-widget limit="3"')}<footer></footer>`,
      { head: made.embed.advanced.head },
    );
    await own.cards().nth(2).waitFor();
    expect(await own.cards().count()).toBe(3);
    await own.page.evaluate(() =>
      document.querySelector('footer')?.append(document.querySelector('rv-widget') as Element),
    );
    expect(await own.cards().count()).toBe(3);
    await own.page.evaluate(() => document.querySelector('rv-widget')?.setAttribute('lang', 'de'));
    await own.page.getByText('3 von 14 Bewertungen angezeigt').waitFor();
    await own.page.getByRole('button', { name: 'Mehr anzeigen' }).click();
    await own.page.getByText('6 von 14 Bewertungen angezeigt').waitFor();
    await own.page.evaluate(() => document.querySelector('rv-widget')?.setAttribute('theme', 'dark'));
    await own.page.locator('rv-widget section.dark').waitFor();
  });

  it('draws what a preview hands to it, without asking the service', async () => {
    const made = await own.drawn();
    const data = (await (
      await fetch(`${own.gateway.url}/embed/v1/widgets/${made.key}.json`)
    ).json()) as object;
    own.gateway.forget();
    await own.page.evaluate(
      (given) => {
        const preview = document.createElement('rv-widget');
        Object.assign(preview, { data: given });
        document.querySelector('main')?.replaceChildren(preview);
      },
      { ...data, summary: { ...(data as { summary: object }).summary, label: 'Handed over' } },
    );
    await own.page.getByText('Handed over').waitFor();
    expect(own.gateway.paths.filter((path) => path.includes('.json'))).toEqual([]);
  });

  it('draws every type without complaint, as a list until it has a layout of its own', async () => {
    const made = await Promise.all(
      WIDGET_TYPES.map((type) =>
        own.widget({ source: { require_avatar: false, limit: 2 }, behavior: { lazy: false } }, type),
      ),
    );
    await own.show(made.map(({ embed }) => embed.html).join(''));
    for (const widget of await own.page.locator('[data-rv-widget]').all()) {
      await widget.locator('rv-widget section').waitFor();
    }
    expect(own.complaints).toEqual([]);
    const found = await own.violations();
    // Twelve regions of the same name on one page is what this test does, not what a page does.
    expect(found.filter((violation) => !violation.startsWith('landmark-unique'))).toEqual([]);
  }, 180_000);

  it('draws on the hosted page under the page’s own policy, and reads there without JavaScript', async () => {
    const made = await own.widget({ header: { title: 'Acme Bakery' } });
    await own.page.goto(`${own.gateway.url}/w/${made.key}`);
    await own.page.locator('rv-widget section').waitFor();
    expect(own.complaints).toEqual([]);
    expect(await own.violations()).toEqual([]);
    await own.open({ javaScriptEnabled: false });
    await own.page.goto(`${own.gateway.url}/w/${made.key}`);
    expect(await own.page.getByText('Review number 14.').isVisible()).toBe(true);
    expect(await own.page.locator('article').count()).toBe(10);
  });
});
