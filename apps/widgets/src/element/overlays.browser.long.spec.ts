import { atLength, describeInBrowser, eventually } from '@plaudit/testing';
import type { Locator } from 'playwright-core';
import type { WidgetType } from '../settings/widget-types';
import { ElementWorld } from './element-world.suite';

/** Each of them moves, clips or covers a fixed box in it. */
const ANCESTORS = [
  'transform:translateZ(0)',
  'filter:grayscale(0.1)',
  'backdrop-filter:blur(1px)',
  'perspective:500px',
  'will-change:transform',
  'contain:paint',
  'contain:layout',
  'contain:strict',
  'container-type:inline-size',
  'overflow:hidden;height:0',
  'overflow:clip;width:0',
  'opacity:0.1',
  'clip-path:inset(50%)',
  'position:relative;z-index:-1',
  'isolation:isolate;position:relative;z-index:0',
  'content-visibility:auto',
];

const SCREENS = [
  { width: 1100, height: 900 },
  { width: 380, height: 640 },
  { width: 640, height: 380 },
];

const TALL = '<div id="tall" style="height:3000px"></div>';
const POPUP = { delay_ms: 0, duration_ms: 120_000, hide_on_mobile: false };

/** A widget that opens a dialog: its type, settings, and what a visitor clicks. */
interface Opener {
  name: string;
  type: WidgetType;
  settings: object;
  control: string;
}

const OPENERS: readonly Opener[] = [
  { name: 'the drawer of a pill', type: 'floating', settings: {}, control: '.open' },
  { name: 'the sheet of a badge', type: 'badge', settings: { layout: { link: 'dialog' } }, control: '.open' },
  {
    name: 'the whole text of a review',
    type: 'list',
    settings: { card: { read_more: 'dialog', max_lines: 2 } },
    control: '.more',
  },
  { name: 'a photo', type: 'media', settings: { source: { require_media: false } }, control: '.thumb' },
];

