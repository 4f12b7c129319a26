import { platformMarkPath } from '@plaudit/contracts/platform-marks';
import { describeInBrowser } from '@plaudit/testing';
import { ElementWorld, SUB_ACCOUNT, withoutInlineCode } from './element-world.suite';

const GOOGLE = { platform: 'google_maps', label: 'Google Maps' };
/** The owner of this mark is known to object, so letters stand for it. */
const TRIPADVISOR = { platform: 'tripadvisor', label: 'Tripadvisor' };

describeInBrowser('the marks of platforms', () => {
  let element: ElementWorld;

  beforeAll(async () => {
    element = await ElementWorld.start();
    for (const [id, { platform, label }] of [GOOGLE, TRIPADVISOR].entries()) {
      await element.world.admin.query(
        `insert into widgets.channels (id, account_id, sub_account_id, name, label, type, score, rating_scale, reviews, version)
         values ($1, 1, $2, 'Acme', $3, $4, 4.5, 5, 1234567, 1)`,
        [id + 1, SUB_ACCOUNT, label, platform],
      );
      element.reviews.add(SUB_ACCOUNT, {
        platform,
        type: platform,
        label,
        from_name: `Guest of ${label}`,
        posted_on: `2026-04-0${id + 1} 10:00:00`,
        rating_value: 5,
      });
    }
  });
  afterAll(() => element.close());

  /** Opens a page with a strict policy and every type that shows platforms. */
  async function open(theme: string): Promise<void> {
    const settings = { style: { theme }, behavior: { lazy: false } };
    const header = { show: true, show_platforms: true };
    const widgets = [
      await element.widget({ ...settings, header, source: { limit: 2 } }, 'list'),
      await element.widget({ ...settings, layout: { show_platform_logos: true } }, 'badge'),
      await element.widget({ ...settings, layout: { show_per_platform: true } }, 'summary'),
    ];
    const body = widgets.map(({ embed }) => withoutInlineCode(embed.html)).join('\n');
    await element.show(body, { policy: element.strictPolicy() });
    await element.page.waitForFunction(
      (count) =>
        document.querySelectorAll('rv-widget').length === count &&
        [...document.querySelectorAll('rv-widget')].every(({ shadowRoot }) =>
          shadowRoot?.querySelector('.logo'),
        ),
      widgets.length,
    );
  }

  /** Where marks and letters are drawn, with what stands there. */
  function drawn(): Promise<[place: string, sign: string][]> {
    return element.page.evaluate(() =>
      [...document.querySelectorAll('rv-widget')].flatMap(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll('.logo, .mono') ?? [])].map((sign): [string, string] => [
          sign.closest('article, .sources, .monos, .header')?.className ?? '',
          `${sign.getAttribute('aria-hidden')} ${sign.getAttribute('data-mark') ?? sign.firstElementChild?.getAttribute('d')}`,
        ]),
      ),
    );
  }

  it('are drawn in cards, headers, badges and summaries under a strict policy, and letters for platforms without one', async () => {
    await element.open({});
    await open('light');
    const google = `true ${platformMarkPath('google_maps')}`;
    const places = ['header', 'card start', 'card start', 'monos', 'sources'];
    const signs = await drawn();
    expect(new Set(signs.map(([place]) => place))).toEqual(new Set(places));
    for (const place of places) {
      const there = signs.filter(([where]) => where === place).map(([, sign]) => sign);
      expect([place, there.sort()]).toEqual([place, ['true T', google].sort()]);
    }
    expect(element.consoleMessages).toEqual([]);
    expect(await element.violations()).toEqual([]);
  });

  it.each(['light', 'dark'])(
    'have the colour of the text in the theme %s and in forced colours, and the number and the score beside them in a summary',
    async (theme) => {
      await element.open({});
      await open(theme);
      const rows = await element.page
        .locator('.sources li')
        .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(rows).toEqual([40, 40]);
      for (const forcedColors of ['none', 'active'] as const) {
        await element.page.emulateMedia({ forcedColors });
        const colours = await element.page.evaluate(() =>
          [...document.querySelectorAll('rv-widget')].flatMap(({ shadowRoot }) =>
            [...(shadowRoot?.querySelectorAll('.logo') ?? [])].map((logo) => [
              getComputedStyle(logo).fill === getComputedStyle(logo.parentElement as Element).color,
              logo.getBoundingClientRect().width,
            ]),
          ),
        );
        expect([forcedColors, new Set(colours.map(String))]).toEqual([forcedColors, new Set(['true,16'])]);
      }
    },
  );

  it('stand on the hosted page for visitors without JavaScript', async () => {
    await element.open({ javaScriptEnabled: false });
    const { key } = await element.widget();
    await element.page.goto(`${element.gateway.url}/w/${key}`);
    const article = element.page.locator('article', { hasText: 'Guest of Google Maps' });
    expect(await article.locator('.logo path').getAttribute('d')).toBe(platformMarkPath('google_maps'));
    expect(
      await element.page.locator('article', { hasText: 'Guest of Tripadvisor' }).locator('.mark').innerText(),
    ).toBe('T');
  });
});
