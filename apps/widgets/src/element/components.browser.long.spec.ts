import { join } from 'node:path';
import { PlauditWidget as ReactWidget, type WidgetData } from '@plaudit/client/react';
import { PlauditWidget as VueWidget } from '@plaudit/client/vue';
import { atLength, describeInBrowser, eventually } from '@plaudit/testing';
import { build } from 'esbuild';
import { createElement } from 'react';
import { renderToString as renderReact } from 'react-dom/server';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { WIDGET_TYPES } from '../settings/widget-types';
import { ElementWorld } from './element-world.suite';

/** The properties of a stored widget and of a preview. */
interface Shown {
  stored: { server: string; widgetKey: string; lang: string };
  preview: { server: string; data: WidgetData };
}

/** What the page shows. `set` of the page changes a part of it. */
interface State {
  /** The keys of a list of widgets. */
  keys: string[];
  /** The key of one widget, which stays where it is while its key changes. */
  single: string;
  lang: string | undefined;
  dir: string | undefined;
  /** Whether the preview is on the page, or kept by Activity or KeepAlive. */
  isKept: boolean;
  data: WidgetData;
  /** A key and the class of the parent. Without a key, it is the preview. */
  places: [className: string, key: string | null][];
}

interface Framework {
  name: string;
  /** Takes over a page that a server has rendered. `change` sets a theme and the new data, `leave` removes the widgets. */
  hydrate: string;
  /** Shows a State that changes. */
  app: string;
  render(shown: Shown): Promise<string>;
}

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'React',
    hydrate: `
      import { createElement as h, StrictMode, useState } from 'react';
      import { hydrateRoot } from 'react-dom/client';
      import { PlauditWidget } from '@plaudit/client/react';
      const handlers = { onReady: tell('ready'), onError: tell('error'), onClick: tell('click') };
      function App() {
        const [isChanged, setChanged] = useState(false);
        window.change = () => setChanged(true);
        const theme = isChanged ? 'dark' : undefined;
        const data = isChanged ? given.changed : given.preview.data;
        return h('div', null,
          h(PlauditWidget, { ...given.stored, ...handlers, theme }),
          h(PlauditWidget, { ...given.preview, ...handlers, data }));
      }
      const root = hydrateRoot(document.querySelector('#app'), h(StrictMode, null, h(App)));
      window.leave = () => root.unmount();`,
    app: `
      import { Activity, createElement as h, StrictMode, Suspense, use, useState } from 'react';
      import { flushSync } from 'react-dom';
      import { createRoot } from 'react-dom/client';
      import { PlauditWidget } from '@plaudit/client/react';
      const { server } = given;
      const Waiting = ({ until }) => (until ? use(until) : null);
      function App() {
        const [state, setState] = useState(given.state);
        window.set = (change) => flushSync(() => setState((now) => ({ ...now, ...change })));
        const { keys, single, lang, dir, isKept, data, places, until } = state;
        return h('div', null,
          keys.map((key) => h(PlauditWidget, { key, widgetKey: key, server, lang, dir, eager: true })),
          h(Suspense, { fallback: 'Please wait' },
            h(PlauditWidget, { widgetKey: single, server, eager: true, className: 'single' }),
            h(Waiting, { until })),
          h(Activity, { mode: isKept ? 'visible' : 'hidden' }, h(PlauditWidget, { server, data, className: 'kept' })),
          places.map(([className, key], at) => h('div', { key: at, className },
            h(PlauditWidget, key ? { widgetKey: key, server, eager: true } : { server, data }))));
      }
      const root = createRoot(document.querySelector('#app'));
      root.render(h(StrictMode, null, h(App)));
      window.leave = () => root.unmount();`,
    render: async ({ stored, preview }) =>
      renderReact(
        createElement('div', null, createElement(ReactWidget, stored), createElement(ReactWidget, preview)),
      ),
  },
  {
    name: 'Vue',
    hydrate: `
      import { createSSRApp, h, ref } from 'vue';
      import { PlauditWidget } from '@plaudit/client/vue';
      const handlers = { onReady: tell('ready'), onError: tell('error'), onClick: tell('click') };
      const isChanged = ref(false);
      window.change = () => { isChanged.value = true; };
      const app = createSSRApp({ render() {
        const theme = isChanged.value ? 'dark' : undefined;
        const data = isChanged.value ? given.changed : given.preview.data;
        return h('div', null, [
          h(PlauditWidget, { ...given.stored, ...handlers, theme }),
          h(PlauditWidget, { ...given.preview, ...handlers, data })]);
      } });
      app.mount('#app');
      window.leave = () => app.unmount();`,
    app: `
      import { createApp, h, KeepAlive, nextTick, shallowReactive, Suspense } from 'vue';
      import { PlauditWidget } from '@plaudit/client/vue';
      const { server } = given;
      const state = shallowReactive(given.state);
      window.set = (change) => { Object.assign(state, change); return nextTick(); };
      const Waiting = { async setup() { await state.until; return () => null; } };
      const Kept = { render: () => h(PlauditWidget, { server, data: state.data, class: 'kept' }) };
      const app = createApp({ render() {
        const { keys, single, lang, dir, isKept, data, places, until } = state;
        return h('div', null, [
          h('div', null, keys.map((key) => h(PlauditWidget, { key, widgetKey: key, server, lang, dir, eager: true }))),
          h(Suspense, null, { default: () => h('div', null, [
            h(PlauditWidget, { widgetKey: single, server, eager: true, class: 'single' }),
            h(Waiting, { key: String(until) })]) }),
          h(KeepAlive, null, { default: () => (isKept ? h(Kept) : null) }),
          h('div', null, places.map(([className, key], at) => h('div', { key: at, class: className },
            [h(PlauditWidget, key ? { widgetKey: key, server, eager: true } : { server, data })])))]);
      } });
      app.mount('#app');
      window.leave = () => app.unmount();`,
    render: ({ stored, preview }) =>
      renderVue(
        createSSRApp({ render: () => h('div', null, [h(VueWidget, stored), h(VueWidget, preview)]) }),
      ),
  },
];

