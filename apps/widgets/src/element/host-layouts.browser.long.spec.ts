import { atLength, describeInBrowser, sampleAtLength } from '@plaudit/testing';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { ElementWorld, type Widget } from './element-world.suite';

/** These stand in a corner of the screen, wherever their place is. */
const CORNER_TYPES: readonly WidgetType[] = ['floating', 'popup'];
/** These are as wide as their content. The others are as wide as their place. */
const SMALL_TYPES: readonly WidgetType[] = ['badge', 'avatars'];
const TYPES = WIDGET_TYPES.filter((type) => !CORNER_TYPES.includes(type));

const SCREENS = [1100, 380];
/** A widget that may choose its width is as wide as this share of the screen, or as its place if that is narrower. */
const WISHED_SHARE = 0.92;
/** A widget is never narrower than this, if its place is not, and on phones at least as wide as this share of the screen. */
const MIN_WIDTH = 240;
const MIN_SHARE = 0.42;
/** Three reviews in the narrowest place are less high. */
const MAX_HEIGHT = 5_000;

/** The script and the element share their style, so that they can take turns. */
const BOTH_FORMS = atLength({ short: false, long: true });

interface Parent {
  name: string;
  html(widget: string): string;
  /** `all` if the widget can have the whole width, or only a part of it, or only as much as it needs. */
  gives: 'all' | 'half' | 'part' | 'need';
}

function box(name: string, style: string, gives: Parent['gives'] = 'all'): Parent {
  return { name, html: (widget) => `<div style="${style}">${widget}</div>`, gives };
}

const TEXT = 'What our customers say about us';

const PARENTS: readonly Parent[] = [
  box('a block', ''),
  box('a flex row', 'display:flex'),
  box('a flex row with centred items', 'display:flex;align-items:center;justify-content:center'),
  box('a flex column with centred items', 'display:flex;flex-direction:column;align-items:center'),
  box('an inline flex row', 'display:inline-flex'),
  {
    name: 'a flex row as an item that keeps its width',
    html: (widget) => `<div class="stiff" style="display:flex">${widget}</div>`,
    gives: 'all',
  },
  {
    name: 'an item that keeps its width, of a flex row',
    html: (widget) => `<div style="display:flex"><div style="flex:none">${widget}</div></div>`,
    gives: 'all',
  },
  {
    name: 'an item of a flex row beside a text',
    html: (widget) => `<div style="display:flex"><div>${widget}</div><p>${TEXT}</p></div>`,
    gives: 'part',
  },
  {
    name: 'a flex row beside a text, from right to left',
    html: (widget) => `<div dir="rtl" style="display:flex;align-items:center"><p>${TEXT}</p>${widget}</div>`,
    gives: 'part',
  },
  {
    name: 'a narrow flex row',
    html: (widget) => `<div style="width:200px;display:flex">${widget}</div>`,
    gives: 'need',
  },
  box('a centred grid', 'display:grid;place-items:center'),
  {
    name: 'a grid with two equal columns',
    html: (widget) => `<div style="display:grid;grid-template-columns:1fr 1fr">${widget}<i></i></div>`,
    gives: 'half',
  },
  box('a box as wide as its content', 'width:fit-content'),
  box('a box with the width that its content likes best', 'width:max-content'),
  box('a box with the smallest width of its content', 'width:min-content', 'need'),
  box('an inline block', 'display:inline-block'),
  box('a floating box', 'float:left'),
  box('an absolute box', 'position:absolute'),
  {
    name: 'a cell of a table',
    html: (widget) => `<table><tr><td>${widget}</td></tr></table>`,
    gives: 'all',
  },
  {
    name: 'a cell of a table beside a text',
    html: (widget) => `<table><tr><td>${TEXT}</td><td>${widget}</td></tr></table>`,
    gives: 'part',
  },
  {
    name: 'a cell of a fixed table',
    html: (widget) => `<table style="table-layout:fixed;width:100%"><tr><td>${widget}</td></tr></table>`,
    gives: 'all',
  },
  box('a parent without a box', 'display:contents'),
  box('two columns of text', 'columns:2;column-gap:0', 'half'),
  { name: 'a span', html: (widget) => `<span>${widget}</span>`, gives: 'all' },
];

const HEAD = `<style>.stiff>*{flex:none}.case{position:relative;clear:both}table{border-spacing:0}td{padding:0}</style>`;

interface Drawn {
  name: string;
  gives: Parent['gives'];
  available: number;
  /** The width of the element around the root, which is what its parent sees. */
  host: number;
  width: number;
  height: number;
}

