import { describeInBrowser, eventually } from '@plaudit/testing';
import sharp from 'sharp';
import { ElementWorld } from './element-world.suite';

const SEO = { json_ld: true, item_type: 'Product', item_name: 'Rye Bread' };

describeInBrowser('the hosted page of a widget', () => {
  let element: ElementWorld;

  beforeAll(async () => {
    element = await ElementWorld.start();
    element.reviews.add(1, { source_id: 3, text: 'From the website.', rating_value: 4 });
  }, 180_000);
  afterAll(() => element?.close());
  afterEach(() => element.context?.close());

  async function visit(path: string): Promise<void> {
    await element.page.goto(`${element.gateway.url}${path}`, { waitUntil: 'load' });
  }

  it.each([
    ['in the light', 1440, 'light', 'list', {}],
    ['in the dark', 1440, 'dark', 'grid', {}],
    ['on a narrow screen', 320, 'light', 'badge', {}],
    ['from right to left on a narrow dark screen', 320, 'dark', 'list', { i18n: { locale: 'ar' } }],
  ] as const)(
    'is readable and accessible without JavaScript %s',
    async (...[, width, colorScheme, type, settings]) => {
      const { key } = await element.widget(settings, type);
      await element.open({ viewport: { width, height: 900 }, colorScheme });
      await element.context.route('**/rv.js', (route) => route.abort());
      await visit(`/w/${key}`);
      expect(await element.page.locator('article').count()).toBeGreaterThanOrEqual(15);
      expect(await element.violations()).toEqual([]);
      const root = element.page.locator('html');
      const overflow = await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(overflow).toBe(0);
    },
  );

  it('is drawn by the element under its own policy, beside structured data', async () => {
    const { key } = await element.widget({ seo: SEO });
    await element.open({});
    await visit(`/w/${key}`);
    await element.page.locator('rv-widget section').waitFor();
    expect(await element.page.locator('script[type="application/ld+json"]').textContent()).toContain(
      'Rye Bread',
    );
    expect(await element.page.locator('h1').textContent()).toBe('Customer reviews');
    expect(element.consoleMessages).toEqual([]);
  });

  it('counts as shown once, although the element requests its data, too', async () => {
    const { id, key } = await element.widget();
    await element.open({});
    await visit(`/w/${key}`);
    await element.page.locator('rv-widget section').waitFor();
    const total = async (): Promise<number> => {
      const response = await fetch(`${element.gateway.url}/public/v1/widgets/views?widgets=${id}`);
      const { items } = (await response.json()) as { items: { total_views: number }[] };
      return items[0]?.total_views ?? 0;
    };
    await eventually(total, (views) => views > 0, 'the view to be stored');
    expect(await total()).toBe(1);
  });

  it('fits the frame that editors make of it', async () => {
    const { key } = await element.widget({}, 'badge');
    const page = encodeURIComponent(`${element.gateway.url}/w/${key}`);
    const found = await fetch(`${element.gateway.url}/embed/v1/oembed?url=${page}`);
    const { html } = (await found.json()) as { html: string };
    await element.open({});
    await element.show(html);
    const frame = element.page.frameLocator('iframe');
    await frame.locator('rv-widget section').waitFor();
    const hidden = await frame
      .locator('html')
      .evaluate((root) => [root.scrollHeight - root.clientHeight, root.scrollWidth - root.clientWidth]);
    expect(hidden).toEqual([0, 0]);
    expect(element.consoleMessages).toEqual([]);
  });

  it('has an image of its rating for mails and one for social networks', async () => {
    const { key } = await element.widget({ i18n: { locale: 'ja' } });
    for (const [query, width, height] of [
      ['', 480, 144],
      ['?size=card', 1200, 630],
    ] as const) {
      const response = await fetch(`${element.gateway.url}/embed/v1/widgets/${key}.png${query}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      const file = Buffer.from(await response.arrayBuffer());
      expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width, height });
      expect(file.length).toBeLessThan(20_000);
      const { channels } = await sharp(file).stats();
      expect(channels.every(({ max, min }) => max > min)).toBe(true);
    }
  });
});
