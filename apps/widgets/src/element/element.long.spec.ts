import { gzipSync } from 'node:zlib';
import { describeInBrowser, eventually, itAtLength, sampleAtLength } from '@plaudit/testing';
import type { Locator, BrowserContextOptions } from 'playwright-core';
import sharp from 'sharp';
import { ElementWorld, SUB_ACCOUNT, withoutInlineCode } from './element-world.suite';
import { WIDGET_TYPES } from '../settings/widget-types';

const SEO = { json_ld: true, item_type: 'Product', item_name: 'Rye Bread' };

const MAX_JSON_GZIP = 7 * 1024;

const MAX_SHIFT = 0.002;

const WATCH_SHIFTS = `<script>window.shift=0;new PerformanceObserver(l=>l.getEntries().forEach(e=>window.shift+=e.value)).observe({type:'layout-shift',buffered:true})</script>`;

describeInBrowser('in a browser', () => {
  let element: ElementWorld;

  beforeAll(async () => {
    element = await ElementWorld.start();
  }, 180_000);
  afterAll(() => element?.close());
  afterEach(() => element.context?.close());

  describe('rv-widget behaviours', () => {
    const button = (name: string): Locator => element.page.getByRole('button', { name, exact: true });
    const focused = (): Promise<string> =>
      element.page.evaluate(() => {
        const inner = document.querySelector('rv-widget')?.shadowRoot?.activeElement;
        return inner?.getAttribute('aria-label') ?? inner?.textContent ?? '';
      });

    beforeEach(() => element.open({ reducedMotion: 'reduce' }));

    describe('carousel', () => {
      const scrolled = (): Promise<number> =>
        element.page.locator('.scroller').evaluate((list) => Math.round(Math.abs(list.scrollLeft)));

      it('moves by pages with its arrows, and from the end to the beginning if it loops', async () => {
        await element.drawn({ layout: { dots: true } }, 'carousel');
        expect(await element.page.locator('.dots i').count()).toBe(4);
        const steps: number[] = [];
        for (let step = 0; step < 4; step++) {
          await button('Next').click();
          steps.push(await scrolled());
          await element.page
            .locator(`.dots i.on:nth-child(${((step + 1) % 4) + 1})`)
            .waitFor({ state: 'attached' });
        }
        expect(steps[0]).toBeGreaterThan(500);
        expect(steps[2]).toBeGreaterThan(steps[1] as number);
        expect(steps[3]).toBe(0);
      });

      it('stops at both ends if it does not loop', async () => {
        await element.drawn({ behavior: { loop: false } }, 'carousel');
        expect(await button('Previous').getAttribute('aria-disabled')).toBe('true');
        for (let step = 0; step < 5; step++) await button('Next').dispatchEvent('click');
        await element.page.locator('.next[aria-disabled=true]').waitFor();
        expect(await button('Previous').getAttribute('aria-disabled')).toBe('false');
      });

      it('moves to the left in a right-to-left language', async () => {
        await element.drawn({ i18n: { locale: 'ar' } }, 'carousel');
        await element.page.locator('.next').click();
        const left = await element.page.locator('.scroller').evaluate((list) => list.scrollLeft);
        expect(left).toBeLessThan(-500);
      });

      it('scrolls with the keyboard', async () => {
        await element.drawn({}, 'carousel');
        await element.page.locator('.scroller').focus();
        await element.page.keyboard.press('ArrowRight');
        await element.page.waitForFunction(() => {
          const list = document.querySelector('rv-widget')?.shadowRoot?.querySelector('.scroller');
          return (list?.scrollLeft ?? 0) > 0;
        });
        expect(await scrolled()).toBeGreaterThan(0);
      });

      it('moves by itself only if the settings say so and motion is allowed, with a visible pause button', async () => {
        const moving = { behavior: { autoplay: true, interval_ms: 1000 } };
        await element.drawn(moving, 'carousel');
        expect(await button('Pause').isVisible()).toBe(false);
        await element.open({});
        await element.page.clock.install();
        await element.drawn(moving, 'carousel');
        expect(await button('Pause').isVisible()).toBe(true);
        await element.page.clock.fastForward(1000);
        await element.page.waitForFunction(() => {
          const list = document.querySelector('rv-widget')?.shadowRoot?.querySelector('.scroller');
          return (list?.scrollLeft ?? 0) > 0;
        });
        await button('Pause').click();
        expect(await button('Play').isVisible()).toBe(true);
      });

      it('hides its arrows if all reviews fit', async () => {
        await element.drawn({ source: { limit: 2 } }, 'carousel');
        expect(await button('Next').isVisible()).toBe(false);
      });
    });

    it('fades from one review of a spotlight to the next', async () => {
      await element.open({});
      await element.drawn({ layout: { transition: 'fade' } }, 'spotlight');
      await button('Next').click();
      await element.page.locator('.dots i:nth-child(2).on').waitFor();
      expect(await element.page.locator('.dots i').count()).toBe(6);
    });

    it('lets a marquee drift until the visitor pauses it, and hides its copies', async () => {
      await element.open({});
      await element.drawn({}, 'marquee');
      const state = (): Promise<string> =>
        element.page.locator('.lane').evaluate((lane) => getComputedStyle(lane).animationPlayState);
      await element.page.mouse.move(5, 5);
      expect(await state()).toBe('running');
      await button('Pause').click();
      expect(await state()).toBe('paused');
      expect(await element.page.locator('.lane > ul:not([inert])').count()).toBe(1);
      expect(await element.page.locator('.lane > ul[inert][aria-hidden=true]').count()).toBeGreaterThan(0);
    });

    it('shows a marquee as a plain scroller under reduced motion', async () => {
      await element.drawn({ layout: { rows: 2 } }, 'marquee');
      expect(await element.page.locator('.lane').count()).toBe(2);
      expect(await element.page.locator('.lane > ul[inert]').count()).toBe(0);
      expect(await button('Pause').isVisible()).toBe(false);
      const name = await element.page
        .locator('.lane')
        .first()
        .evaluate((lane) => getComputedStyle(lane).animationName);
      expect(name).toBe('none');
    });

    it('opens the reviews in a drawer by keyboard, loads more there, and returns the focus', async () => {
      await element.drawn({ source: { limit: 5 }, behavior: { page_size: 5 } }, 'floating');
      await element.page.locator('button.open').focus();
      await element.page.keyboard.press('Enter');
      const dialog = element.page.getByRole('dialog');
      await dialog.locator('article').nth(4).waitFor();
      expect(await element.violations()).toEqual([]);
      await button('Load more').click();
      await dialog.locator('article').nth(9).waitFor();
      await element.page.keyboard.press('Escape');
      expect(await element.page.getByRole('dialog').count()).toBe(0);
      expect(await focused()).toContain('14 reviews');
    });

    it('opens the reviews of a badge in a dialog, though the badge comes without reviews', async () => {
      await element.drawn({ layout: { link: 'dialog' } }, 'badge');
      await element.page.locator('button.open').click();
      await element.page.getByRole('dialog').locator('article').nth(11).waitFor();
      expect(await element.page.getByRole('dialog').getByText('Review number 14.').isVisible()).toBe(true);
    });

    it.each([
      ['hosted_page', /\/w\/w_/],
      ['url', /^https:\/\/shop\.example\/about$/],
    ])('links a badge to its %s', async (link, url) => {
      await element.drawn({ layout: { link, link_url: 'https://shop.example/about' } }, 'badge');
      expect(await element.page.locator('a.badge').getAttribute('href')).toMatch(url);
    });

    it('tells the page which link of a widget was followed', async () => {
      await element.drawn({ layout: { link: 'url', link_url: 'https://shop.example/about' } }, 'badge');
      const told = await element.page.evaluate(() => {
        const clicks: unknown[] = [];
        document.addEventListener('rv-click', (event) => clicks.push((event as CustomEvent).detail));
        const anchor = document.querySelector('rv-widget')?.shadowRoot?.querySelector('a');
        anchor?.addEventListener('click', (event) => event.preventDefault());
        anchor?.click();
        return clicks;
      });
      expect(told).toEqual([{ what: 'badge', url: 'https://shop.example/about' }]);
    });

    describe('popup', () => {
      const quick = { layout: { delay_ms: 0, duration_ms: 1000, gap_ms: 0, max_per_visit: 2 } };

      it('shows one review after the other, takes no focus, and stops after the last one', async () => {
        await element.page.clock.install();
        await element.drawn(quick, 'popup');
        await element.page.getByText('Guest 14 Miller').waitFor();
        expect(await focused()).toBe('');
        await element.page.clock.fastForward(1000);
        await element.page.getByText('Guest 13 Miller').waitFor();
        await element.page.clock.fastForward(1000);
        await element.cards().first().waitFor({ state: 'detached' });
        expect(await element.page.evaluate(() => sessionStorage.length)).toBe(0);
      });

      it('does not come back after the visitor closed it', async () => {
        await element.drawn({ layout: { ...quick.layout, duration_ms: 60_000 } }, 'popup');
        await button('Close').click();
        expect(await element.cards().count()).toBe(0);
        await element.page.reload();
        await element.page.locator('rv-widget section').waitFor({ state: 'attached' });
        expect(await element.page.evaluate(() => Object.keys(sessionStorage))).toEqual([
          expect.stringMatching(/^rv-closed-w_/),
        ]);
      });
    });

    it('shows the photos of all reviews as tiles, and steps through them in the lightbox', async () => {
      await element.drawn({ source: { require_media: false } }, 'media');
      expect(await element.page.locator('.gallery .thumb').count()).toBe(2);
      await button('Open photo 1 of Guest 13 Miller').click();
      await element.page.getByRole('dialog').getByRole('img', { name: 'Guest 13 Miller, 1' }).waitFor();
      await element.page.keyboard.press('ArrowRight');
      await element.page.getByRole('dialog').getByRole('img', { name: 'Guest 13 Miller, 2' }).waitFor();
      expect(await element.page.getByRole('dialog').getByText('Review number 13.').isVisible()).toBe(true);
    });

    it('draws initials in place of a picture that does not load, and of one that is missing', async () => {
      const { id } = element.reviews.add(SUB_ACCOUNT, {
        text: 'No picture.',
        from_name: 'Maximiliane-Theodora von Hohenstein-Waldburg',
        from_image: 'http://127.0.0.1:9/missing.png',
        posted_on: '2026-12-03 00:00:00',
      });
      try {
        await element.open({ viewport: { width: 320, height: 700 } });
        await element.drawn({ source: { limit: 3 } }, 'grid');
        await element.cards().first().getByText('MH', { exact: true }).waitFor();
        expect(await element.cards().nth(1).getByText('GM', { exact: true }).isVisible()).toBe(true);
        expect(await element.isTooWide()).toBe(false);
      } finally {
        element.reviews.remove(SUB_ACCOUNT, id);
      }
    });

    it('packs the cards of a wall without overlap, also after a text was expanded', async () => {
      await element.drawn({ card: { max_lines: 3 } }, 'masonry');
      const overlaps = (): Promise<number> =>
        element.page.locator('article').evaluateAll((cards) => {
          const boxes = cards.map((one) => one.getBoundingClientRect());
          const meet = (a: DOMRect, b: DOMRect): boolean =>
            a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
          return boxes.filter((box, at) => boxes.some((other, to) => to > at && meet(box, other))).length;
        });
      await element.page.waitForFunction(() => {
        const items = document.querySelector('rv-widget')?.shadowRoot?.querySelectorAll('.list > li');
        return [...(items ?? [])].every((item) => (item as HTMLElement).style.gridRowEnd !== '');
      });
      expect(await overlaps()).toBe(0);
      const before = await element.page.locator('.list > li').first().getAttribute('style');
      await button('Read more').first().click();
      await button('Read less').waitFor();
      await element.page.waitForFunction((style) => {
        const item = document.querySelector('rv-widget')?.shadowRoot?.querySelector('.list > li');
        return item?.getAttribute('style') !== style;
      }, before);
      expect(await overlaps()).toBe(0);
    });
  });

  describe('rv-widget element', () => {
    beforeEach(async () => {
      await element.open({});
      element.gateway.forgetRequests();
    });

    it('shows the rating, the distribution and the disclosure', async () => {
      await element.drawn();
      expect(
        await element.page
          .getByRole('img', { name: /^Rated .* out of 5$/ })
          .first()
          .isVisible(),
      ).toBe(true);
      expect(await element.page.getByText('Based on 14 reviews').isVisible()).toBe(true);
      expect(await element.page.locator('rv-widget .distribution li').count()).toBe(5);
      expect(await element.page.getByText('All 14 collected reviews are included.').isVisible()).toBe(true);
    });

    it('loads more reviews by keyboard, and moves the focus to the first new one', async () => {
      await element.drawn();
      await element.page.getByRole('button', { name: 'Load more' }).focus();
      await element.page.keyboard.press('Enter');
      await element.cards().nth(13).waitFor();
      expect(await element.cards().count()).toBe(14);
      const focused = await element.page.evaluate(
        () => document.querySelector('rv-widget')?.shadowRoot?.activeElement?.textContent,
      );
      expect(focused).toContain('Guest 4 Miller');
      expect(await element.page.getByText('Reviews shown: 14 of 14').isVisible()).toBe(true);
      expect(await element.page.getByRole('button', { name: 'Load more' }).isVisible()).toBe(false);
    });

    it('filters by stars from the menu and from the distribution, and keeps both in step', async () => {
      await element.drawn();
      await element.menu('Rating').selectOption('5');
      await element.page.getByText('Reviews shown: 3 of 3').waitFor();
      expect(await element.cards().count()).toBe(3);
      const five = element.page.getByRole('button', { name: /^5 stars/ });
      expect(await five.getAttribute('aria-pressed')).toBe('true');
      await five.click();
      await element.page.getByText('Reviews shown: 10 of 14').waitFor();
      expect(await element.menu('Rating').inputValue()).toBe('');
    });

    it('orders, searches and pages through the results', async () => {
      await element.drawn({ layout: { show_search: true }, behavior: { page_size: 5 } });
      await element.menu('Sort by').selectOption('oldest');
      await element.page.getByText('Reviews shown: 5 of 14').waitFor();
      expect(await element.cards().first().textContent()).toContain('Guest 1 Miller');
      await element.page.getByRole('button', { name: 'Load more' }).click();
      await element.page.getByText('Reviews shown: 10 of 14').waitFor();
      expect(await element.cards().nth(5).textContent()).toContain('Guest 6 Miller');
      // A page would take a letter for a shortcut, because it does not see the field.
      await element.page.evaluate(() =>
        addEventListener('keydown', ({ key }) => (document.title += ` ${key}`)),
      );
      await element.page.getByLabel('Search reviews').press('s');
      await element.page.getByLabel('Search reviews').press('Tab');
      expect(await element.page.title()).toBe('Shop Tab');
      await element.page.getByLabel('Search reviews').fill('number 11');
      await element.page.getByText('Reviews shown: 1 of 1').waitFor();
      await element.page.getByLabel('Search reviews').fill('nothing like this');
      await element.page.getByText('No reviews match the filters.').waitFor();
      expect(await element.cards().count()).toBe(0);
    });

    it('offers the platforms of the channels as a filter', async () => {
      await element.world.admin.query(
        `insert into widgets.channels (id, account_id, sub_account_id, name, label, type, score, rating_scale, reviews, version)
       values (1, 1, $1, 'Acme', 'Apple App Store', 'app_store', 4.5, 5, 200, 1), (2, 1, $1, 'Acme', 'Google', 'google', 4, 5, 100, 1)`,
        [SUB_ACCOUNT],
      );
      try {
        await element.drawn({ layout: { show_platform_filter: true }, header: { show_platforms: true } });
        expect(await element.page.getByText('Based on 300 reviews').isVisible()).toBe(true);
        await element.menu('Platform').selectOption('google');
        await element.page.getByText('No reviews match the filters.').waitFor();
      } finally {
        await element.world.admin.query('delete from widgets.channels');
      }
    });

    it('expands a long review in place to its whole text', async () => {
      await element.drawn();
      const long = element.cards().first();
      const more = long.getByRole('button', { name: 'Read more' });
      expect(await more.getAttribute('aria-expanded')).toBe('false');
      await more.click();
      await long.getByRole('button', { name: 'Read less' }).waitFor();
      const words = await long.locator('.words').evaluate((element) => ({
        height: element.clientHeight,
        all: element.scrollHeight,
        text: element.textContent,
      }));
      expect(words.height).toBe(words.all);
      await long.getByRole('button', { name: 'Read less' }).click();
      await more.waitFor();
      expect(await element.cards().nth(1).getByRole('button', { name: 'Read more' }).isVisible()).toBe(false);
    });

    itAtLength('opens a long review in a dialog if the settings choose that', async () => {
      await element.drawn({ card: { read_more: 'dialog', max_lines: 2 } });
      await element.cards().first().getByRole('button', { name: 'Read more' }).click();
      await element.page.getByRole('dialog').getByText('Review number 14.').waitFor();
      await element.page.keyboard.press('Escape');
      expect(await element.page.getByRole('dialog').count()).toBe(0);
    });

    it('shows images in a lightbox that Escape closes, and returns the focus to the thumbnail', async () => {
      await element.drawn();
      const thumb = element.page.getByRole('button', { name: 'Open photo 1 of Guest 13 Miller' });
      await thumb.focus();
      await element.page.keyboard.press('Enter');
      const large = element.page.getByRole('dialog').locator('.stage img');
      await large.waitFor();
      const first = await large.getAttribute('src');
      expect(first).toContain(`${element.gateway.url}/embed/v1/img/`);
      await element.page.getByRole('button', { name: 'Next' }).click();
      expect(await large.getAttribute('src')).not.toBe(first);
      expect(await element.violations()).toEqual([]);
      await element.page.keyboard.press('Escape');
      expect(await element.page.getByRole('dialog').count()).toBe(0);
      const focused = await element.page.evaluate(() =>
        document.querySelector('rv-widget')?.shadowRoot?.activeElement?.getAttribute('aria-label'),
      );
      expect(focused).toBe('Open photo 1 of Guest 13 Miller');
    });

    it('shows HTML in a review as text', async () => {
      const hostile = '<img src=x onerror=document.title="owned"> </script><b>bold</b> \u202eright to left';
      const { id } = element.reviews.add(SUB_ACCOUNT, {
        text: hostile,
        from_name: hostile,
        posted_on: '2026-12-01 00:00:00',
        post_url: 'javascript:alert(1)',
      });
      try {
        await element.drawn();
        expect(await element.cards().first().locator('.words').textContent()).toBe(hostile);
        expect(await element.page.title()).toBe('Shop');
        expect(await element.cards().first().locator('a').count()).toBe(0);
      } finally {
        element.reviews.remove(SUB_ACCOUNT, id);
      }
    });

    it('shows a newly approved review after a reload, and revalidates its data by ETag', async () => {
      await element.drawn();
      const { id } = element.reviews.add(SUB_ACCOUNT, {
        text: 'Just approved.',
        posted_on: '2026-12-02 00:00:00',
      });
      try {
        await element.page.reload();
        await element.page.getByText('Just approved.').waitFor();
      } finally {
        element.reviews.remove(SUB_ACCOUNT, id);
      }
      await element.page.reload();
      await element.cards().first().waitFor();
      const again = element.page.waitForResponse((response) => response.url().includes('.json'));
      await element.page.reload();
      await element.cards().first().waitFor();
      expect(await (await again).headerValue('etag')).toMatch(/^"1-\d+-en"$/);
      expect(await element.page.getByText('Just approved.').count()).toBe(0);
    });

    it('tells that there are no reviews if the settings show an empty widget', async () => {
      await element.drawn({ source: { min_rating: 5, ratings: [1] }, behavior: { hide_when_empty: false } });
      expect(await element.page.getByText('There are no reviews yet.').isVisible()).toBe(true);
      expect(await element.page.getByText('No reviews match the filters.').count()).toBe(0);
    });

    it('dispatches events to the page', async () => {
      const widget = await element.widget();
      const head = `<script>window.events=[];for(const name of ['rv-ready','rv-click','rv-error'])addEventListener(name,e=>events.push([name,e.detail]))</script>`;
      await element.show(widget.embed.html, { head });
      await element.cards().first().waitFor();
      // Routed for the whole context, because the link opens a new page.
      await element.context.route('https://platform.example/**', (route) => route.abort());
      const popup = element.context.waitForEvent('page');
      await element
        .cards()
        .first()
        .getByRole('link', { name: /View on/ })
        .click();
      await popup;
      const events = await element.page.evaluate(() => (window as unknown as { events: unknown[] }).events);
      expect(events).toEqual([
        ['rv-ready', { key: widget.key, reviews: 10 }],
        ['rv-click', { what: 'source', url: 'https://platform.example/r/14' }],
      ]);
    });

    it('shows no animation to visitors who prefer reduced motion', async () => {
      await element.open({ reducedMotion: 'reduce' });
      await element.drawn();
      const animation = await element.page
        .locator('rv-widget .list > li')
        .first()
        .evaluate((item) => getComputedStyle(item).animationName);
      expect(animation).toBe('none');
    });
  });

  describe('rv-widget on a host page', () => {
    beforeEach(async () => {
      await element.open({});
      element.gateway.forgetRequests();
    });

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

    it.each(
      sampleAtLength<[string, object, BrowserContextOptions]>(
        [
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
          [
            'right-to-left text',
            { i18n: { direction: 'rtl' }, header: { title: 'آراء', show_platforms: true } },
            {},
          ],
          ['automatic theme on a dark system', { style: { theme: 'auto' } }, { colorScheme: 'dark' }],
          [
            'narrow screen',
            { header: { title: 'What guests say', subtitle: 'In their words' } },
            { viewport: { width: 320, height: 700 } },
          ],
        ],
        3,
      ),
    )('has no accessibility violations and no sideways scrolling: %s', async (_name, settings, options) => {
      await element.open(options);
      await element.drawn(settings);
      expect(await element.violations()).toEqual([]);
      const sideways = await element.page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(sideways).toBe(false);
    });

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
      await element.page.waitForFunction(() => !document.querySelector('[data-rv-widget] [style*=padding]'));
      expect(await element.page.getByRole('link', { name: 'Customer reviews' }).isVisible()).toBe(true);
      expect(await top()).toBeLessThan(200);
      await element.page.route('**/w.js', (route) => route.abort());
      await element.show(`${widget.embed.html}<p>Below</p>`);
      await element.page.waitForFunction(
        () => !document.querySelector<HTMLElement>('[data-rv-widget] > div')?.style.cssText,
      );
      expect(await top()).toBeLessThan(200);
    });

    it('draws every snippet once if the script is on the page three times, and a new one after rv.scan()', async () => {
      // The second one is too far below the screen for a lazy widget.
      const widget = await element.widget({ behavior: { lazy: false } });
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
      await element.page.getByText('Angezeigte Bewertungen: 3 von 14').waitFor();
      await element.page.getByRole('button', { name: 'Mehr anzeigen' }).click();
      await element.page.getByText('Angezeigte Bewertungen: 6 von 14').waitFor();
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

  describe('the hosted page of a widget', () => {
    let ownReview: number;

    beforeAll(async () => {
      ownReview = element.reviews.add(SUB_ACCOUNT, {
        source_id: 3,
        text: 'From the website.',
        rating_value: 4,
      }).id;
    });
    afterAll(async () => {
      element.reviews.remove(SUB_ACCOUNT, ownReview);
    });

    async function visit(path: string): Promise<void> {
      await element.page.goto(`${element.gateway.url}${path}`, { waitUntil: 'load' });
    }

    it.each(
      sampleAtLength(
        [
          ['in the light', 1440, 'light', 'list', {}],
          ['in the dark', 1440, 'dark', 'grid', {}],
          ['on a narrow screen', 320, 'light', 'badge', {}],
          ['from right to left on a narrow dark screen', 320, 'dark', 'list', { i18n: { locale: 'ar' } }],
        ] as const,
        3,
      ),
    )(
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

  describe('rv-widget, two of each type on a page', () => {
    beforeEach(async () => {
      await element.open({});
      element.gateway.forgetRequests();
    });

    it.each(
      sampleAtLength<[string, object, BrowserContextOptions]>(
        [
          ['light', {}, {}],
          ['automatic on a dark system', { style: { theme: 'auto' } }, { colorScheme: 'dark' }],
          ['soft', { style: { theme: 'soft' } }, {}],
          ['in Arabic, 320 px wide', { i18n: { locale: 'ar' } }, { viewport: { width: 320, height: 700 } }],
        ],
        3,
      ),
    )(
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
      const classes = await sections.evaluateAll((all) =>
        all.map(({ className }) => className.split(' ')[1]),
      );
      expect(classes).toEqual(WIDGET_TYPES.flatMap((type) => [`t-${type}`, `t-${type}`]));
      expect(element.gateway.paths.filter((path) => path.endsWith('/w.js'))).toHaveLength(1);
      expect(element.gateway.paths.filter((path) => path.includes('.json'))).toHaveLength(
        2 * WIDGET_TYPES.length,
      );
    });

    it.each(sampleAtLength(WIDGET_TYPES, 3))('causes no layout shift when a %s is drawn', async (type) => {
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

    itAtLength('keeps its style on a page whose rules reach for everything', async () => {
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

  describe('the data of a widget', () => {
    it.each(WIDGET_TYPES)(
      'sends at most 7 KB of compressed data for twelve reviews of a %s',
      async (type) => {
        const source = { require_avatar: false, require_media: false, limit: 12 };
        const { key } = await element.widget({ source }, type);
        const body = await (await fetch(`${element.gateway.url}/embed/v1/widgets/${key}.json`)).text();
        expect((JSON.parse(body) as { reviews: object[] }).reviews).toHaveLength(12);
        expect(gzipSync(body, { level: 9 }).length).toBeLessThanOrEqual(MAX_JSON_GZIP);
      },
    );
  });
});
