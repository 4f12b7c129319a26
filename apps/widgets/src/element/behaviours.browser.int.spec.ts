import { describeInBrowser } from '@plaudit/testing';
import type { Locator } from 'playwright-core';
import { ElementWorld, SUB_ACCOUNT } from './element-world.suite';

describeInBrowser('rv-widget behaviours', () => {
  let element: ElementWorld;
  const button = (name: string): Locator => element.page.getByRole('button', { name, exact: true });
  const focused = (): Promise<string> =>
    element.page.evaluate(() => {
      const inner = document.querySelector('rv-widget')?.shadowRoot?.activeElement;
      return inner?.getAttribute('aria-label') ?? inner?.textContent ?? '';
    });

  beforeAll(async () => {
    element = await ElementWorld.start();
  }, 180_000);
  afterAll(() => element?.close());
  beforeEach(() => element.open({ reducedMotion: 'reduce' }));
  afterEach(() => element.context.close());

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
      }
      expect(steps[0]).toBeGreaterThan(500);
      expect(steps[2]).toBeGreaterThan(steps[1] as number);
      expect(steps[3]).toBe(0);
      expect(await element.page.locator('.dots i').first().getAttribute('class')).toBe('on');
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
      await element.drawn(moving, 'carousel');
      expect(await button('Pause').isVisible()).toBe(true);
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
      await element.drawn(quick, 'popup');
      await element.page.getByText('Guest 14 Miller').waitFor();
      expect(await focused()).toBe('');
      await element.page.getByText('Guest 13 Miller').waitFor();
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
      await element.bumpRev();
      await element.open({ viewport: { width: 320, height: 700 } });
      await element.drawn({ source: { limit: 3 } }, 'grid');
      await element.cards().first().getByText('MH', { exact: true }).waitFor();
      expect(await element.cards().nth(1).getByText('GM', { exact: true }).isVisible()).toBe(true);
      expect(await element.isTooWide()).toBe(false);
    } finally {
      element.reviews.remove(SUB_ACCOUNT, id);
      await element.bumpRev();
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
