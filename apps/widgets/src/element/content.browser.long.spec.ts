import type { ReviewPayload } from '@plaudit/contracts';
import {
  atLength,
  describeInBrowser,
  eventually,
  type FixtureServer,
  startFixtureServer,
} from '@plaudit/testing';
import sharp from 'sharp';
import type { PublicWidget } from '../public-json/public-widget';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { ElementWorld, SUB_ACCOUNT, type Widget } from './element-world.suite';

const WIDTHS = atLength({ short: [280, 1100], long: [280, 320, 380, 560, 700, 1100] });

const WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(2);
const LINK = `https://shop.example/${'a-path-without-an-end/'.repeat(6)}?q=${'x'.repeat(60)}`;

/** What people write and no line breaks at. Some scripts have no spaces, and some letters have no width. */
const TEXTS: readonly Partial<ReviewPayload>[] = [
  {
    from_name: WORD,
    text: 'x'.repeat(10_000),
    label: WORD,
    post_url: LINK,
    reply: { text: LINK, posted_on: null },
  },
  { from_name: 'Somchai', text: 'อาหารเช้าอร่อยมากและพนักงานเป็นมิตร'.repeat(12) },
  { from_name: '田中さくら', text: '朝食がとても美味しかったです。'.repeat(20) },
  { from_name: 'ليلى الحداد', text: `ورشة رائعة ${LINK} وصبر كبير مع المبتدئين`, label: 'متجر' },
  { from_name: '🍕'.repeat(60), text: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(80) },
  { from_name: '\u200b\u2060', text: '\u200b'.repeat(500) },
  { from_name: `A${'\u200d'.repeat(50)}`, text: `${'W'.repeat(300)}\n\n\n${'-'.repeat(300)}` },
];

/** Does what these libraries do: the functions that they replace know less than those of the browser. */
const OLD_LIBRARY = `
  Array.from = (list) => { const all = []; for (let at = 0; at < (list.length || 0); at++) all[at] = list[at]; return all; };
  HTMLElement.prototype.remove = function () { return this.parentNode.removeChild(this); };
  Array.prototype.each = Array.prototype.forEach;
  Array.prototype.toJSON = function () { return '[' + this.join() + ']'; };`;

const WORDY = {
  header: {
    show: true,
    title: WORD,
    subtitle: LINK,
    show_platforms: true,
    cta_show: true,
    cta_label: 'W'.repeat(80),
    cta_url: LINK,
  },
  card: { show_reply: true, max_lines: 3 },
  legal: { show_disclosure: true, disclosure_text: `${WORD} ${LINK}`, disclosure_url: LINK },
  i18n: {
    strings: { load_more: WORD, all_ratings: WORD, filter_rating: WORD, search: WORD, read_more: WORD },
  },
  behavior: { lazy: false, autoplay: true },
};

/** The settings that a type needs to show most of its parts. */
const LAYOUTS: Readonly<Partial<Record<WidgetType, object>>> = {
  list: { show_search: true, show_platform_filter: true },
  popup: { delay_ms: 0, hide_on_mobile: false },
  summary: { show_per_platform: true },
  avatars: { max_faces: 12, face_size: 64, text: WORD },
  badge: { link: 'dialog' },
  marquee: { rows: 2 },
};

/**
 * Runs in the page. Returns the texts that leave the box that they belong to, and the parts that are wider than the widget. What
 * scrolls or is cut with an ellipsis is left out.
 */