const GIVEN = `
  const given = JSON.parse(document.querySelector('#given').textContent);
  window.told = [];
  const tell = (name) => (detail) => window.told.push({ name, ...detail });`;

/** The development builds, which say on the console if the page differs from what the server has rendered. */
async function bundle(script: string): Promise<string> {
  const imports = /^\s*import .*$/gm;
  const contents = `${script.match(imports)?.join('\n')}${GIVEN}${script.replace(imports, '')}`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(__dirname, '..', '..') },
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['@plaudit/source'],
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
  });
  return outputFiles[0]?.text ?? '';
}

/** Parents whose width comes from their content, by class. */
const PARENTS: Readonly<Record<string, string>> = {
  row: 'display:flex',
  column: 'display:flex;flex-direction:column;align-items:center',
  grid: 'display:grid;place-items:center',
  fit: 'width:fit-content',
  inline: 'display:inline-block',
  floating: 'float:left',
  absolute: 'position:absolute',
  table: 'display:table',
};

/** The types that are as wide as the text in them. */
const NARROW_TYPES: readonly string[] = ['badge', 'avatars', 'floating', 'popup'];
const IN_PARENTS = atLength({
  short: ['carousel', 'badge'] as const,
  long: WIDGET_TYPES.filter((type) => type !== 'floating' && type !== 'popup'),
});
const MIN_WIDTH = 240;

interface PageGlobals {
  told: { name: string; key?: string }[];
  gone: Element[];
  change(): void;
  leave(): void;
  set(change: object): unknown;
}

