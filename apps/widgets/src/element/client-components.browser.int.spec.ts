import { join } from 'node:path';
import { PlauditWidget as ReactWidget, type WidgetData } from '@plaudit/client/react';
import { PlauditWidget as VueWidget } from '@plaudit/client/vue';
import { describeInBrowser, eventually } from '@plaudit/testing';
import { build } from 'esbuild';
import { createElement } from 'react';
import { renderToString as renderReact } from 'react-dom/server';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { ElementWorld } from './element-world.suite';

/** The properties of a stored widget and of a preview, and the data that replaces that of the preview. */
interface Shown {
  stored: { server: string; widgetKey: string; lang: string };
  preview: { server: string; data: WidgetData };
  changed: WidgetData;
}

interface Framework {
  name: string;
  /** What the page of a customer runs. `change` sets a theme and the new data, `leave` removes the widgets. */
  script: string;
  render(shown: Shown): Promise<string>;
}

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'React',
    script: `
      import { createElement as h, StrictMode, useState } from 'react';
      import { hydrateRoot } from 'react-dom/client';
      import { PlauditWidget } from '@plaudit/client/react';
      const handlers = { onReady: tell('ready'), onError: tell('error'), onClick: tell('click') };
      function App() {
        const [isChanged, setChanged] = useState(false);
        window.change = () => setChanged(true);
        const theme = isChanged ? 'dark' : undefined;
        const data = isChanged ? changed : preview.data;
        return h('div', null,
          h(PlauditWidget, { ...stored, ...handlers, theme }),
          h(PlauditWidget, { ...preview, ...handlers, data }));
      }
      const root = hydrateRoot(document.querySelector('#app'), h(StrictMode, null, h(App)));
      window.leave = () => root.unmount();`,
    render: async ({ stored, preview }) =>
      renderReact(
        createElement('div', null, createElement(ReactWidget, stored), createElement(ReactWidget, preview)),
      ),
  },
  {
    name: 'Vue',
    script: `
      import { createSSRApp, h, ref } from 'vue';
      import { PlauditWidget } from '@plaudit/client/vue';
      const handlers = { onReady: tell('ready'), onError: tell('error'), onClick: tell('click') };
      const isChanged = ref(false);
      window.change = () => { isChanged.value = true; };
      const app = createSSRApp({ render() {
        const theme = isChanged.value ? 'dark' : undefined;
        const data = isChanged.value ? changed : preview.data;
        return h('div', null, [
          h(PlauditWidget, { ...stored, ...handlers, theme }),
          h(PlauditWidget, { ...preview, ...handlers, data })]);
      } });
      app.mount('#app');
      window.leave = () => app.unmount();`,
    render: ({ stored, preview }) =>
      renderVue(
        createSSRApp({ render: () => h('div', null, [h(VueWidget, stored), h(VueWidget, preview)]) }),
      ),
  },
];

const TOLD = `
  const { stored, preview, changed } = JSON.parse(document.querySelector('#shown').textContent);
  window.told = [];
  const tell = (name) => (detail) => window.told.push({ name, ...detail });`;

/** The development builds, which say on the console if the page differs from what the server has rendered. */
async function bundle(script: string): Promise<string> {
  const [imports, rest] = [/^\s*import .*$/gm, ''] as const;
  const contents = `${script.match(imports)?.join('\n')}${TOLD}${script.replace(imports, rest)}`;
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

describeInBrowser('the component of', () => {
  let element: ElementWorld;
  let shown: Shown;

  beforeAll(async () => {
    element = await ElementWorld.start();
    const { key } = await element.widget();
    const preview = async (title: string): Promise<WidgetData> => {
      const response = await fetch(`${element.gateway.url}/public/v1/widgets/preview`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'list', settings: { header: { title } } }),
      });
      return (await response.json()) as WidgetData;
    };
    const server = element.gateway.url;
    shown = {
      stored: { server, widgetKey: key, lang: 'de' },
      preview: { server, data: await preview('Not stored yet') },
      changed: await preview('Changed twice'),
    };
  }, 180_000);
  afterAll(() => element?.close());
  beforeEach(async () => {
    await element.open({});
    element.gateway.forgetRequests();
  });
  afterEach(() => element.context.close());

  /** Opens a page that the framework has rendered on a server. */
  async function show({ script, render }: Framework, { head = '', policy = '' } = {}): Promise<void> {
    const code = await bundle(script);
    await element.page.route('**/app.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: code }),
    );
    const data = JSON.stringify(shown).replaceAll('<', '\\u003c');
    const body = `<div id="app">${await render(shown)}</div><script type="application/json" id="shown">${data}</script>`;
    await element.show(body, { head: `${head}<script type="module" src="/app.js"></script>`, policy });
  }

  const run = (name: 'change' | 'leave'): Promise<void> =>
    element.page.evaluate((key) => (window as unknown as Record<string, () => void>)[key]?.(), name);
  const told = (): Promise<{ name: string; key?: string }[]> =>
    element.page.evaluate(() => (window as unknown as { told: [] }).told);
  const problems = (): string[] =>
    element.consoleMessages.filter((message) => !message.includes('React DevTools'));
  const strict = (): string => {
    const { url } = element.gateway;
    return `default-src 'none'; script-src 'self' ${url}; connect-src ${url}; img-src ${url}`;
  };

  describe.each(FRAMEWORKS.map((framework) => [framework.name, framework] as const))(
    '%s',
    (_name, framework) => {
      it('draws a widget and a preview under a strict policy, with one script and one request for data', async () => {
        await show(framework, { policy: strict() });
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
        await show(framework);
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
        await show(framework);
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
        await show(framework, { policy, head });
        await element.page.locator('rv-widget section').nth(1).waitFor();
        expect(problems()).toEqual([]);
        await element.open({});
        await show(framework, { policy });
        const events = await eventually(told, (found) => found.length >= 2, 'the errors');
        expect(new Set(events.map(({ name }) => name))).toEqual(new Set(['error']));
        expect(await element.page.getByRole('link', { name: 'Customer reviews' }).count()).toBe(2);
      });
    },
  );
});
