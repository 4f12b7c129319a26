import { describeInBrowser, eventually, sampleAtLength } from '@plaudit/testing';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { ElementWorld, type Widget } from './element-world.suite';
import { addContent, CONTENT_SETS, type ContentSet, sourceOf } from './heights-content.suite';

/** The types that take space in the page, as badges and faces do in their line. */
const IN_FLOW: readonly WidgetType[] = [
  'carousel',
  'spotlight',
  'grid',
  'masonry',
  'list',
  'marquee',
  'badge',
  'summary',
  'avatars',
  'media',
];
const WIDTHS = [380, 1200];
/** A font as wide as those of most systems. */
const PAGE_STYLE = 'body{margin:0 16px;font-family:Arial}';

interface Case {
  type: WidgetType;
  set: ContentSet;
  width: number;
}

const CASES: readonly Case[] = IN_FLOW.flatMap((type) =>
  (type === 'media' ? (['Mixed'] as const) : CONTENT_SETS).flatMap((set) =>
    WIDTHS.map((width) => ({ type, set, width })),
  ),
);

interface Place {
  reserved: number;
  drawn: number;
  /** What the drawn widget needs by itself. */
  needed: number;
}

describeInBrowser('the height of a widget on a customer page', () => {
  let element: ElementWorld;

  beforeAll(async () => {
    element = await ElementWorld.start();
    for (const set of CONTENT_SETS) addContent(element, set, element.imagesUrl);
  });
  afterAll(() => element.close());

  async function widgetOf({ type, set }: Pick<Case, 'type' | 'set'>, settings: object = {}): Promise<Widget> {
    const source = {
      sources: [sourceOf(set)],
      require_avatar: false,
      require_media: false,
      require_text: false,
    };
    return element.widget({ source, behavior: { lazy: false }, ...settings }, type);
  }

  /** Opens a page whose widgets wait for their data. Returns a function that lets the data arrive. */
  async function openWaiting(width: number, body: string, head = ''): Promise<() => void> {
    await element.open({ viewport: { width, height: 900 } });
    let arrive: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    await element.page.route('**/*.json*', async (route) => {
      await arrival;
      await route.continue();
    });
    await element.show(body, { head: `<style>${PAGE_STYLE}</style>${head}` });
    await element.page.waitForFunction(() => customElements.get('rv-widget'));
    return arrive;
  }

  async function waitUntilDrawn(count: number): Promise<void> {
    await element.page.waitForFunction(
      (all) =>
        [...document.querySelectorAll('rv-widget')].filter(({ shadowRoot }) =>
          shadowRoot?.querySelector('section'),
        ).length === all,
      count,
    );
    await element.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }

  function heights(): Promise<number[]> {
    return element.page
      .locator('.measured')
      .evaluateAll((places) => places.map((place) => place.getBoundingClientRect().height));
  }

  async function places(width: number, widgets: readonly Widget[]): Promise<Place[]> {
    const body = widgets.map(({ embed }) => `<div class="measured">${embed.html}</div>`).join('');
    const arrive = await openWaiting(width, body);
    const reserved = await heights();
    arrive();
    await waitUntilDrawn(widgets.length);
    const drawn = await heights();
    await element.page.evaluate(() => {
      for (const { shadowRoot } of document.querySelectorAll('rv-widget')) {
        shadowRoot?.querySelector<HTMLElement>('section')?.style.removeProperty('min-height');
      }
    });
    const needed = await heights();
    return reserved.map((height, at) => ({
      reserved: height,
      drawn: drawn[at] as number,
      needed: needed[at] as number,
    }));
  }

  it.each(
    sampleAtLength(
      CONTENT_SETS.flatMap((set) => [320, 380, 768, 1200].map((width) => ({ set, width }))),
      7,
    ),
  )(
    'is reserved to within 12 % for each type, with the reviews of $set at $width px',
    async ({ set, width }) => {
      const types = IN_FLOW.filter((type) => set === 'Mixed' || type !== 'media');
      const widgets = await Promise.all(types.map((type) => widgetOf({ type, set })));
      const wrong = (await places(width, widgets)).flatMap(({ reserved, needed }, at) => {
        const tooMuch = reserved - needed;
        const isClose = tooMuch <= Math.max(12, 0.12 * needed) && tooMuch >= -Math.max(2, 0.01 * needed);
        return isClose ? [] : [`${types[at]}: ${reserved} for ${needed}`];
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(sampleAtLength(CASES, 13))(
    'does not move what stands below a $type with the reviews of $set at $width px',
    async ({ type, set, width }) => {
      const { embed } = await widgetOf({ type, set });
      const watch =
        "<script>window.shift=0;new PerformanceObserver(l=>l.getEntries().forEach(e=>window.shift+=e.value)).observe({type:'layout-shift',buffered:true})</script>";
      const below = '<p style="height:800px">Below</p>';
      // The advanced snippet has its script in the head.
      const isAdvanced = set === 'Long';
      const body = isAdvanced ? embed.advanced.element : embed.html;
      const head = isAdvanced ? embed.advanced.head : '';
      const arrive = await openWaiting(width, `${body}${below}`, head + watch);
      // The end of the widget is in the middle of the screen.
      await element.page.getByText('Below').evaluate((p) => scrollBy(0, p.getBoundingClientRect().top - 450));
      arrive();
      await waitUntilDrawn(1);
      const shift = await element.page.evaluate(() => (window as unknown as { shift: number }).shift);
      expect(shift).toBeLessThanOrEqual(0.002);
    },
  );

  it('keeps a little more height than needed while the width stays, and gives it back with the next width', async () => {
    const widget = await widgetOf({ type: 'grid', set: 'Few' });
    const roomy = widget.embed.html.replace(/padding-bottom:[^"]*/, 'padding-bottom:260px');
    const [place] = await places(1200, [{ ...widget, embed: { ...widget.embed, html: roomy } }]);
    expect(place).toMatchObject({ reserved: 260, drawn: 260 });
    expect(place?.needed).toBeLessThan(250);
    await element.page.reload();
    await waitUntilDrawn(1);
    await element.page.setViewportSize({ width: 1180, height: 900 });
    await element.page.waitForFunction(
      (needed) => document.querySelector('.measured')?.getBoundingClientRect().height === needed,
      place?.needed,
    );
    // With a zoom, the rectangles of a page are in other pixels than its styles.
    await element.page.addInitScript(() => {
      new MutationObserver(() => (document.documentElement.style.zoom = '1.25')).observe(document, {
        childList: true,
      });
    });
    await element.page.setViewportSize({ width: 1500, height: 1125 });
    await element.page.reload();
    await waitUntilDrawn(1);
    const [zoomed] = await element.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-rv-widget]')].map((one) => one.offsetHeight),
    );
    expect(zoomed).toBe(260);
  });

  it('gives the height back at once if the widget needs much less of it, or if its end is not in sight', async () => {
    const widget = await widgetOf({ type: 'grid', set: 'Few' });
    const reserving = (px: number): Widget => {
      const html = widget.embed.html.replace(/padding-bottom:[^"]*/, `padding-bottom:${px}px`);
      return { ...widget, embed: { ...widget.embed, html } };
    };
    const [much] = await places(1200, [reserving(400)]);
    expect(much?.drawn).toBe(much?.needed);
    const all = await places(1200, [reserving(260), reserving(260), reserving(260), reserving(260)]);
    expect(all.map(({ drawn, needed }) => drawn - needed > 0)).toEqual([true, true, true, false]);
  });

  it('reserves the height of the place and not of the screen', async () => {
    const { embed } = await widgetOf({ type: 'grid', set: 'Mixed' });
    const narrow = `<div style="width:348px">${embed.html}</div>`;
    const [place] = await places(1200, [{ id: 0, key: '', embed: { ...embed, html: narrow } }]);
    const [phone] = await places(380, [{ id: 0, key: '', embed }]);
    expect(place?.reserved).toBe(phone?.reserved);
  });

  it('releases the height of snippets of earlier releases, which is on the place', async () => {
    const { embed } = await widgetOf({ type: 'summary', set: 'Mixed' });
    const html = embed.html
      .replace(/<div style[^>]*>(.*?)<\/div>/, '$1')
      .replace('<div', '<div style="min-height:1204px"');
    const [place] = await places(1200, [{ id: 0, key: '', embed: { ...embed, html } }]);
    expect(place?.reserved).toBe(1204);
    expect(place?.drawn).toBe(place?.needed);
  });

  it.each(WIDTHS)('is that of the preview in the builder at %i px, for each type', async (width) => {
    const widgets = await Promise.all(
      sampleAtLength(IN_FLOW, 2).map(async (type) => {
        const source = { sources: [sourceOf('Mixed')], require_avatar: false, limit: 20 };
        const widget = await element.widget({ source, behavior: { lazy: false } }, type);
        return { ...widget, preview: await previewOf(widget.id) };
      }),
    );
    await element.open({ viewport: { width, height: 900 } });
    const body = widgets.map(
      ({ embed }) => `<div class="measured">${embed.html}</div><div class="preview"></div>`,
    );
    await element.show(body.join(''), { head: `<style>${PAGE_STYLE}</style>` });
    await element.page.waitForFunction(() => customElements.get('rv-widget'));
    // As the builder does it: it gives the data to an element that is not in the page yet.
    await element.page.evaluate(
      (previews) =>
        document.querySelectorAll('.preview').forEach((place, at) => {
          place.append(Object.assign(document.createElement('rv-widget'), { data: previews[at] }));
        }),
      widgets.map(({ preview }) => preview),
    );
    await waitUntilDrawn(2 * widgets.length);
    const previews = await element.page
      .locator('.preview')
      .evaluateAll((places) => places.map((place) => place.getBoundingClientRect().height));
    const live = await heights();
    const different = live.flatMap((height, at) => {
      const preview = previews[at] as number;
      // A widget whose end is in sight keeps up to 15 %.
      return height >= preview && height <= preview / 0.85 ? [] : [`${height} for ${preview}`];
    });
    expect(different).toEqual([]);
  });

  async function previewOf(id: number): Promise<object> {
    const response = await fetch(`${element.gateway.url}/public/v1/widgets/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    });
    return (await response.json()) as object;
  }

  describe('in an iframe', () => {
    interface FrameHeights {
      frame: number;
      content: number;
    }

    const source = (set: ContentSet): object => ({
      sources: [sourceOf(set)],
      require_avatar: false,
      require_media: false,
      require_text: false,
    });

    async function oembedHtml(key: string, maxWidth: number): Promise<string> {
      const page = encodeURIComponent(`${element.gateway.url}/w/${key}`);
      const response = await fetch(`${element.gateway.url}/embed/v1/oembed?url=${page}&maxwidth=${maxWidth}`);
      const { html } = (await response.json()) as { html: string };
      return html.replace('loading="lazy"', '');
    }

    function frameOf(key: string, attributes = 'style="width:100%;border:0"'): string {
      return `<iframe src="${element.gateway.url}/embed/v1/widgets/${key}.html" ${attributes}></iframe>`;
    }

    function script(): string {
      return `<script type="module" async src="${element.gateway.url}/embed/v1/frame.js"></script>`;
    }

    /** Browsers draw nothing in frames that are not in sight. */
    const TALL = 9000;
    const types = sampleAtLength(WIDGET_TYPES, 3);

    async function show(width: number, body: string, height = 900): Promise<void> {
      await element.open({ viewport: { width, height } });
      await element.show(body, { head: `<style>${PAGE_STYLE}</style>` });
    }

    /** Returns the heights of all frames, after the widgets in them are drawn. */
    async function frameHeights(): Promise<FrameHeights[]> {
      const frames = element.page.frames().slice(1);
      return Promise.all(
        frames.map(async (frame) => {
          await frame.waitForFunction(
            () =>
              [...document.querySelectorAll('rv-widget')].every(
                ({ shadowRoot }) => shadowRoot?.querySelector('section') ?? false,
              ) && document.body.offsetHeight > 0,
            undefined,
            { polling: 50 },
          );
          return frame.evaluate(() => ({
            frame: innerHeight,
            content: Math.ceil(document.body.getBoundingClientRect().height),
          }));
        }),
      );
    }

    it.each(sampleAtLength([320, 500, 640], 3))(
      'is that of the widget for each type, in an oEmbed frame of %i px',
      async (width) => {
        const widgets = await Promise.all(
          types.map((type) => element.widget({ source: source('Mixed') }, type)),
        );
        const html = await Promise.all(widgets.map(({ key }) => oembedHtml(key, width)));
        await show(1200, html.join('\n'));
        const wrong = (await frameHeights()).flatMap(({ frame, content }, at) => {
          const isClose = content <= frame && frame <= content + Math.max(24, 0.15 * content);
          return isClose ? [] : [`${types[at]}: ${frame} for ${content}`];
        });
        expect(wrong).toEqual([]);
      },
    );

    it('is that of a phone there, although an editor stored the frame for a wide page', async () => {
      const { key } = await element.widget({ source: source('Mixed') }, 'grid');
      const html = await oembedHtml(key, 640);
      await show(380, html);
      const [phone] = await frameHeights();
      expect(phone?.content).toBeGreaterThan(2000);
      expect(phone?.frame).toBeGreaterThanOrEqual(phone?.content as number);
      expect(phone?.frame).toBeLessThan(1.15 * (phone?.content as number));
    });

    it.each(sampleAtLength([320, 768, 1200], 3))(
      'is exactly that of its content at %i px if the page has the script of frames',
      async (width) => {
        const widgets = await Promise.all(
          types.map((type) => element.widget({ source: source('Few') }, type)),
        );
        await show(width, widgets.map(({ key }) => frameOf(key)).join('\n') + script(), TALL);
        await eventually(
          frameHeights,
          (heights) => heights.every(({ frame, content }) => frame === content),
          'all frames to have the height of their content',
        );
      },
    );

    it('follows the content when it grows and when the page becomes wider, and nothing else', async () => {
      const { key } = await element.widget({ source: source('Mixed'), card: { max_lines: 2 } }, 'grid');
      await show(380, frameOf(key) + script() + frameOf(key, 'name="other" srcdoc="<p>Other</p>"'), TALL);
      const frame = element.page.frameLocator('iframe').first();
      const fits = async (): Promise<number> => {
        const sample = async (): Promise<FrameHeights> => {
          const [{ height } = { height: 0 }] = await element.page
            .locator('iframe')
            .evaluateAll((all) => all.map((one) => ({ height: one.getBoundingClientRect().height })));
          const content = await frame
            .locator('body')
            .evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
          return { frame: height, content };
        };
        const { content } = await eventually(
          sample,
          ({ frame: outer, content: inner }) => inner > 300 && outer === inner,
          'the frame to fit its content',
        );
        return content;
      };
      await frame.locator('.card').nth(8).waitFor();
      const first = await fits();
      await frame.locator('.load').click();
      await frame.locator('.card').nth(11).waitFor();
      const longer = await fits();
      expect(longer).toBeGreaterThan(first + 300);
      await element.page.setViewportSize({ width: 1200, height: TALL });
      await eventually(fits, (height) => height < longer / 2, 'the frame to become smaller');
      const before = await fits();
      // Messages of other frames, and impossible heights, change nothing.
      await element.page
        .frame('other')
        ?.evaluate(() => parent.postMessage({ type: 'rv-height', height: 7 }, '*'));
      const widget = element.page.frames().find((one) => one.url().includes(key));
      for (const height of [-1, 20_001, '9px;', null, Infinity]) {
        await widget?.evaluate(
          (wrong) => parent.postMessage({ type: 'rv-height', height: wrong }, '*'),
          height,
        );
      }
      expect(await fits()).toBe(before);
      const other = element.page.locator('iframe').nth(1);
      expect(await other.evaluate((one) => one.style.height)).toBe('');
    });

    it('is told to WordPress, whose frames have no origin', async () => {
      const { key } = await element.widget({ source: source('Brief') }, 'summary');
      const url = `${element.gateway.url}/embed/v1/widgets/${key}.html#?secret=Ab3dE`;
      const listener =
        '<script>window.told=[];addEventListener("message",({data})=>window.told.push(data))</script>';
      await show(
        600,
        `${listener}<iframe sandbox="allow-scripts" src="${url}" width="600" height="400"></iframe>`,
      );
      const [drawn] = await frameHeights();
      const told = (): Promise<object[]> =>
        element.page.evaluate(() => (window as unknown as { told: object[] }).told);
      const expected = { message: 'height', value: drawn?.content, secret: 'Ab3dE' };
      await eventually(told, (all) => JSON.stringify(all.at(-1)) === JSON.stringify(expected), 'the height');
      expect(element.consoleMessages).toEqual([]);
    });

    it('is 0 for an inactive widget', async () => {
      const { id, key } = await element.widget();
      await fetch(`${element.gateway.url}/public/v1/widgets/update/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ active: false }),
      });
      await show(600, frameOf(key) + script());
      await eventually(
        () => element.page.locator('iframe').evaluate((one) => one.style.height),
        (height) => height === '0px',
        'the height of nothing',
      );
      expect(element.consoleMessages).toEqual([]);
    });
  });
});
