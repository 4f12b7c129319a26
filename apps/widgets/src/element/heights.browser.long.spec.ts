import { describeInBrowser, sampleAtLength } from '@plaudit/testing';
import type { WidgetType } from '../settings/widget-types';
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
});