describeInBrowser('what lies over a host page', () => {
  let element: ElementWorld;

  beforeAll(async () => {
    element = await ElementWorld.start();
  }, 180_000);
  afterAll(() => element?.close());
  beforeEach(() => element.open({}));

  const root = (): Locator => element.page.locator('rv-widget section').first();
  const dialog = (): Locator => element.page.getByRole('dialog').last();

  /** Returns the snippet of a widget that is drawn at once. */
  async function snippet(type: WidgetType, settings: object = {}): Promise<string> {
    const { embed } = await element.widget({ behavior: { lazy: false }, ...settings }, type);
    return embed.html;
  }

  async function show(
    type: WidgetType,
    settings: object = {},
    around = (html: string) => html,
  ): Promise<void> {
    await element.show(`${around(await snippet(type, settings))}${TALL}`);
    await root().waitFor({ state: 'attached' });
  }

  /** Returns the distances of each widget from the right and the lower edge of the screen. */
  function corners(): Promise<number[][]> {
    return element.page.locator('rv-widget section').evaluateAll((all) =>
      all.map((one) => {
        const { right, bottom } = one.getBoundingClientRect();
        return [innerWidth - right, innerHeight - bottom].map(Math.round);
      }),
    );
  }

  /** True if a click in the middle of the control reaches it. */
  function isOnTop(control: Locator): Promise<boolean> {
    return control.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const hit = (one.getRootNode() as ShadowRoot).elementFromPoint(x + width / 2, y + height / 2);
      return one.contains(hit);
    });
  }

  /** Returns the overflow of the root and of the body, one of which decides about the window. */
  function overflows(): Promise<string[]> {
    return element.page.evaluate(() =>
      [document.documentElement, document.body].map((one) => getComputedStyle(one).overflow),
    );
  }

  describe('a widget in a corner of the screen', () => {
    it.each(atLength<WidgetType[]>({ short: ['floating'], long: ['floating', 'popup'] }))(
      'stays there, whole and on top, whatever its ancestors do: %s',
      async (type) => {
        const html = await snippet(type, {
          layout: type === 'popup' ? { ...POPUP, position: 'bottom-right' } : {},
        });
        const [place, script] = html.split('\n') as [string, string];
        const places = ANCESTORS.map((style) => `<div style="${style}">${place}</div>`);
        await element.show(`${places.join('')}${TALL}${script}`);
        await element.page.waitForFunction(
          (count) =>
            [...document.querySelectorAll('rv-widget')].filter(
              ({ shadowRoot }) => (shadowRoot?.querySelector('.pill, article')?.clientHeight ?? 0) > 40,
            ).length === count,
          places.length,
        );
        await element.page.mouse.wheel(0, 700);
        await element.page.waitForFunction(() => scrollY > 0);
        expect(await corners()).toEqual(places.map(() => [20, 20]));
        // What moves comes out on top of those with the same corner.
        const covered: string[] = [];
        for (const [at, style] of ANCESTORS.entries()) {
          const widget = element.page.locator('rv-widget').first();
          await widget.evaluate((one) => document.body.append(one.closest('div[style]') as Element));
          const control = element.page.locator('rv-widget').last().locator('.pill, article').first();
          if (!(await isOnTop(control))) covered.push(`${at} ${style}`);
        }
        expect(covered).toEqual([]);
      },
    );

    it('takes no focus, and stays when the page opens a popover or Escape is pressed', async () => {
      await element.show(
        `<input aria-label="Name" autofocus><div popover id="menu">Menu</div>${await snippet('floating')}${await snippet('popup', { layout: POPUP })}`,
      );
      await element.cards().first().waitFor();
      expect(await element.page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
      await element.page.locator('#menu').evaluate((menu) => (menu as HTMLElement).showPopover());
      await element.page.keyboard.press('Escape');
      expect(await element.page.locator('#menu').isVisible()).toBe(false);
      expect(await isOnTop(element.page.locator('.pill'))).toBe(true);
      expect(await isOnTop(element.cards().first())).toBe(true);
      await element.page.keyboard.press('Tab');
      const focused = await element.page.evaluate(
        () => document.activeElement?.shadowRoot?.activeElement?.className,
      );
      expect(focused).toBe('pill open');
      expect(await element.violations()).toEqual([]);
    });

    it('lies behind a modal dialog of the page', async () => {
      await show('floating', {}, (html) => `<dialog>Your basket</dialog>${html}`);
      const modal = element.page.locator('dialog').first();
      await modal.evaluate((one) => (one as HTMLDialogElement).showModal());
      const pill = element.page.locator('.pill');
      expect(await isOnTop(pill)).toBe(false);
      await modal.evaluate((one) => (one as HTMLDialogElement).close());
      expect(await isOnTop(pill)).toBe(true);
    });

    it('stands in the layer of its settings, if they name one, and then in the page', async () => {
      const cover = '<div style="position:fixed;inset:0;z-index:6"></div>';
      await show('floating', { layout: { z_index: 5 } }, (html) => html + cover);
      expect(await isOnTop(element.page.locator('.pill'))).toBe(false);
      expect(await corners()).toEqual([[20, 20]]);
    });

    it('keeps its corner and its layer when it is moved in the page', async () => {
      await show('floating', {}, (html) => `<div style="transform:none">${html}</div>`);
      await element.page.locator('rv-widget').evaluate((widget) => {
        const place = document.createElement('div');
        place.style.cssText = 'transform:scale(0.5);overflow:hidden;height:9px';
        document.body.append(place);
        place.append(widget);
      });
      expect(await corners()).toEqual([[20, 20]]);
      expect(await isOnTop(element.page.locator('.pill'))).toBe(true);
    });

    it('is fixed in browsers without popovers', async () => {
      await element.page.addInitScript(
        'delete HTMLElement.prototype.togglePopover; delete HTMLElement.prototype.showPopover',
      );
      await show('floating');
      expect(await corners()).toEqual([[20, 20]]);
      expect(await isOnTop(element.page.locator('.pill'))).toBe(true);
    });

    it('is hidden on small screens if its settings say so, and is gone when it is removed', async () => {
      await element.page.setViewportSize({ width: 380, height: 640 });
      await show('floating', { layout: { hide_on_mobile: true } });
      expect(await element.page.locator('.pill').isVisible()).toBe(false);
      await element.page.setViewportSize({ width: 1100, height: 900 });
      expect(await element.page.locator('.pill').isVisible()).toBe(true);
      await element.page
        .locator('rv-widget')
        .evaluate((widget) => widget.closest('[data-rv-widget]')?.remove());
      expect(await element.page.locator(':popover-open').count()).toBe(0);
    });
  });

  describe('a dialog', () => {
    /** In the short form each dialog is on one screen, so that each screen has one. */
    function screensOf(opener: Opener): typeof SCREENS {
      const at = OPENERS.indexOf(opener) % SCREENS.length;
      return atLength({ short: SCREENS.slice(at, at + 1), long: SCREENS });
    }

    async function opened({ type, settings, control }: Opener): Promise<void> {
      await show(type, settings, (html) => `<div style="transform:scale(0.9);overflow:hidden">${html}</div>`);
      await element.page.locator(control).first().click();
      await dialog().locator('article').first().waitFor();
      await dialog().evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
    }

    it.each(OPENERS)(
      'keeps its button to close in sight, and the page behind still, on each screen: $name',
      async (opener) => {
        for (const screen of screensOf(opener)) {
          await element.page.setViewportSize(screen);
          await opened(opener);
          // Pages with a smooth scroll move themselves, whatever lies under the pointer.
          await element.page.evaluate(() =>
            addEventListener('wheel', ({ deltaY }) => scrollBy(0, deltaY), { passive: true }),
          );
          const close = dialog().getByRole('button', { name: 'Close', exact: true });
          expect(await isOnTop(close)).toBe(true);
          await dialog().evaluate((one) => one.scrollTo(0, one.scrollHeight));
          expect(await isOnTop(close)).toBe(true);
          const { x, y, width, height } = await dialog().evaluate((one) => one.getBoundingClientRect());
          expect([x >= 0, y >= 0, x + width <= screen.width, y + height <= screen.height]).not.toContain(
            false,
          );
          expect(await dialog().evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
          const before = await element.page.evaluate(() => scrollY);
          for (const at of [
            { x: 2, y: 2 },
            { x: x + width / 2, y: y + height / 2 },
          ]) {
            await element.page.mouse.move(at.x, at.y);
            await element.page.mouse.wheel(0, 500);
          }
          await element.page.keyboard.press('End');
          // Both would have scrolled within a frame.
          await element.page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
          expect(await element.page.evaluate(() => scrollY)).toBe(before);
          await close.click();
          expect(await element.page.getByRole('dialog').count()).toBe(0);
          await eventually(overflows, (now) => now.join() === 'visible,visible', 'the page to scroll again');
        }
      },
      120_000,
    );

    it('is as wide as a phone or 440 px if it is a drawer, at the side of its pill', async () => {
      for (const [width, expected] of [
        [1100, 440],
        [380, 380],
      ] as const) {
        await element.page.setViewportSize({ width, height: 640 });
        await opened(OPENERS[0] as Opener);
        await eventually(
          () =>
            dialog().evaluate((one) => [
              one.getBoundingClientRect().right,
              one.clientWidth,
              one.clientHeight,
            ]),
          (box) => box.join() === [width, expected, 640].join(),
          'the drawer to stand at the side',
        );
      }
    });

    it('puts back the overflow that the page had, also if it is drawn again or another dialog opens from it', async () => {
      await show('floating');
      await element.page.evaluate(() => {
        document.documentElement.style.overflowY = 'scroll';
        document.body.style.overflowX = 'hidden';
      });
      const own = await overflows();
      await element.page.locator('.open').click();
      expect(await overflows()).not.toEqual(own);
      await dialog().locator('.thumb').first().click();
      await element.page.locator('.lightbox').waitFor();
      await element.page.keyboard.press('Escape');
      expect(await overflows()).not.toEqual(own);
      await element.page.locator('rv-widget').evaluate((widget) => widget.setAttribute('theme', 'dark'));
      await eventually(overflows, (now) => now.join() === own.join(), 'the page to scroll again');
    });

    it('lets the page scroll again if it is removed with its widget', async () => {
      await opened(OPENERS[1] as Opener);
      await element.page
        .locator('rv-widget')
        .evaluate((widget) => widget.closest('[data-rv-widget]')?.remove());
      await eventually(overflows, (now) => now.join() === 'visible,visible', 'the page to scroll again');
    });

    it('keeps the place on a page whose body scrolls for the window', async () => {
      const head = '<style>html,body{height:100%}body{overflow:auto}</style>';
      await element.show(`${TALL}${await snippet('badge', { layout: { link: 'dialog' } })}${TALL}`, { head });
      await element.page.locator('.open').scrollIntoViewIfNeeded();
      const before = await element.page.evaluate(() => scrollY);
      await element.page.locator('.open').click();
      await dialog().locator('article').first().waitFor();
      expect([before > 1000, await element.page.evaluate(() => scrollY)]).toEqual([true, before]);
    });

    it('closes by Escape and by its backdrop but not by its head, and returns the focus', async () => {
      await opened(OPENERS[1] as Opener);
      await element.page.locator('.head').click({ position: { x: 5, y: 5 } });
      expect(await element.page.getByRole('dialog').count()).toBe(1);
      await element.page.mouse.click(5, 5);
      expect(await element.page.getByRole('dialog').count()).toBe(0);
      await element.page.keyboard.press('Enter');
      await dialog().locator('article').first().waitFor();
      await element.page.keyboard.press('Escape');
      expect(await element.page.getByRole('dialog').count()).toBe(0);
      const focused = await element.page.evaluate(
        () => document.activeElement?.shadowRoot?.activeElement?.className,
      );
      expect(focused).toContain('open');
    });

    it.each(atLength({ short: ['he'], long: ['en', 'he'] }))(
      'wraps a long title beside its button: %s',
      async (locale) => {
        const title = 'What the guests of our three bakeries in Upper Lusatia say about bread and people';
        await element.open({ viewport: { width: 380, height: 640 } });
        await show('floating', { header: { title }, i18n: { locale }, style: { theme: 'dark' } });
        await element.page.locator('.open').click();
        const [heading, close] = await Promise.all(
          [dialog().locator('h2'), dialog().locator('.close')].map((one) =>
            one.evaluate((box) => box.getBoundingClientRect()),
          ),
        );
        const gap = locale === 'he' ? heading!.left - close!.right : close!.left - heading!.right;
        expect(gap).toBeGreaterThanOrEqual(0);
        expect(heading!.height).toBeGreaterThan(40);
        expect(await element.violations()).toEqual([]);
      },
    );
  });

  it('scrolls under a finger, and the page behind does not', async () => {
    await element.open({ viewport: { width: 380, height: 640 }, isMobile: true, hasTouch: true });
    await show('badge', { layout: { link: 'dialog' } });
    await element.page.locator('.open').tap();
    await dialog().locator('article').nth(9).waitFor();
    const devtools = await element.context.newCDPSession(element.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number): Promise<unknown> =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: 190, y }],
      });
    const swipe = async (): Promise<number> => {
      await touch('touchStart', 500);
      for (let y = 480; y >= 240; y -= 20) await touch('touchMove', y);
      await touch('touchEnd');
      return dialog().evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
    };
    await eventually(swipe, (left) => left < 1, 'the end of the dialog');
    await swipe();
    expect(await element.page.evaluate(() => scrollY)).toBe(0);
  });

  it('has fields that phones do not zoom into', async () => {
    await element.open({ viewport: { width: 380, height: 640 }, isMobile: true, hasTouch: true });
    await element.drawn({ style: { font_size: 12 }, layout: { show_search: true } });
    const sizes = await element.page
      .locator('rv-widget :is(input, select)')
      .evaluateAll((all) => all.map((field) => parseFloat(getComputedStyle(field).fontSize)));
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  });

  describe('on paper', () => {
    /** Types that show reviews in the page, not in a dialog. */
    const WITH_CARDS = ['carousel', 'spotlight', 'grid', 'masonry', 'list', 'marquee'];

    it('all loaded reviews follow each other whole, in dark letters, without controls or anything over them', async () => {
      await element.open({ viewport: { width: 800, height: 900 } });
      await element.showAllTypes({ style: { theme: 'dark', text_color: '#ffffff' }, card: { max_lines: 2 } });
      await element.page.locator('.pill').first().waitFor();
      await element.page.emulateMedia({ media: 'print' });
      for (const type of WITH_CARDS) {
        const found = element.page.locator(`.t-${type}`).first().locator('article:visible');
        const cards = await found.evaluateAll((all) =>
          all.map((one) => {
            const words = one.querySelector('.words') as HTMLElement;
            const { top, bottom, left, right } = one.getBoundingClientRect();
            const { color } = getComputedStyle(words);
            const { breakInside: inside } = getComputedStyle(one.closest('li') as HTMLElement);
            return { top, bottom, left, right, cut: words.scrollHeight - words.clientHeight, color, inside };
          }),
        );
        expect([type, cards.length]).toEqual([type, 6]);
        let end = 0;
        for (const { top, bottom, left, right, cut, color, inside } of cards) {
          expect([top >= end, left >= 0, right <= 800, cut, color, inside]).toEqual([
            true,
            true,
            true,
            0,
            'rgb(22, 25, 31)',
            'avoid',
          ]);
          end = bottom;
        }
      }
      const controls = await element.page
        .locator(':is(.pill, dialog, .tools, .icon, .load, .more, .dots, .t-popup article):visible')
        .count();
      expect(controls).toBe(0);
      const moving = await element.page.evaluate(
        () =>
          [...document.querySelectorAll('rv-widget')].flatMap(
            ({ shadowRoot }) => shadowRoot?.getAnimations() ?? [],
          ).length,
      );
      expect(moving).toBe(0);
      expect(await element.isTooWide()).toBe(false);
    });
  });
});
