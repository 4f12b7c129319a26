import { atLength, describeInBrowser, eventually } from '@plaudit/testing';
import { build } from 'esbuild';
import type { Frame } from 'playwright-core';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { describeWithPhp, wordPress } from '../wordpress/wordpress.suite';
import { ElementWorld, type Widget } from './element-world.suite';

/** The rules with which a block theme of WordPress lays out its containers. */
const BLOCK_THEME = `<style>
  body{margin:0}
  .has-global-padding{padding-inline:96px}
  .has-global-padding>.alignfull{margin-inline:-96px}
  .is-layout-constrained>:where(:not(.alignleft):not(.alignright):not(.alignfull)){max-width:620px;margin-inline:auto!important}
  .is-layout-constrained>.alignwide{max-width:1000px}
  .is-layout-flex{display:flex;flex-wrap:wrap;align-items:center}
  .is-layout-flex>:is(*,div){margin:0}
  .is-nowrap{flex-wrap:nowrap}
  .is-vertical{flex-direction:column}
  .is-layout-grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr))}
  .wp-block-columns{display:flex;flex-wrap:wrap}
  .wp-block-column{flex:1 1 0;min-width:0}
  .wp-block-cover{position:relative;display:flex;align-items:center;justify-content:center;overflow:clip}
  .wp-block-cover__inner-container{position:relative;width:100%}
  .widget-area{float:right;width:220px}
</style>`;

/** Containers of the editor with the width of a block in them, on a screen of 1,200 px. */
const CONTAINERS: readonly [html: (block: string) => string, least: number, most: number][] = [
  [(block) => block, 600, 620],
  [
    (block) =>
      `<div class="wp-block-columns"><div class="wp-block-column">Text</div><div class="wp-block-column">${block}</div></div>`,
    300,
    310,
  ],
  [(block) => `<div class="is-layout-flex is-nowrap">${block}<p>Beside</p></div>`, 240, 620],
  [(block) => `<div class="is-layout-flex is-vertical">${block}</div>`, 600, 620],
  [(block) => `<div class="is-layout-grid">${block}</div>`, 300, 620],
  [
    (block) =>
      `<div class="wp-block-cover"><div class="wp-block-cover__inner-container">${block}</div></div>`,
    600,
    620,
  ],
  [(block) => `<aside class="widget-area">${block}</aside>`, 220, 220],
];

/** Types that are drawn in the page and as wide as it lets them. */
const WIDE_TYPES = WIDGET_TYPES.filter((type) => !['badge', 'avatars', 'floating', 'popup'].includes(type));
const SAMPLE: readonly WidgetType[] = atLength({ short: ['carousel'], long: WIDE_TYPES });

/** Stands in for the editor of WordPress: it draws the block inside an iframe, as newer versions do. */
const EDITOR = `
  import * as React from 'react';
  import { createRoot } from 'react-dom/client';
  let block;
  const nothing = () => null;
  window.wp = {
    element: React,
    blocks: { registerBlockType: (_name, settings) => { block = settings; } },
    blockEditor: { useBlockProps: () => ({ className: 'wp-block' }), InspectorControls: nothing },
    components: { PanelBody: nothing, TextControl: nothing, SelectControl: nothing },
    serverSideRender: () => React.createElement('p', null, 'Rendered by the server'),
  };
  window.draw = (attributes) => {
    const { contentDocument } = document.querySelector('[name=editor-canvas]');
    const root = contentDocument.body.appendChild(contentDocument.createElement('div'));
    createRoot(root).render(React.createElement(block.edit, { attributes, setAttributes: nothing }));
  };`;

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: __dirname },
    bundle: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