describeInBrowser('a widget in the layout of a host page', () => {
  let element: ElementWorld;

  beforeAll(async () => {
    element = await ElementWorld.start();
  }, 180_000);
  afterAll(() => element?.close());
  beforeEach(() => element.open({}));

  function fluid(type: WidgetType, settings: object = {}): Promise<Widget> {
    const source = { require_avatar: false, require_media: false, limit: 3 };
    return element.widget(
      { source, behavior: { lazy: false }, style: { max_width: null }, ...settings },
      type,
    );
  }

  /** Shows the widget in each parent, as a place of the script and as an element, and returns the sizes of all. */
  async function drawnIn(parents: readonly Parent[], { embed }: Widget): Promise<Drawn[]> {
    const [place, script] = embed.html.split('\n') as [string, string];
    const forms = { 'w.js': place, 'rv-widget': embed.advanced.element };
    const cases = Object.entries(forms).flatMap(([form, html], turn) =>
      parents
        .filter((_parent, at) => BOTH_FORMS || at % 2 === turn || parents.length === 1)
        .map(
          ({ name, gives, html: around }) =>
            `<div class="case" data-name="${name}, ${form}" data-gives="${gives}">${around(html)}</div>`,
        ),
    );
    await element.show(cases.join('\n') + script, { head: HEAD });
    await element.page.waitForFunction(
      (count) =>
        [...document.querySelectorAll('rv-widget')].filter(({ shadowRoot }) => shadowRoot?.firstElementChild)
          .length === count,
      cases.length,
    );
    return element.page.locator('.case').evaluateAll((all) =>
      all.map((one) => {
        const root = one.querySelector('rv-widget')?.shadowRoot?.querySelector('.rv') as HTMLElement;
        const { name, gives } = (one as HTMLElement).dataset as unknown as Pick<Drawn, 'name' | 'gives'>;
        // A rectangle around both columns would be wider than the widget.
        const width = parseFloat(getComputedStyle(root).width);
        const height = root.offsetHeight;
        const host = (one.querySelector('rv-widget') as HTMLElement).offsetWidth;
        return { name, gives, available: one.clientWidth, host, width, height };
      }),
    );
  }

  function leastWidth({ gives, available }: Drawn, screen: number): number {
    const min = Math.min(MIN_WIDTH, MIN_SHARE * screen);
    if (gives === 'all') return Math.min(available, WISHED_SHARE * screen);
    if (gives === 'half') return Math.min(available / 2, min);
    return gives === 'need' ? Math.min(200, min) : min;
  }

  it.each(sampleAtLength(TYPES, 4))(
    'is wide enough in every parent, and never wider than the page: %s',
    async (type) => {
      const widget = await fluid(type);
      for (const width of SCREENS) {
        await element.page.setViewportSize({ width, height: 900 });
        const drawn = await drawnIn(PARENTS, widget);
        const least = (one: Drawn): number => (SMALL_TYPES.includes(type) ? 60 : leastWidth(one, width) - 1);
        const bad = drawn.filter((one) => one.width < least(one) || one.width > one.available + 1);
        const tall = drawn.filter(({ height }) => height > MAX_HEIGHT);
        expect({ width, bad, tall }).toEqual({ width, bad: [], tall: [] });
        expect(await element.isTooWide()).toBe(false);
      }
    },
    120_000,
  );

  it('fills a block exactly', async () => {
    const [inPlace, alone] = await drawnIn(PARENTS.slice(0, 1), await fluid('grid'));
    expect(inPlace?.width).toBe(inPlace?.available);
    expect(alone?.width).toBe(alone?.available);
  });

  it('respects the largest width of its settings, and stands in the middle of its place', async () => {
    const widget = await fluid('grid', { style: { max_width: 600 } });
    const drawn = await drawnIn(PARENTS, widget);
    expect(drawn.filter(({ width }) => width > 600)).toEqual([]);
    expect(drawn.filter(({ gives, width }) => gives === 'all' && width < 600)).toEqual([]);
    const content = drawn.filter(({ name }) => name.startsWith('an inline block'));
    expect(content.map(({ host }) => host)).toEqual(content.map(() => 600));
  });

  it('leaves a page alone that gives the place a width of its own', async () => {
    const { embed } = await fluid('list');
    await element.show(embed.html, { head: '<style>[data-rv-widget]{max-width:500px}</style>' });
    await element.cards().first().waitFor();
    const widths = await element.page
      .locator('[data-rv-widget], rv-widget')
      .evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(widths).toEqual([500, 500]);
  });

  it.each(atLength({ short: ['display:none'], long: ['display:none', 'width:0', 'height:0'] }))(
    'measures itself when the page opens its closed place: %s',
    async (style) => {
      const carousel = await fluid('carousel', { source: { limit: 9 } });
      const masonry = await fluid('masonry');
      await element.show(
        `<div id="tab" style="overflow:hidden;${style}">${carousel.embed.html}${masonry.embed.html}</div>`,
      );
      await element.page.waitForFunction(() =>
        [...document.querySelectorAll('rv-widget')].every(({ shadowRoot }) =>
          shadowRoot?.querySelector('article'),
        ),
      );
      await element.page.locator('#tab').evaluate((tab) => tab.removeAttribute('style'));
      await element.page.getByRole('button', { name: 'Next', exact: true }).waitFor();
      await element.page.waitForFunction(() => {
        const widget = document.querySelectorAll('rv-widget')[1];
        const items = [...(widget?.shadowRoot?.querySelectorAll<HTMLElement>('.list > li') ?? [])];
        return items.every(
          (item) => item.offsetHeight >= (item.firstElementChild as HTMLElement).offsetHeight,
        );
      });
    },
  );

  it('keeps its width on a page whose rules reach for the element', async () => {
    const { embed } = await fluid('grid');
    const head =
      '<style>rv-widget{width:0!important;float:left!important}div{display:inline}*::before{display:inline;content:"x";width:9px}</style>';
    await element.show(`<main style="display:block">${embed.html}</main>`, { head });
    await element.cards().first().waitFor();
    const root = element.page.locator('rv-widget section');
    expect(await root.evaluate((section) => section.getBoundingClientRect().width)).toBeGreaterThan(900);
    expect(await element.isTooWide()).toBe(false);
  });
});