describeInBrowser('the component of', () => {
  let element: ElementWorld;
  let shown: Shown & { changed: WidgetData };
  let state: State;

  beforeAll(async () => {
    element = await ElementWorld.start();
    const server = element.gateway.url;
    const preview = async (title: string): Promise<WidgetData> => {
      const response = await fetch(`${server}/public/v1/widgets/preview`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'list', settings: { header: { title } } }),
      });
      return (await response.json()) as WidgetData;
    };
    const keys = [(await element.widget()).key, (await element.widget()).key];
    const [widgetKey = '', single = ''] = keys;
    const data = await preview('Not stored yet');
    shown = {
      stored: { server, widgetKey, lang: 'de' },
      preview: { server, data },
      changed: await preview('Changed twice'),
    };
    state = { keys, single, lang: undefined, dir: undefined, isKept: true, data, places: [] };
  }, 180_000);
  afterAll(() => element?.close());
  beforeEach(async () => {
    await element.open({});
    element.gateway.forgetRequests();
  });

  /** Opens a page with this HTML and the script of an app, which is given this value. */
  async function open(
    script: string,
    given: object,
    html: string,
    { head = '', policy = '' } = {},
  ): Promise<void> {
    await element.page.route('**/app.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    const json = JSON.stringify(given).replaceAll('<', '\\u003c');
    const body = `<div id="app">${html}</div><script type="application/json" id="given">${json}</script>`;
    await element.show(body, { head: `${head}<script type="module" src="/app.js"></script>`, policy });
  }

  const set = (change: Partial<State>): Promise<unknown> =>
    element.page.evaluate((given) => (window as unknown as PageGlobals).set(given), change);
  const run = (name: 'change' | 'leave'): Promise<void> =>
    element.page.evaluate((key) => (window as unknown as PageGlobals)[key](), name);
  const told = (): Promise<PageGlobals['told']> =>
    element.page.evaluate(() => (window as unknown as PageGlobals).told);
  const problems = (): string[] =>
    element.consoleMessages.filter(
      (message) => !message.includes('React DevTools') && !message.includes('<Suspense> is an experimental'),
    );
  const requestsForData = (): string[] => element.gateway.paths.filter((path) => path.includes('.json'));
  const drawn = (count: number): Promise<unknown> =>
    element.page.waitForFunction(
      (expected) =>
        [...document.querySelectorAll('rv-widget')].filter(({ shadowRoot }) =>
          shadowRoot?.querySelector('section'),
        ).length === expected,
      count,
    );
  const strict = (): string => {
    const { url } = element.gateway;
    return `default-src 'none'; script-src 'self' ${url}; connect-src ${url}; img-src ${url}`;
  };

  describe.each(FRAMEWORKS.map((framework) => [framework.name, framework] as const))(
    '%s',
    (_name, { hydrate, app, render }) => {
      let hydration: string;
      let client: string;

      beforeAll(async () => {
        [hydration, client] = await Promise.all([bundle(hydrate), bundle(app)]);
      });

      const show = async (options = {}): Promise<void> =>
        open(hydration, shown, await render(shown), options);
      const start = (given: Partial<State> = {}, options = {}): Promise<void> =>
        open(client, { server: element.gateway.url, state: { ...state, ...given } }, '', options);

      it('draws a widget and a preview under a strict policy, with one script and one request for data', async () => {
        await show({ policy: strict() });
        await element.page.getByText('Not stored yet').waitFor();
        await element.page.getByText('14 Bewertungen').first().waitFor();
        await eventually(told, (events) => events.length === 2, 'both widgets to be drawn');
        const events = (await told()).map(({ name, key }) => [key, name] as const);
        expect(Object.fromEntries(events)).toEqual({ '': 'ready', [shown.stored.widgetKey]: 'ready' });
        expect(await element.page.locator('script[src$="/embed/v1/rv.js"]').count()).toBe(1);
        const requests = element.gateway.paths.filter((path) => path.includes('/widgets/'));
        expect(requests).toEqual([`/embed/v1/widgets/${shown.stored.widgetKey}.json?lang=de`]);
        expect(problems()).toEqual([]);
      });

      it('follows its properties without another request for data, and goes with the page', async () => {
        await show();
        await element.page.getByText('Not stored yet').waitFor();
        await element.page.locator('rv-widget section').nth(1).waitFor();
        element.gateway.forgetRequests();
        await run('change');
        await element.page.getByText('Changed twice').waitFor();
        await element.page.locator('rv-widget[theme="dark"] section.dark').waitFor();
        expect(await element.page.locator('rv-widget').count()).toBe(2);
        expect(element.gateway.paths.filter((path) => path.includes('/widgets/.json'))).toEqual([]);
        await run('leave');
        await element.page.locator('rv-widget').first().waitFor({ state: 'detached' });
        expect(problems()).toEqual([]);
      });

      it('tells the page about clicks', async () => {
        await show();
        const link = element.page.locator('rv-widget').first().getByRole('link').first();
        await element.page.locator('rv-widget section').nth(1).waitFor();
        await link.click({ modifiers: ['Control'] });
        const clicks = await eventually(
          async () => (await told()).filter(({ name }) => name === 'click'),
          (events) => events.length === 1,
          'the click',
        );
        expect(clicks[0]).toMatchObject({ url: expect.stringContaining('https://platform.example/') });
      });

      it('uses the script of a page that requires Trusted Types, and tells if a page lacks it', async () => {
        const policy = `${strict()}; require-trusted-types-for 'script'; trusted-types vue`;
        const head = `<script type="module" async src="${element.gateway.url}/embed/v1/rv.js"></script>`;
        await show({ policy, head });
        await element.page.locator('rv-widget section').nth(1).waitFor();
        expect(problems()).toEqual([]);
        await element.open({});
        await show({ policy });
        const events = await eventually(told, (found) => found.length >= 2, 'the errors');
        expect(new Set(events.map(({ name }) => name))).toEqual(new Set(['error']));
        expect(await element.page.getByRole('link', { name: 'Customer reviews' }).count()).toBe(2);
      });

      it('loads the script when the browser is online again', async () => {
        await element.page.route('**/rv.js', (route) => route.abort());
        await show();
        await eventually(told, (events) => events.length === 2, 'the errors');
        expect(new Set((await told()).map(({ name }) => name))).toEqual(new Set(['error']));
        expect(await element.page.getByRole('link', { name: 'Customer reviews' }).count()).toBe(2);
        await element.page.unroute('**/rv.js');
        await element.context.setOffline(true);
        await element.context.setOffline(false);
        await drawn(2);
        expect(await element.page.locator('script[src$="/embed/v1/rv.js"]').count()).toBe(1);
      });

      it('returns to the language and the direction of the page when their properties go', async () => {
        await start({ lang: 'de', dir: 'rtl' });
        await element.page.getByText('14 Bewertungen').nth(1).waitFor();
        await set({ lang: undefined, dir: undefined });
        await element.page.getByText('14 reviews').nth(2).waitFor();
        const attributes = await element.page
          .locator('rv-widget[key]')
          .evaluateAll((all) => all.flatMap((widget) => widget.getAttributeNames()));
        expect(attributes.filter((name) => name === 'lang' || name === 'dir')).toEqual([]);
        expect(requestsForData().filter((path) => path.includes('undefined'))).toEqual([]);
        expect(problems()).toEqual([]);
      });

      it('stays drawn when a list is ordered anew, and shows another widget when its key changes', async () => {
        await start();
        await drawn(4);
        element.gateway.forgetRequests();
        await set({ keys: state.keys.toReversed() });
        await drawn(4);
        expect(requestsForData()).toEqual([]);
        const other = state.keys[0] ?? '';
        await set({ single: other });
        await element.page.locator(`rv-widget.single[key="${other}"]`).waitFor();
        await eventually(requestsForData, (paths) => paths.length === 1, 'the data of the other widget');
        expect(requestsForData()[0]).toContain(other);
        await drawn(4);
        expect(problems()).toEqual([]);
      });

      it('returns with its newest data after the app had put it aside, and leaves with the app', async () => {
        await start();
        await drawn(4);
        await set({ isKept: false });
        await element.page.getByText('Not stored yet').waitFor({ state: 'hidden' });
        await set({ data: shown.changed });
        await set({ isKept: true });
        await element.page.getByText('Changed twice').waitFor();
        await element.page.evaluate(() => {
          (window as unknown as PageGlobals).gone = [...document.querySelectorAll('rv-widget')];
        });
        await run('leave');
        expect(await element.page.locator('rv-widget').count()).toBe(0);
        await element.page.waitForFunction(() =>
          (window as unknown as PageGlobals).gone.every(
            ({ shadowRoot }) => !shadowRoot?.querySelector('section'),
          ),
        );
        expect(problems()).toEqual([]);
      });

      it('stays drawn while its neighbour waits in the same Suspense', async () => {
        await start();
        await drawn(4);
        element.gateway.forgetRequests();
        await element.page.evaluate(() => {
          const until = new Promise((resolve) => {
            Object.assign(window, { resolve });
          });
          return (window as unknown as PageGlobals).set({ until });
        });
        await element.page.evaluate(() => (window as unknown as { resolve(): void }).resolve());
        await element.page.locator('rv-widget.single section').waitFor();
        await drawn(4);
        expect(requestsForData()).toEqual([]);
        expect(problems()).toEqual([]);
      });

      it('has a sensible width in parents whose width comes from their content', async () => {
        const keys = new Map<string, string>();
        for (const type of IN_PARENTS) keys.set((await element.widget({}, type)).key, type);
        const places = Object.keys(PARENTS).flatMap((parent): State['places'] =>
          [...keys.keys(), null].map((key) => [parent, key]),
        );
        const rules = Object.entries(PARENTS).map(([name, style]) => `.${name}{${style}}`);
        await start({ places }, { head: `<style>${rules.join('')}</style>` });
        await drawn(places.length + 4);
        const widths = await element.page.evaluate(
          (classes) =>
            [...document.querySelectorAll<HTMLElement>(classes)].flatMap((parent) =>
              [...parent.querySelectorAll('rv-widget')].map((widget) => {
                const { width, right } = widget.getBoundingClientRect();
                return [parent.className, widget.getAttribute('key'), width, right] as const;
              }),
            ),
          Object.keys(PARENTS)
            .map((name) => `.${name}`)
            .join(),
        );
        const wrong = widths
          .map(([parent, key, width, right]) => ({
            parent,
            type: keys.get(key ?? '') ?? 'data',
            width,
            right,
          }))
          .filter(({ type, width, right }) => {
            const least = NARROW_TYPES.includes(type) ? 20 : MIN_WIDTH;
            return width < least || right > 1100;
          });
        expect(wrong).toEqual([]);
        expect(widths).toHaveLength(places.length);
        expect(await element.isTooWide()).toBe(false);
      });
    },
  );
});