describeInBrowser('a widget on a page of', () => {
  let element: ElementWorld;

  beforeAll(async () => {
    element = await ElementWorld.start();
  }, 180_000);
  afterAll(() => element?.close());
  beforeEach(async () => {
    await element.open({ viewport: { width: 1200, height: 900 } });
    element.gateway.forgetRequests();
  });

  /** Waits until exactly these widgets are drawn, and none twice. */
  async function drawn(count: number): Promise<void> {
    await element.page.waitForFunction(
      (expected) =>
        [...document.querySelectorAll('rv-widget')].filter(({ shadowRoot }) =>
          shadowRoot?.querySelector('section'),
        ).length === expected,
      count,
    );
    expect(await element.page.locator('rv-widget').count()).toBe(count);
  }

  const script = (): string => `<script async src="${element.gateway.url}/embed/v1/w.js"></script>`;
  const inPage = (type: WidgetType = 'list'): Promise<Widget> =>
    element.widget({ behavior: { lazy: false } }, type);

  describeWithPhp('WordPress', () => {
    /** Returns the HTML of the block in the page of a visitor. */
    function block(key: string, classes = ''): string {
      const options = { plaudit_server: element.gateway.url };
      const block_classes = `${classes} wp-block-plaudit-widget`.trim();
      const { blocks } = wordPress({ options, block_classes, blocks: [{ key }] });
      return (blocks[0] as string).replace('<div', '<div data-eager');
    }

    it('is as wide as the container of the block allows', async () => {
      const keys: string[] = [];
      for (const type of SAMPLE) keys.push((await inPage(type)).key);
      const cases = keys.flatMap((key) => CONTAINERS.map((container) => [key, ...container] as const));
      const html = cases.map(([key, container]) => container(block(key)));
      const wide = keys.flatMap((key) => [block(key, 'alignwide'), block(key, 'alignfull')]);
      const content = `<div class="is-layout-constrained has-global-padding">${[...html, ...wide].join('\n')}</div>`;
      await element.show(content + script(), { head: BLOCK_THEME });
      await drawn(cases.length + wide.length);
      const widths = await element.page
        .locator('rv-widget')
        .evaluateAll((all) => all.map((widget) => widget.getBoundingClientRect().width));
      const wrong = cases
        .map(([, container, least, most], at) => ({
          html: container('…'),
          least,
          most,
          width: widths[at] ?? 0,
        }))
        .filter(({ least, most, width }) => width < least || width > most);
      expect(wrong).toEqual([]);
      expect(widths.slice(cases.length)).toEqual(keys.flatMap(() => [1000, 1200]));
      expect(await element.isTooWide()).toBe(false);
    });

    it('shows the reviews in the iframe of the editor, as high as they are', async () => {
      const { key } = await inPage();
      const { editor } = wordPress({ options: { plaudit_server: element.gateway.url } });
      const code = `${await bundled(EDITOR)}\n${editor}`;
      await element.page.route('**/editor.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: code }),
      );
      await element.show(
        '<iframe name="editor-canvas" style="width:800px;height:1000px"></iframe><script src="/editor.js"></script>',
      );
      const draw = (attributes: object): Promise<void> =>
        element.page.evaluate(
          (given) => (window as unknown as { draw(given: object): void }).draw(given),
          attributes,
        );
      await draw({ key });
      const canvas = element.page.frameLocator('[name=editor-canvas]');
      const preview = canvas.locator('iframe');
      await canvas.frameLocator('iframe').locator('rv-widget section').waitFor();
      const frame = element.page.frames().find((each) => each.url().includes(`${key}.html`)) as Frame;
      const heights = async (): Promise<number[]> => [
        await preview.evaluate((each) => each.clientHeight),
        await frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height)),
      ];
      await eventually(heights, ([outer, inner]) => outer === inner, 'the height of the preview');
      expect((await heights())[0]).toBeGreaterThan(500);
      await draw({ key: 'w_short' });
      await canvas.getByText('Rendered by the server').waitFor();
      expect(element.consoleMessages).toEqual([]);
    });
  });

  it('a tag manager, which adds the script later and without its attributes', async () => {
    const inPlace = await inPage();
    const added = await inPage('badge');
    const [place] = inPlace.embed.html.split('\n');
    await element.show(`${place}<footer></footer>`);
    await element.page.evaluate((html) => {
      document.write = () => {
        throw new Error('A script that comes later must not write into the page');
      };
      const parsed = document.createElement('div');
      parsed.innerHTML = html;
      for (let node = parsed.firstChild; node; node = parsed.firstChild) {
        node.remove();
        const isScript = node instanceof HTMLScriptElement;
        document.body.append(
          isScript
            ? Object.assign(document.createElement('script'), { src: (node as HTMLScriptElement).src })
            : node,
        );
      }
    }, added.embed.html);
    await drawn(2);
    expect(element.consoleMessages).toEqual([]);
  });

  it('a page builder, which puts the code into a frame without an origin', async () => {
    const list = await inPage();
    const popup = await element.widget(
      { behavior: { lazy: false }, layout: { delay_ms: 0, hide_on_mobile: false } },
      'popup',
    );
    const frame = ({ embed }: Widget): string =>
      `<iframe sandbox="allow-scripts" width="600" height="400" srcdoc="${embed.html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
    await element.show(frame(list) + frame(popup));
    for (const at of [0, 1])
      await element.page.frameLocator('iframe').nth(at).locator('rv-widget article').first().waitFor();
    expect(element.consoleMessages).toEqual([]);
  });

  it('a site whose editor or optimiser rewrites the code', async () => {
    const { key, embed } = await inPage();
    const [place = '', loader = ''] = embed.html.split('\n');
    const link = /<a .*<\/a>/.exec(place)?.[0] ?? '';
    const kept = [
      // A minifier removes quotes and end tags that HTML does not need.
      `<div data-rv-widget=${key} data-eager style=min-height:320px>${link}</div>`,
      // An editor wraps what it takes for a line of text.
      `<p>${place}<br />\n</p>\n<p>&nbsp;</p>`,
      // Another one removes styles, event handlers and what it takes for an empty element.
      `<div data-rv-widget="${key}" data-eager></div>`,
      // Translators wrap texts, and link checkers change addresses.
      `<div data-rv-widget="${key}" data-eager><a href="https://shop.example/go?to=1"><font><font>Reviews</font></font></a></div>`,
      // Page builders repeat the code for desktop and phone, and hide one of them.
      `${place}<div style="display:none">${place}</div>`,
      // The code of earlier versions stays in the pages of the world.
      `<div data-rv-widget="${key}" data-eager style="min-height:642px">${link}</div>`,
    ];
    // A filter for the texts of users removes the data attributes, and then the link stays.
    const filtered = `<div class="filtered">${link}</div>`;
    await element.show([...kept, filtered].join('\n'), {
      head: loader.replace(/ async| onerror="[^"]*"/g, ''),
    });
    const places = await element.page.locator('[data-rv-widget]').count();
    expect(places).toBe(kept.length + 1);
    await drawn(places);
    expect(await element.page.locator('.filtered a').isVisible()).toBe(true);
    expect(element.consoleMessages).toEqual([]);
  });

  it('someone who pasted both kinds of code', async () => {
    const { embed } = await inPage();
    const { head, element: tag } = embed.advanced;
    await element.show([embed.html, tag, embed.html, head, tag].join('\n'), { head });
    await drawn(4);
    expect(element.gateway.paths.filter((path) => path.endsWith('/w.js'))).toHaveLength(1);
    expect(element.consoleMessages).toEqual([]);
  });
});