function overflowing(): string[] {
  const widgets = [...document.querySelectorAll('rv-widget')];
  return widgets.flatMap((widget) => {
    const root = widget.shadowRoot?.querySelector('section') as HTMLElement;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement as HTMLElement;
      if (parent.closest('select, .caption')) continue;
      const within = parent.closest('.card, .dialog, .button, .box, .pill, .empty') ?? root;
      const box = within.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, width } of range.getClientRects()) {
        if (width === 0 || (left >= box.left - 1 && right <= box.right + 1)) continue;
        found.push(
          `${root.className}: ${parent.localName}.${parent.className} ${left}-${right} in ${box.left}-${box.right}`,
        );
        break;
      }
    }
    const outer = root.getBoundingClientRect();
    for (const part of root.querySelectorAll(
      '.card, .header, .tools, .field, .overview, .sources, .foot, .faces, .box, .media',
    )) {
      if (part.closest('.scroller, .strip, dialog')) continue;
      const { left, right, width } = part.getBoundingClientRect();
      if (width === 0) continue;
      if (left < outer.left - 1 || right > outer.right + 1)
        found.push(`${root.className}: ${part.className} ${left}-${right}`);
    }
    return found;
  });
}

describeInBrowser('what reviews contain', () => {
  let element: ElementWorld;
  let platform: FixtureServer;

  beforeAll(async () => {
    element = await ElementWorld.start();
    const [wide, tall] = [await photoOf(1800, 1300), await photoOf(1300, 1800)];
    const white = await photoOf(900, 900, '#ffffff');
    platform = await startFixtureServer(({ path }) => {
      if (path.includes('gone')) return { status: 404 };
      return {
        headers: { 'content-type': 'image/png' },
        body: path.includes('white') ? white : path.includes('tall') ? tall : wide,
      };
    });
  }, 180_000);
  beforeEach(() => element.reviews.clear(SUB_ACCOUNT));
  afterEach(() => element.context?.close());
  afterAll(async () => {
    await platform?.close();
    await element?.close();
  });

  function add(...reviews: Partial<ReviewPayload>[]): void {
    reviews.forEach((review, at) => {
      const posted_on = `2026-03-${String(28 - at).padStart(2, '0')} 10:00:00`;
      element.reviews.add(SUB_ACCOUNT, {
        text: 'Crisp bread.',
        from_name: `Guest ${at + 1}`,
        rating_value: 5,
        posted_on,
        ...review,
      });
    });
  }

  function photos(...names: string[]): Pick<ReviewPayload, 'media'> {
    return {
      media: names.map((name) => ({
        type: 'image',
        url: `${platform.url}/${name}`,
        src: `${platform.url}/${name}`,
      })),
    };
  }

  async function show(widgets: readonly Widget[]): Promise<void> {
    await element.show(widgets.map(({ embed }) => embed.html).join(''));
    await untilDrawn(widgets.length);
  }

  async function untilDrawn(places: number): Promise<void> {
    await element.page.waitForFunction(
      (count) =>
        document.querySelectorAll('rv-widget').length === count &&
        [...document.querySelectorAll('rv-widget')].every(({ shadowRoot }) =>
          shadowRoot?.querySelector('section'),
        ),
      places,
    );
  }

  it('wraps long words and links in every part of every type and of its dialogs', async () => {
    add(...TEXTS);
    await element.world.admin.query(
      `insert into widgets.channels (id, account_id, sub_account_id, name, label, type, score, rating_scale, reviews, version)
       values (1, 1, $1, 'Acme', $2, 'app_store', 4.5, 5, 200, 1), (2, 1, $1, 'Acme', 'Google', 'google', 4, 5, 1284, 1)`,
      [SUB_ACCOUNT, WORD],
    );
    try {
      await element.open({ reducedMotion: 'reduce' });
      const widgets: Widget[] = [];
      for (const type of WIDGET_TYPES) {
        const source = { require_avatar: false, require_media: false, require_text: false };
        widgets.push(await element.widget({ ...WORDY, source, layout: LAYOUTS[type] ?? {} }, type));
      }
      await show(widgets);
      await element.cards().first().waitFor();
      for (const width of WIDTHS) {
        await element.page.setViewportSize({ width, height: 900 });
        expect(await element.page.evaluate(overflowing)).toEqual([]);
        expect(await element.isTooWide()).toBe(false);
      }
      await element.page.setViewportSize({ width: 320, height: 700 });
      for (const opener of ['.box.open', '.pill.open']) {
        // The popup lies above the pill.
        await element.page.locator(opener).press('Enter');
        await element.page.getByRole('dialog').locator('article').nth(3).waitFor();
        expect(await element.page.evaluate(overflowing)).toEqual([]);
        await element.page.keyboard.press('Escape');
      }
    } finally {
      await element.world.admin.query('delete from widgets.channels');
    }
  });

  describe('a photo that does not load', () => {
    const tiles = (key: string): Promise<number> =>
      element.page.locator(`[data-rv-widget="${key}"] .thumb`).count();

    it('disappears from cards, galleries and copies, and takes an empty list with it', async () => {
      add(photos('gone-1', 'gone-2'), photos('a', 'gone-3', 'b'), { from_name: 'No photo' });
      await element.open({});
      const all = { source: { require_media: false, limit: 3 }, behavior: { lazy: false, autoplay: true } };
      const [grid, masonry, media, marquee] = [
        await element.widget(all, 'grid'),
        await element.widget(all, 'masonry'),
        await element.widget(all, 'media'),
        await element.widget({ ...all, card: { show_media: true } }, 'marquee'),
      ];
      await show([grid, masonry, media, marquee]);
      await loadLazyImages();
      for (const { key } of [grid, masonry, media])
        await eventually(
          () => tiles(key),
          (count) => count === 2,
          'two photos',
        );
      expect(await element.page.locator(`[data-rv-widget="${grid.key}"] .media`).count()).toBe(1);
      const lane = element.page.locator(`[data-rv-widget="${marquee.key}"] .lane`);
      const [lists, photosLeft] = [lane.locator('> ul'), lane.locator('.media li')];
      await eventually(
        async () => (await photosLeft.count()) - 2 * (await lists.count()),
        (difference) => difference === 0,
        'two photos in each copy',
      );
      const gaps = await element.page
        .locator(`[data-rv-widget="${masonry.key}"] .list > li`)
        .evaluateAll((items) =>
          items.map(
            (item) =>
              item.getBoundingClientRect().height -
              (item.firstElementChild?.getBoundingClientRect().height ?? 0),
          ),
        );
      for (const gap of gaps) expect(gap).toBeLessThan(21);
    });

    it('is skipped in the lightbox, which closes after the last one', async () => {
      const video = {
        type: 'video',
        url: `${platform.url}/gone.mp4`,
        src: `${platform.url}/gone.mp4`,
      } as const;
      add({ media: [...photos('a', 'b', 'c').media, video] }, photos('d'));
      await element.open({});
      const widget = await element.widget(
        { source: { require_media: false }, card: { show_date: false } },
        'grid',
      );
      await element.page.route(/w=1200/, async (route, request) => {
        const failing = failed.some((hash) => request.url().includes(hash));
        await (failing ? route.abort() : route.continue());
      });
      const failed: string[] = [];
      await show([widget]);
      const data = (await (
        await fetch(`${element.gateway.url}/embed/v1/widgets/${widget.key}.json`)
      ).json()) as PublicWidget;
      const hashes = data.reviews.flatMap(({ media }) => media.map(({ src }) => src?.split('?')[0] ?? ''));
      failed.push(hashes[1] as string, hashes[4] as string);
      const dialog = element.page.getByRole('dialog');
      const shows = (n: number): Promise<void> =>
        dialog.getByRole('img', { name: `Guest 1, ${n}` }).waitFor();
      await element.page.getByRole('button', { name: 'Open photo 1 of Guest 1' }).click();
      await shows(1);
      await element.page.keyboard.press('ArrowRight');
      await shows(3);
      await element.page.keyboard.press('ArrowRight');
      await shows(1);
      expect(await tiles(widget.key)).toBe(3);
      await element.page.keyboard.press('Escape');
      await element.page.getByRole('button', { name: 'Open photo 1 of Guest 2' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await tiles(widget.key)).toBe(2);
    });

    /** Lazy images load only near the screen otherwise. */
    async function loadLazyImages(): Promise<void> {
      await element.page.evaluate(() => {
        for (const { shadowRoot } of document.querySelectorAll('rv-widget')) {
          for (const image of shadowRoot?.querySelectorAll('img') ?? []) image.loading = 'eager';
        }
      });
    }
  });

  it.each([380, 1200])(
    'has two pixels of a photo for each pixel of a page of %d px, and shows its centre',
    async (width) => {
      add(
        { ...photos('wide'), from_image: `${platform.url}/face` },
        { ...photos('tall', 'b'), from_image: `${platform.url}/f2` },
      );
      await element.open({ viewport: { width, height: 900 }, deviceScaleFactor: 2 });
      const widgets: Widget[] = [];
      for (const type of ['grid', 'masonry', 'media', 'avatars', 'list', 'spotlight'] as const) {
        const layout = type === 'avatars' ? { face_size: 80 } : {};
        widgets.push(
          await element.widget(
            { source: { require_media: false, require_avatar: false }, layout, behavior: { lazy: false } },
            type,
          ),
        );
      }
      await show(widgets);
      expect(await blurred()).toEqual([]);
      await element.page.getByRole('button', { name: 'Open photo 1 of Guest 1' }).first().click();
      await element.page.getByRole('dialog').getByRole('img').first().waitFor();
      expect(await blurred()).toEqual([]);
    },
  );

  /** Returns the images with too few pixels, or that do not lie in the middle of their tile. */
  function blurred(): Promise<string[]> {
    return element.page.evaluate(async () => {
      const roots = [...document.querySelectorAll('rv-widget')].map(
        ({ shadowRoot }) => shadowRoot as ShadowRoot,
      );
      const images = roots.flatMap((root) => [...root.querySelectorAll('img')]);
      for (const image of images) image.loading = 'eager';
      await Promise.all(images.map((image) => image.decode()));
      return images.flatMap((image) => {
        const { width, height, top, bottom } = image.getBoundingClientRect();
        const scales = [image.naturalWidth / width, image.naturalHeight / height];
        const scale =
          getComputedStyle(image).objectFit === 'contain' ? Math.max(...scales) : Math.min(...scales);
        const tile = image.closest('.thumb')?.getBoundingClientRect();
        const isInPlace = !tile || (Math.abs(tile.top - top) < 1 && Math.abs(tile.bottom - bottom) < 1);
        return scale >= 1.99 && isInPlace
          ? []
          : [`${image.className} ${image.alt} ${scale} ${width}x${height} ${isInPlace}`];
      });
    });
  }

  describe('a marquee', () => {
    const copies = (): Promise<number> => element.page.locator('.lane > [inert]:visible').count();
    const moves = (): Promise<boolean> =>
      element.page
        .locator('.lane')
        .first()
        .evaluate((lane) => lane.getAnimations().length > 0);

    it('shows few reviews once and unmoved, and moves as soon as they do not fit', async () => {
      add({}, {}, {});
      await element.open({ viewport: { width: 1200, height: 700 } });
      const autoplay = { behavior: { autoplay: true } };
      await show([await element.widget({ ...autoplay, source: { limit: 1 } }, 'marquee')]);
      expect(await element.cards().filter({ visible: true }).count()).toBe(1);
      expect(await moves()).toBe(false);
      await show([await element.widget(autoplay, 'marquee')]);
      expect([await copies(), await moves()]).toEqual([0, false]);
      expect(await element.page.getByRole('button', { name: 'Pause' }).isVisible()).toBe(false);
      await element.page.setViewportSize({ width: 380, height: 700 });
      await eventually(copies, (count) => count > 0, 'copies');
      expect(await moves()).toBe(true);
      expect(await element.page.getByRole('button', { name: 'Pause' }).isVisible()).toBe(true);
    });

    it('begins with a whole card between its faded edges', async () => {
      add(...Array.from({ length: 6 }, () => ({})));
      await element.open({ viewport: { width: 380, height: 700 } });
      await show([await element.widget({ behavior: { autoplay: true } }, 'marquee')]);
      const { card, strip } = await element.page.locator('.strip').evaluate((box) => {
        const lane = box.querySelector('.lane') as HTMLElement;
        for (const animation of lane.getAnimations()) {
          animation.pause();
          animation.currentTime = 0;
        }
        const edges = (element: Element | null): number[] => {
          const { left, right } = (element as Element).getBoundingClientRect();
          return [left, right];
        };
        return { card: edges(lane.querySelector('ul:not([inert]) .card')), strip: edges(box) };
      });
      const fade = 0.06 * (strip[1]! - strip[0]!);
      expect(card[0]).toBeGreaterThanOrEqual(strip[0]! + fade - 0.5);
      expect(card[1]).toBeLessThanOrEqual(strip[1]! - fade + 0.5);
    });
  });

  it('does not depend on what Prototype.js and MooTools replace', async () => {
    add({}, {}, {}, {});
    await element.open({});
    const pages = { source: { limit: 2 }, behavior: { lazy: false, page_size: 2, load_more: true } };
    const widgets = [
      await element.widget(
        { ...pages, layout: { dots: true, columns: { desktop: 1, tablet: 1 } } },
        'carousel',
      ),
    ];
    widgets.push(await element.widget(pages, 'grid'));
    const snippets = widgets.map(({ embed }) => embed.html).join('');
    await element.show(snippets, { head: `<script>${OLD_LIBRARY}</script>` });
    await element.page.locator('.dots i').nth(1).waitFor();
    await element.page.getByRole('button', { name: 'Load more' }).click();
    await element.page.locator('.t-grid article').nth(3).waitFor();
    await element.page.locator('.t-grid .list[aria-busy=false]').waitFor();
    expect(element.consoleMessages).toEqual([]);
  });

  describe('the looks', () => {
    /** A short review, and one with all that makes a card high. */
    const UNEVEN: Partial<ReviewPayload>[] = [
      {},
      { text: 'The bread is crisp and the people are kind. '.repeat(30) },
      {},
      {},
    ];
    const box = (selector: string): Promise<DOMRect[]> =>
      element.page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));

    it('gives cards the height that their row needs, also in a place that is higher', async () => {
      add(...UNEVEN, ...UNEVEN);
      await element.open({ reducedMotion: 'reduce' });
      const keys: string[] = [];
      for (const type of ['grid', 'carousel', 'marquee', 'summary'])
        keys.push((await element.widget({}, type)).key);
      const place = (key: string, height: number): string =>
        `<div style="min-height:${height}px"><rv-widget key="${key}" eager style="display:block;min-height:${height}px"></rv-widget></div>`;
      const script = `<script type="module" src="${element.gateway.url}/embed/v1/rv.js"></script>`;
      const places = [0, 1500].flatMap((height) => keys.map((key) => place(key, height)));
      await element.show(places.join('') + script);
      await untilDrawn(places.length);
      const heights = await element.page
        .locator('rv-widget')
        .evaluateAll((widgets) =>
          widgets.map(({ shadowRoot }) => shadowRoot?.querySelector('.card')?.getBoundingClientRect().height),
        );
      expect(heights.slice(keys.length)).toEqual(heights.slice(0, keys.length));
    });

    it('lets one review fill the row of a grid, a wall and a carousel', async () => {
      add({});
      await element.open({ viewport: { width: 1200, height: 800 } });
      const widgets: Widget[] = [];
      for (const type of ['grid', 'masonry', 'carousel']) {
        widgets.push(await element.widget({ behavior: { lazy: false } }, type));
      }
      await show(widgets);
      const [cards, roots] = [await box('rv-widget .card'), await box('rv-widget section')];
      expect(cards.map(({ width }) => width)).toEqual(roots.map(({ width }) => width));
    });

    it('keeps the stars, the author and the source of a spotlight together below the text and the photos', async () => {
      add({ ...photos('wide-1.png') }, ...UNEVEN);
      await element.open({ viewport: { width: 1200, height: 900 } });
      await show([await element.widget({ behavior: { lazy: false } }, 'spotlight')]);
      await element.cards().first().waitFor();
      const [[text], [top], [who]] = [await box('.words'), await box('.top'), await box('.who')];
      const [thumb] = await box('.thumb');
      expect(thumb!.width).toBe(72);
      expect(thumb!.top - text!.bottom).toBeGreaterThan(0);
      expect(top!.top - thumb!.bottom).toBeGreaterThan(0);
      expect(who!.top - top!.bottom).toBeGreaterThan(0);
      expect(who!.top - top!.bottom).toBeLessThan(25);
    });

    it('stacks the filters of a narrow list in one block of equal fields', async () => {
      add(...UNEVEN);
      await element.open({ viewport: { width: 380, height: 800 } });
      await show([
        await element.widget({ layout: { show_search: true }, behavior: { lazy: false } }, 'list'),
      ]);
      await element.cards().first().waitFor();
      const fields = await box('.field');
      expect(fields.length).toBe(3);
      const shapes = fields.map(({ left, width, height }) => [left, width, height]);
      expect(shapes).toEqual(fields.map(() => shapes[0]));
      const gaps = fields.slice(1).map(({ top }, at) => Math.round(top - fields[at]!.bottom));
      expect(gaps).toEqual([8, 8]);
      const [search, ...starts] = await box('.field > :last-child');
      expect(new Set(starts.map(({ left }) => left)).size).toBe(1);
      expect(search!.left).toBeLessThan(starts[0]!.left);
    });

    it('leaves the title of a narrow widget its width beside a button', async () => {
      add({});
      await element.open({ viewport: { width: 380, height: 800 } });
      const header = { show: true, title: 'What our guests say', cta_show: true, cta_url: LINK };
      await show([
        await element.widget(
          { header: { ...header, cta_label: 'Tell us how you liked it' }, behavior: { lazy: false } },
          'grid',
        ),
      ]);
      await element.page.locator('h2').waitFor();
      const [[title], [button]] = [await box('h2'), await box('.cta')];
      expect(title!.width).toBeGreaterThan(200);
      expect(button!.top).toBeGreaterThan(title!.bottom);
    });

    it('underlines nothing of a badge but what reads as a link', async () => {
      add({});
      await element.open({});
      const widgets: Widget[] = [];
      for (const variant of ['card', 'inline', 'button', 'minimal', 'bar']) {
        widgets.push(await element.widget({ layout: { variant }, behavior: { lazy: false } }, 'badge'));
      }
      await show(widgets);
      const underlined = await element.page
        .locator('rv-widget section *')
        .evaluateAll((all) =>
          all
            .filter((one) => getComputedStyle(one).textDecorationLine === 'underline')
            .map(({ localName }) => localName),
        );
      expect(underlined).toEqual(['u']);
    });

    it('puts a name over a photo with enough contrast', async () => {
      add({ ...photos('white') });
      await element.open({ viewport: { width: 380, height: 800 } });
      await show([
        await element.widget({ source: { require_media: false }, behavior: { lazy: false } }, 'media'),
      ]);
      const caption = element.page.locator('.caption');
      await element.page.locator('.thumb img').evaluate((image: HTMLImageElement) => image.decode());
      const name = (await caption.locator('span').first().boundingBox())!;
      await caption.evaluate((one) => (one.style.color = 'transparent'));
      const { data, info } = await sharp(await element.page.screenshot({ clip: name }))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const lightest = Math.max(...[0, 1, 2].map((channel) => data[channel]!));
      expect(info.height).toBeGreaterThan(10);
      expect(contrastWithWhite(lightest)).toBeGreaterThan(4.5);
    });
  });
});

function contrastWithWhite(grey: number): number {
  const part = grey / 255;
  const luminance = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  return 1.05 / (luminance + 0.05);
}

function photoOf(width: number, height: number, background = '#2266aa'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
